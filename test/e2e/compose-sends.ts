/** The sending part of `npm run compose:check`: the quickstart's sends, a mail to an inbox of our own, and the notice. */
import { strict as assert } from 'node:assert'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiClient } from '../../services/quickstart/api-client.ts'
import type { DemoAccount } from '../../services/quickstart/demo-account.ts'
import { demoSends, sendTable } from '../../services/quickstart/demo-sends.ts'
import { message as messageContract, messagePage } from '../../shared/domain/message.ts'
import type { ComposeProject, Container } from '../support/compose.ts'

const outbox = '/data/outbox'
const patienceMs = 60_000

/** What the containers are asked through. */
export interface ComposeSending {
  project: ComposeProject
  /** Ends in /api/v1. */
  base: string
  account: DemoAccount
  relay: Container
  /** PUBLIC_URL of the containers. */
  publicUrl: string
  say(line: string): void
}

/**
 * Sends with the agent's key: at once (201), and from `full_lockdown` (202), which the account's key approves; both are
 * captured in the relay's volume. Then the notice to the reviewer, with a link that leads to its page; and a mail to an
 * inbox of ours, which goes from the container `relay` to the container `smtp`. @returns the names of the captured files.
 */
export async function assertSends(sending: ComposeSending): Promise<string[]> {
  const { base, account, say } = sending
  const [agent, reviewer] = [new ApiClient(base, account.agentKey), new ApiClient(base, account.liveKey)]
  const sends = await demoSends({ agent, reviewer }, account.liveSlug, AbortSignal.timeout(patienceMs))
  for (const line of sendTable(sends)) say(line)
  assert.deepEqual(
    sends.filter(({ isAsExpected }) => !isAsExpected).map(({ name }) => name),
    [],
    'each sent mail ends as it should',
  )
  for (const { id } of sends) {
    const captured = await read(sending, `${id}.eml`)
    assert.match(captured, /^X-Envelope-To: <ada@customer\.example>\r?$/m)
    assert.match(captured, new RegExp(`^Message-ID: <${id}@`, 'im'))
    assert.equal(captured.match(/^DKIM-Signature:/gim)?.length, 2, 'it is signed with both keys')
  }
  const notice = await assertNotice(sending)
  await assertReachesInbox(sending, agent)
  say('  sent and approved mail is captured, the reviewer is told, and mail to an inbox of ours arrived')
  return [...sends.map(({ id }) => `${id}.eml`), notice]
}

/** Whether what was captured is still there. */
export async function assertStillCaptured(project: ComposeProject, relay: Container, files: string[]) {
  const found = await listOutbox({ project, relay })
  assert.deepEqual(
    files.filter((name) => !found.includes(name)),
    [],
    'captured mail is kept',
  )
}

const listOutbox = async ({ project, relay }: Pick<ComposeSending, 'project' | 'relay'>): Promise<string[]> =>
  (await project.docker('exec', relay.id, 'ls', outbox)).split('\n')

const read = ({ project, relay }: ComposeSending, name: string): Promise<string> =>
  project.docker('exec', relay.id, 'cat', `${outbox}/${name}`)

/** @returns the file's name. */
async function assertNotice(sending: ComposeSending): Promise<string> {
  const { base, publicUrl } = sending
  const name = await until('a notice to the reviewer', async () =>
    (await listOutbox(sending)).find((file) => file.startsWith('ntc_')),
  )
  // Quoted-printable breaks lines, and writes "=" as "=3D".
  const notice = (await read(sending, name)).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  const link = /https:\/\/[^\s/]+\/review\/[\w.~-]+/.exec(notice)?.[0] ?? ''
  assert.ok(link.startsWith(`${publicUrl}/review/`), 'the notice has a link under PUBLIC_URL')
  const page = await fetch(new URL(link.slice(publicUrl.length), base))
  assert.equal(page.status, 200, 'the page of the link is there')
  assert.match(await page.text(), /approved/i)
  return name
}

async function assertReachesInbox({ base, account }: ComposeSending, agent: ApiClient): Promise<void> {
  const draft = { to: account.address, subject: 'From one inbox to another', body: 'Hello neighbour.\n' }
  const { id } = await agent.post(`/inboxes/${account.liveSlug}/messages`, draft, messageContract)
  const sandbox = new ApiClient(base, account.sandboxKey)
  const path = `/inboxes/${account.slug}/messages?direction=inbound&limit=100`
  await until('a mail from one inbox in the other', async () =>
    (await sandbox.get(path, messagePage)).messages.find(
      ({ message_id, status }) => message_id?.startsWith(id) && status !== 'processing',
    ),
  )
  const { status } = await agent.get(`/messages/${id}`, messageContract)
  assert.equal(status, 'sent')
}

async function until<Found>(what: string, find: () => Promise<Found | undefined>): Promise<Found> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    assert.ok(performance.now() < deadline, `not there in time: ${what}`)
    await delay(300)
  }
}
