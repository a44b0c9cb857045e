/** Passkeys (W3C WebAuthn Level 3): adding one, signing in with one, removing one. A challenge is good once, for minutes, in the browser that asked. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import { auditEntry } from '../../domain/audit.ts'
import { ServiceError } from '../../domain/errors.ts'
import { isId, newId } from '../../domain/ids.ts'
import { limits } from '../../domain/limits.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Queue } from '../../queue/queue.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import {
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  type StoredPasskey,
  takeChallenge,
  usePasskey,
} from '../../store/passkey.ts'
import { lockRole } from '../../store/user.ts'
import { enqueuePasskeyNotice } from './passkey-notice.ts'
import { beginSession, hashOf, newSecret, type SignInFrom } from './session.ts'

/** Where passkeys are of: their domain, and the origin of the pages that ask for them. */
export interface PasskeySite {
  id: string
  origin: string
}

/** What changing passkeys needs. */
export interface PasskeyParts {
  database: Database
  queue: Queue
}

/** The name that authenticators show of us. */
const siteName = 'Agent Email'
/** EdDSA, ES256 and RS256, by their numbers of COSE (RFC 9053): what all authenticators have one of. */
const algorithms = [-8, -7, -257]
const timeoutMs = limits.passkeyMinutes * 60_000

/** That of the address of the service; null for an IP address, which no passkey can be of. */
export function passkeySite(publicUrl: string): PasskeySite | null {
  const { hostname, origin } = new URL(publicUrl)
  return /^\[|^\d+(\.\d+){3}$/.test(hostname) ? null : { id: hostname, origin }
}

/** What a browser is to do, as JSON, and the secret that it has to show with what comes of it. */
export interface Asked<Options> {
  browser: string
  options: Options
}

/** Begins signing in with a passkey, whoever's: the browser lets its user choose one. */
export async function askForPasskey(
  database: Database,
  site: PasskeySite,
): Promise<Asked<PublicKeyCredentialRequestOptionsJSON>> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    userVerification: 'required',
    timeout: timeoutMs,
  })
  return { browser: await challenged(database, options.challenge, null), options }
}

/**
 * Begins adding a passkey to the user of a session, who has signed in a short while ago: a session that was left open
 * gets nobody in for good.
 * @throws ServiceError `forbidden` where that is longer ago than `limits.passkeySessionMinutes`; `quota_exceeded`.
 */
export async function askForNewPasskey(
  database: Database,
  principal: Principal,
  { email, site }: { email: string; site: PasskeySite },
): Promise<Asked<PublicKeyCredentialCreationOptionsJSON>> {
  if (!mayAddPasskey(principal)) throw notFresh()
  const passkeys = await listPasskeys(database, principal)
  if (passkeys.length >= limits.passkeysPerUser) throw tooMany()
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID: site.id,
    userID: new TextEncoder().encode(principal.userId),
    userName: email,
    userDisplayName: email,
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { browser: await challenged(database, options.challenge, principal.keyHash), options }
}

/** Whether a session is so new that its user may add a passkey. */
export function mayAddPasskey({ expiresAt }: Pick<Principal, 'expiresAt'>): boolean {
  if (expiresAt === null) return false
  const minutesLeft = (Date.parse(expiresAt) - Date.now()) / 60_000
  return minutesLeft > limits.sessionDays * 1_440 - limits.passkeySessionMinutes
}

async function challenged(
  database: Database,
  challenge: string,
  sessionHash: string | null,
): Promise<string> {
  const browser = newSecret()
  await insertChallenge(database, {
    browserHash: hashOf(browser),
    challenge,
    sessionHash,
    minutes: limits.passkeyMinutes,
  })
  return browser
}

/** What a browser sends: the credential as JSON, as the Web Authentication API names its fields. */
interface Given {
  credential: string
  /** The secret of {@link Asked}. */
  browser: string | undefined
  site: PasskeySite
}

const base64url = (characters: number) =>
  z
    .string()
    .max(characters)
    .regex(/^[\w-]+$/)
const credentialOf = <Response extends z.ZodType>(response: Response) =>
  z.object({ id: base64url(1_400), rawId: base64url(1_400), type: z.literal('public-key'), response })
const newCredential = credentialOf(
  z.object({ clientDataJSON: base64url(8_000), attestationObject: base64url(16_000) }),
)
const signedCredential = credentialOf(
  z.object({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(8_000),
    signature: base64url(8_000),
    userHandle: base64url(100),
  }),
)

/**
 * Adds the passkey that a browser made to the user of the session, on record, and has them mailed that it was.
 * @throws ServiceError `validation_error` for what isn't signed as was asked, `forbidden`, `quota_exceeded`.
 */
export async function addPasskey(
  { database, queue }: PasskeyParts,
  principal: Principal,
  { credential, browser = '', site, name }: Given & { name: string },
): Promise<void> {
  const expectedChallenge = await takeChallenge(database, hashOf(browser), principal.keyHash)
  if (!mayAddPasskey(principal)) throw notFresh()
  const made = readJson(credential, newCredential)
  if (expectedChallenge === undefined || made === null) throw notAdded()
  const registered = await verifyNew(made, { expectedChallenge, site })
  if (registered === null) throw notAdded()
  const { accountId, tenantId, userId, keyId } = principal
  await database.transaction(async (tx) => {
    if ((await lockRole(tx, accountId, userId)) === undefined) throw new ServiceError('unauthorized')
    if ((await listPasskeys(tx, principal)).length >= limits.passkeysPerUser) throw tooMany()
    const id = newId('passkey')
    const { publicKey, counter } = registered
    const credentialId = Buffer.from(registered.id, 'base64url')
    const row = { accountId, userId, id, credentialId, publicKey: Buffer.from(publicKey), counter, name }
    if (!(await insertPasskey(tx, row))) throw notAdded()
    await insertAuditEntries(tx, [
      auditEntry(tenantId, null, 'settings', 'medium', 'A user added a passkey.', {
        user_id: userId,
        passkey_id: id,
        name,
        by_key_id: keyId,
      }),
    ])
    await enqueuePasskeyNotice(tx, queue, principal, 'added')
  })
}

/** Null where it is none that was asked for here, now, of somebody whom the authenticator has verified. */
async function verifyNew(
  made: z.output<typeof newCredential>,
  { expectedChallenge, site }: { expectedChallenge: string; site: PasskeySite },
) {
  const { verifyRegistrationResponse } = await library()
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    // Certificates, which nobody asks for, name addresses that the library would fetch.
    const attestation = decodeAttestationObject(Buffer.from(made.response.attestationObject, 'base64url'))
    const format = attestation.get('fmt')
    const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
    if (format !== 'none' && !isSelfSigned) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, clientExtensionResults: {} } satisfies RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      supportedAlgorithmIDs: algorithms,
      requireUserVerification: true,
    })
    return verified ? registrationInfo.credential : null
  } catch {
    // The library throws whatever it is that is not as it should be.
    return null
  }
}

/**
 * Signs in with a passkey, on record: answers the secret of a new session, as a mailed link does; null where the passkey is
 * nobody's, or what it has signed isn't what was asked for. One whose authenticator counts backwards was copied, and is
 * refused on record.
 */
export async function signInByPasskey(
  database: Database,
  { credential, browser = '', site }: Given,
  { former, from }: { former: Principal | undefined; from: SignInFrom },
): Promise<string | null> {
  const expectedChallenge = await takeChallenge(database, hashOf(browser), null)
  const signed = readJson(credential, signedCredential)
  if (expectedChallenge === undefined || signed === null) return null
  const passkey = await findPasskey(database, Buffer.from(signed.id, 'base64url'))
  if (passkey === undefined) return null
  if (Buffer.from(signed.response.userHandle, 'base64url').toString() !== passkey.userId) return null
  const counter = await verifySigned(signed, passkey, { expectedChallenge, site })
  if (counter === null) return null
  const session = await database.transaction(async (tx) => {
    if (!(await usePasskey(tx, passkey, counter))) return null
    return beginSession(tx, passkey, { former, from, by: { passkey_id: passkey.id } })
  })
  if (session === null) await recordCopy(database, passkey, { counter, from })
  return session
}

/** How often the authenticator says that it has signed; null where it hasn't signed this, here, for who it has verified. */
async function verifySigned(
  signed: z.output<typeof signedCredential>,
  { publicKey }: StoredPasskey,
  { expectedChallenge, site }: { expectedChallenge: string; site: PasskeySite },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...signed, clientExtensionResults: {} } satisfies AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      // What it counts is compared in the transaction that stores it.
      credential: { id: signed.id, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

/** On record where the passkey is still there: then it was its count that was not as it should be. */
async function recordCopy(
  database: Database,
  { accountId, tenantId, userId, id }: StoredPasskey,
  { counter, from }: { counter: number; from: SignInFrom },
): Promise<void> {
  await database.transaction(async (tx) => {
    const kept = (await listPasskeys(tx, { accountId, userId })).some((one) => one.id === id)
    if (!kept) return
    const what = 'A passkey was refused, since it counts backwards: somebody may have a copy of it.'
    await insertAuditEntries(tx, [
      auditEntry(tenantId, null, 'settings', 'high', what, {
        // Of the user, and not by them: it may have been somebody else.
        of_user_id: userId,
        passkey_id: id,
        counter,
        address: from.address,
      }),
    ])
  })
}

/**
 * Removes a passkey of the caller, on record, and has them mailed that it was; false where there is none. Sessions that it
 * began go on.
 */
export async function removePasskey(
  { database, queue }: PasskeyParts,
  principal: Principal,
  id: string,
): Promise<boolean> {
  if (!isId('passkey', id)) return false
  const { tenantId, userId, keyId } = principal
  return database.transaction(async (tx) => {
    const name = await deletePasskey(tx, principal, id)
    if (name === undefined) return false
    await insertAuditEntries(tx, [
      auditEntry(tenantId, null, 'settings', 'low', 'A user removed a passkey.', {
        user_id: userId,
        passkey_id: id,
        name,
        by_key_id: keyId,
      }),
    ])
    await enqueuePasskeyNotice(tx, queue, principal, 'removed')
    return true
  })
}

/** Loaded with the first passkey: it takes 40 MB. */
const library = () => import('@simplewebauthn/server')

function readJson<Shape extends z.ZodType>(text: string, shape: Shape): z.output<Shape> | null {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const notFresh = () =>
  new ServiceError(
    'forbidden',
    `A passkey is added within ${limits.passkeySessionMinutes} minutes of signing in: sign out, sign in again, and add it then.`,
  )
const tooMany = () =>
  new ServiceError('quota_exceeded', `A user has ${limits.passkeysPerUser} passkeys at most.`)
const notAdded = () =>
  new ServiceError(
    'validation_error',
    'The passkey was not added: it took too long, or is in use. Try again.',
  )
