/** The SMTP (or LMTP) listener: sessions, envelopes and limits; what is accepted goes to the Acceptor. */
import type { AddressInfo } from 'node:net'
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { Config } from '../../config/config.ts'
import { isLocalAddress, slugOfAddress } from '../../shared/domain/address.ts'
import { asServiceError, type ErrorCode, ServiceError } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import { networkOf } from '../../shared/domain/network.ts'
import type { Accepted, Acceptor, Submission } from '../../shared/flow/inbound/accept.ts'
import type { Metrics } from '../../shared/flow/metrics.ts'
import { collectGarbage } from '../../shared/lib/collect-garbage.ts'
import type { Log } from '../../shared/lib/log.ts'
import { noteWork } from '../../shared/lib/stall-watch.ts'
import { isReturnPath } from '../../shared/mail/return-path.ts'
import type { Recipient } from '../../shared/store/inbox.ts'
import { CertificateFollower } from './certificate-follower.ts'
import { mayBeCopied } from './copied-bytes.ts'
import { MailRoom } from './mail-room.ts'
import { PeerLimits } from './peer-limits.ts'
import { PeerRate } from './peer-rate.ts'
import { PromptServer } from './prompt-server.ts'
import { PeerGone, ReceivedMail } from './received-mail.ts'
import { type SmtpReply, smtpReply } from './smtp-reply.ts'
import { tlsCertificate } from './tls-certificate.ts'

export interface ListenerParts {
  config: Config
  acceptor: Acceptor
  log: Log
  metrics: Metrics
}

/** A running listener. */
export interface Listener {
  host: string
  port: number
  /** Looks whether the files of the certificate have changed, and uses what is there then for new sessions. */
  followCertificate(): Promise<void>
  /** Takes no new connections, lets messages under way finish (up to 15 seconds), ends the rest with 421. */
  stop(): Promise<void>
}

/** What a session has gathered beside smtp-server's own state. */
interface SessionState {
  recipients: Map<string, Recipient>
  ageTimer: NodeJS.Timeout
}

const drainMs = 15_000

/** Binds and listens. @throws when the address is taken. */
export async function startListener({ config, acceptor, log, metrics }: ListenerParts): Promise<Listener> {
  const sessions = new Map<string, SessionState>()
  const peers = new PeerLimits(config.SMTP_MAX_CLIENTS, config.SMTP_MAX_CLIENTS_PER_ADDRESS)
  const receiving = new MailRoom(limits.smtpRoomBytes, limits.smtpBufferedBytesPerPeer)
  const storing = new MailRoom(limits.smtpStoringBytes)
  metrics.watchHeld(() => ({ receiving: receiving.held + peers.bytes, storing: storing.held }))
  const peerRate = new PeerRate(config.INBOUND_PER_MINUTE_PER_PEER)
  const underWay = new Set<Promise<unknown>>()
  const endedByUs = new WeakSet<SMTPServerSession>()
  let draining = false
  let collecting = false
  let uncollected = 0
  let collectedAt = 0

  // Nobody is left to read the reply. A session that we ended has been counted.
  const gone = (session: SMTPServerSession): SmtpReply => {
    if (!endedByUs.has(session)) {
      metrics.refused.inc({ reason: 'peer_gone' })
      log.debug({ session_id: session.id, code: 'peer_gone' }, 'SMTP peer gone within a message')
    }
    return smtpReply(new ServiceError('session_expired'))
  }
  const refuse = (error: unknown, session: SMTPServerSession): SmtpReply => {
    if (error instanceof PeerGone) return gone(session)
    const known = asServiceError(error)
    metrics.refused.inc({ reason: known.code })
    if (known.code === 'internal')
      log.error(
        { err: known.cause, session_id: session.id, peer: session.remoteAddress },
        'SMTP command failed',
      )
    else log.debug({ session_id: session.id, peer: session.remoteAddress, code: known.code }, 'SMTP refused')
    return smtpReply(known)
  }
  const fail = (code: ErrorCode, session: SMTPServerSession) => refuse(new ServiceError(code), session)

  const certificate = await tlsCertificate(config)
  const server = new PromptServer({
    ...certificate,
    name: config.SMTP_NAME ?? config.INBOX_DOMAIN,
    lmtp: config.SMTP_LMTP,
    useProxy: config.SMTP_PROXY_PROTOCOL.includes('*')
      ? true
      : config.SMTP_PROXY_PROTOCOL.length > 0
        ? config.SMTP_PROXY_PROTOCOL
        : false,
    size: config.MAX_MESSAGE_BYTES,
    maxRecipients: limits.recipients,
    maxCommandLength: limits.smtpCommandBytes,
    socketTimeout: config.SMTP_IDLE_SECONDS * 1_000,
    closeTimeout: drainMs,
    disableReverseLookup: true,
    // Scripts end their side once they have sent all (`… | nc`), and wait for the replies.
    allowHalfOpen: true,
    disabledCommands: ['AUTH', 'WIZ', 'SHELL', 'KILL'],
    hideENHANCEDSTATUSCODES: false,
    hideDSN: true,
    logger: false,
    // Old senders write addresses that today's grammar forbids; RCPT decides by slug anyway.
    lenientAddressParsing: true,

    onConnect(session, callback) {
      noteWork('SMTP connection')
      if (draining) return callback(fail('shutting_down', session))
      if (!peers.enter(session.remoteAddress)) return callback(fail('too_many_connections', session))
      const ageTimer = setTimeout(
        () => endSession(session, 'session_expired'),
        config.SMTP_SESSION_SECONDS * 1_000,
      )
      sessions.set(session.id, { recipients: new Map(), ageTimer })
      callback()
    },
    onClose(session) {
      const state = sessions.get(session.id)
      if (state === undefined) return
      clearTimeout(state.ageTimer)
      sessions.delete(session.id)
      peers.leave(session.remoteAddress)
    },
    onMailFrom(_address, session, callback) {
      noteWork('SMTP MAIL')
      sessions.get(session.id)?.recipients.clear()
      if (draining) return callback(fail('shutting_down', session))
      callback(peerRate.take(session.remoteAddress) ? null : fail('sender_rate_limited', session))
    },
    onRcptTo(address, session, callback) {
      noteWork('SMTP RCPT')
      findRecipient(address, session).then(
        () => callback(),
        (error) => callback(refuse(error, session)),
      )
    },
    onData(stream, session, callback) {
      noteWork('SMTP DATA')
      const done = receive(stream, session).then(
        (reply) => callback(null, reply),
        (error) => callback(refuse(error, session)),
      )
      underWay.add(done)
      void done.finally(() => underWay.delete(done))
    },
  })
  server.onRefused = (code) => metrics.refused.inc({ reason: code })
  server.on('error', (error) => log.debug({ err: error }, 'SMTP session error'))
  const use = (renewed: typeof certificate) => server.updateSecureContext(renewed)
  const follower = new CertificateFollower({ config, certificate, use, log })
  metrics.watchCertificate(() => follower.expiresAt)

  /**
   * Large messages leave memory behind that nobody collects in a process with nothing to do, and too late in one that
   * receives more of them: the engine sees little of what they hold.
   */
  function collectAfter(bytes: number): void {
    uncollected += bytes
    if (uncollected >= limits.smtpCollectBytes && Date.now() - collectedAt >= limits.smtpCollectMs) {
      uncollected = 0
      collectedAt = Date.now()
      collectGarbage()
    }
    collectLater()
  }

  function collectLater(): void {
    if (collecting) return
    collecting = true
    setTimeout(() => {
      collecting = false
      if (storing.held > 0) collectLater()
      else collectGarbage()
    }, limits.smtpRestMs).unref()
  }

  function endSession(session: SMTPServerSession, code: ErrorCode): void {
    if (endedByUs.has(session)) return
    endedByUs.add(session)
    metrics.refused.inc({ reason: code })
    server.end(session.id, code)
  }

  async function findRecipient({ address }: SMTPServerAddress, session: SMTPServerSession): Promise<void> {
    // Each RCPT that is taken over LMTP has a reply of its own (RFC 2033 §4.2), and smtp-server knows an address once.
    const { rcptTo } = session.envelope
    if (config.SMTP_LMTP && rcptTo.some((one) => one.address.toLowerCase() === address.toLowerCase()))
      throw new ServiceError('too_many_recipients')
    const recipient = isReturnPath(address)
      ? await findReportRecipient(address, session)
      : await findInbox(address)
    if (recipient === null) throw new ServiceError('mailbox_unknown')
    const known = sessions.get(session.id)?.recipients
    const inboxes = new Set(rcptTo.map((one) => known?.get(one.address.toLowerCase())?.inboxId))
    // The peer sends the message to this one afterwards (RFC 5321 §4.5.3.1.10): no transaction holds up others for long.
    if (!mayBeCopied(declaredSize(session) ?? 0, inboxes.add(recipient.inboxId).size))
      throw new ServiceError('too_many_recipients')
    await acceptor.checkQuota(recipient)
    if (recipient.policies.length > 0) await acceptor.senders.check(recipient, envelopeOf(session))
    sessions.get(session.id)?.recipients.set(address.toLowerCase(), recipient)
  }

  async function findReportRecipient(address: string, session: SMTPServerSession): Promise<Recipient | null> {
    if (!isLocalAddress(address, config.INBOX_DOMAIN)) throw new ServiceError('relaying_denied')
    const localPart = address.slice(0, address.lastIndexOf('@'))
    return acceptor.findReportRecipient(localPart, envelopeOf(session).mailFrom)
  }

  async function findInbox(address: string): Promise<Recipient | null> {
    const slug = slugOfAddress(address, config.INBOX_DOMAIN)
    if (slug === null)
      throw new ServiceError(
        isLocalAddress(address, config.INBOX_DOMAIN) ? 'mailbox_unknown' : 'relaying_denied',
      )
    return acceptor.findRecipient(slug)
  }

  async function receive(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
  ): Promise<string | (string | SmtpReply)[]> {
    const peer = networkOf(session.remoteAddress)
    const mail = new ReceivedMail(stream, peers.buffered(session.remoteAddress), {
      maxBytes: config.MAX_MESSAGE_BYTES,
      declaredBytes: declaredSize(session),
      room: (bytes, waitMs) => receiving.take(peer, bytes, waitMs),
      minBytesPerSecond: config.SMTP_MIN_BYTES_PER_SECOND,
      tooSlow: () => endSession(session, 'data_too_slow'),
      noRoom: () => endSession(session, 'storage_full'),
    })
    const { rcptTo } = session.envelope
    const known = sessions.get(session.id)?.recipients ?? new Map<string, Recipient>()
    const given = rcptTo.map(({ address }) => ({ address, recipient: known.get(address.toLowerCase()) }))
    try {
      const raw = await mail.read()
      if (given.some(({ recipient }) => recipient === undefined)) throw new ServiceError('internal')
      const inboxes = byInbox(given as { address: string; recipient: Recipient }[])
      // A peer that declares its size has heard 452 for those beyond.
      if (!mayBeCopied(raw.byteLength, inboxes.length, declaredSize(session)))
        throw new ServiceError('message_too_large')
      const submission = { envelope: envelopeOf(session), recipients: inboxes, raw }
      // Parsing and storing copy it: of large ones, some at a time.
      const giveBack =
        raw.byteLength > limits.smtpLargeBytes ? await storing.take(peer, raw.byteLength) : null
      const accepted = await acceptor.accept(submission).finally(() => giveBack?.())
      if (giveBack !== null) collectAfter(raw.byteLength)
      const stored = accepted.flatMap((entry) => (typeof entry === 'string' ? [] : entry.messageId))
      if (stored.length > 0)
        log.info(
          {
            session_id: session.id,
            peer: session.remoteAddress,
            message_ids: stored,
            size_bytes: raw.byteLength,
          },
          'message accepted',
        )
      const missing = stored.length < accepted.length
      const codeOf = (entry: Accepted) =>
        entry === 'over_limit'
          ? 'sender_rate_limited'
          : entry === 'over_quota'
            ? 'quota_exceeded'
            : 'storage_unavailable'
      // One reply speaks for all: put off, the peer sends it again, and what is stored is known as a duplicate.
      if (missing && !config.SMTP_LMTP)
        throw new ServiceError(
          accepted.includes('unavailable')
            ? 'storage_unavailable'
            : accepted.includes('over_quota')
              ? 'quota_exceeded'
              : 'sender_rate_limited',
        )
      const replyOf = (ids: string[]) => `2.6.0 OK: ${ids.slice(0, 5).join(' ')}`
      if (!config.SMTP_LMTP) return replyOf(stored)
      const replies = new Map<string, string | SmtpReply>()
      for (const [index, { recipient }] of inboxes.entries()) {
        const entry = accepted[index]!
        const reply = typeof entry === 'string' ? fail(codeOf(entry), session) : replyOf([entry.messageId])
        replies.set(recipient.inboxId, reply)
      }
      // One each, in the order of RCPT (RFC 2033 §4.2).
      return given.map(({ recipient }) => replies.get(recipient!.inboxId)!)
    } finally {
      mail.release()
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.SMTP_PORT, config.SMTP_HOST, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { address: host, port } = server.server.address() as AddressInfo

  return {
    host,
    port,
    followCertificate: () => follower.look(),
    async stop() {
      draining = true
      const closed = new Promise<void>((resolve) => server.close(resolve))
      server.drain()
      const timeout = new Promise((resolve) => setTimeout(resolve, drainMs).unref())
      await Promise.race([Promise.allSettled(underWay), timeout])
      // Replies of messages just finished go out before their sessions are ended.
      setImmediate(() => server.drain())
      await closed
    },
  }
}

/** One entry an inbox, with the addresses that reached it: several may (`slug@`, `slug+tag@`). */
function byInbox(given: { address: string; recipient: Recipient }[]) {
  const inboxes = new Map<string, { recipient: Recipient; rcptTo: string[] }>()
  for (const { address, recipient } of given) {
    const entry = inboxes.get(recipient.inboxId) ?? { recipient, rcptTo: [] }
    entry.rcptTo.push(address)
    inboxes.set(recipient.inboxId, entry)
  }
  return [...inboxes.values()]
}

function envelopeOf(session: SMTPServerSession): Submission['envelope'] {
  const { mailFrom } = session.envelope
  return {
    peerAddress: session.remoteAddress,
    helo: String(session.hostNameAppearsAs || ''),
    mailFrom: mailFrom === false ? '' : mailFrom.address,
    tls: tlsOf(session),
  }
}

/** The size that MAIL told of (RFC 1870); undefined where it told none. */
function declaredSize({ envelope: { mailFrom } }: SMTPServerSession): number | undefined {
  const { SIZE } = (mailFrom === false ? {} : (mailFrom.args ?? {})) as { SIZE?: unknown }
  const size = Number(SIZE)
  return Number.isInteger(size) && size > 0 ? size : undefined
}

function tlsOf(session: SMTPServerSession): { version: string; cipher: string } | null {
  const tls = session.tlsOptions
  if (!session.secure || !tls) return null
  const { version, name } = tls as { version?: string; name?: string }
  return { version: version ?? '', cipher: name ?? '' }
}
