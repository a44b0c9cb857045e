/** The account and inbox of the demo: signed up once, kept in DATA_DIR for the next start. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { accountOverview, signedUp } from '../../shared/domain/account.ts'
import { createdApiKey } from '../../shared/domain/api-key.ts'
import { inbox } from '../../shared/domain/inbox.ts'
import { ApiClient, ApiError } from './api-client.ts'

const kept = z.object({
  live_key: z.string(),
  sandbox_key: z.string(),
  slug: z.string().optional(),
  live_slug: z.string().optional(),
  agent_key: z.string().optional(),
})
type Kept = z.output<typeof kept>

export interface DemoAccount {
  liveKey: string
  /** The demo's own: costs no credits, however often it runs. */
  sandboxKey: string
  slug: string
  address: string
  /** The live inbox that the demo sends from. */
  liveSlug: string
  liveAddress: string
  /** The key an agent gets: of that inbox alone, reads and sends, and can't approve. */
  agentKey: string
  /** Whether it was signed up just now. */
  isNew: boolean
}

/** The address of its user: nothing is mailed to it. */
export const demoEmail = 'quickstart@example.com'

const preferredSlug = 'demo'
const preferredLiveSlug = 'demo-live'

/** Where the keys are kept, mode 0600. */
const keptFile = (dataDir: string) => join(dataDir, 'quickstart.json')

/** Whether the demo has had an account here before; of another database, perhaps. */
export const hasStarted = (dataDir: string): boolean => existsSync(keptFile(dataDir))

/** `free`: whether credits cost nobody anything here. @throws ApiError. */
export async function demoAccount(base: string, dataDir: string, free: boolean): Promise<DemoAccount> {
  const file = keptFile(dataDir)
  const known = await stillKnown(base, file)
  const keys = known ?? (await signUp(base))
  const keep = () => {
    // Into place in one step: a disk that is full leaves the keys that were there.
    writeFileSync(`${file}.draft`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${file}.draft`, file)
  }
  keep()
  const sandbox = new ApiClient(base, keys.sandbox_key)
  const { slug, address } = (await ownInbox(sandbox, keys.slug)) ?? (await makeInbox(sandbox, preferredSlug))
  keys.slug = slug
  keep()
  const live = new ApiClient(base, keys.live_key)
  if (free) await haveCredits(live)
  const own = (await ownInbox(live, keys.live_slug)) ?? (await makeInbox(live, preferredLiveSlug))
  const { slug: liveSlug, address: liveAddress } = own
  keys.live_slug = liveSlug
  const agentKey = (await stillGood(base, keys.agent_key, liveSlug)) ?? (await makeAgentKey(live, own.id))
  keys.agent_key = agentKey
  keep()
  const { live_key: liveKey, sandbox_key: sandboxKey } = keys
  return { liveKey, sandboxKey, slug, address, liveSlug, liveAddress, agentKey, isNew: known === undefined }
}

/** What was kept, unless the database is another by now. */
async function stillKnown(base: string, file: string): Promise<Kept | undefined> {
  const data = readKept(file)
  if (data === undefined) return undefined
  try {
    await new ApiClient(base, data.sandbox_key).get('/inboxes?limit=1', z.object({}))
    return data
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined
    throw error
  }
}

function readKept(file: string): Kept | undefined {
  if (!existsSync(file)) return undefined
  try {
    return kept.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

async function signUp(base: string): Promise<Kept> {
  const body = { organization_name: 'Quickstart', contact_email: demoEmail }
  const { api_key, sandbox_api_key } = await new ApiClient(base).post('/signup', body, signedUp)
  return { live_key: api_key.key, sandbox_key: sandbox_api_key.key }
}

async function ownInbox(api: ApiClient, slug: string | undefined) {
  if (slug === undefined) return undefined
  try {
    return await api.get(`/inboxes/${slug}`, inbox)
  } catch (error) {
    if (error instanceof ApiError && [401, 404].includes(error.status)) return undefined
    throw error
  }
}

async function stillGood(base: string, key: string | undefined, slug: string): Promise<string | undefined> {
  if (key === undefined) return undefined
  return (await ownInbox(new ApiClient(base, key), slug)) === undefined ? undefined : key
}

/** With the scopes that keys have by default: approving is none of them. */
async function makeAgentKey(live: ApiClient, inboxId: string): Promise<string> {
  const body = { name: 'Quickstart agent', inbox_id: inboxId }
  return (await live.post('/api_keys', body, createdApiKey)).key
}

/** Fewer than what the demo uses at each start, with some to spare: an agent of the user's may have used them up. */
const fewCredits = 100

/** Orders some where few are left. What prices say of the least or the most of an order is no matter to the demo. */
async function haveCredits(live: ApiClient): Promise<void> {
  const { credits } = await live.get('/account', accountOverview)
  if (credits >= fewCredits) return
  await live.post('/credits/purchase', { credits: 10 * fewCredits }, z.object({})).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })
}

/** Slugs are unique over all accounts: in a shared database the plain one may be another's. */
async function makeInbox(api: ApiClient, preferred: string) {
  const make = (slug: string) => api.post('/inboxes', { slug, display_name: 'Quickstart' }, inbox)
  try {
    return await make(preferred)
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 422].includes(error.status)) throw error
    return make(`${preferred}-${randomBytes(3).toString('hex')}`)
  }
}
