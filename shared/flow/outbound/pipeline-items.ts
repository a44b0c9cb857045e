/** What a message that leaves is, step by step. */

import type { HoldReason } from '../../domain/approval.ts'
import type { ParsedMail } from '../../domain/parsed-mail.ts'
import type { Policy } from '../../domain/policy.ts'
import type { Principal } from '../../domain/principal.ts'
import type { ScanOutcome } from '../../domain/scan.ts'
import type { ForwardBody, ReplyBody, SendBody } from '../../domain/send.ts'
import type { DraftJudgement } from '../../judge/judge-draft.ts'
import type { OutgoingDraft } from '../../judge/outgoing-draft.ts'
import type { Redactions } from '../../judge/redact-draft.ts'
import type { MessageHashes } from '../../mail/message-hashes.ts'
import type { Job } from '../../queue/queue.ts'
import type { StoredMessage } from '../../store/message.ts'
import type { OutboundMessage } from '../../store/outbound-message.ts'
import type { Original, SendingInbox } from '../../store/sending.ts'

/** What is asked for: a new message of an inbox, whether a draft of it is kept, or one that a message gives rise to. */
export type SendOrder =
  | { kind: 'send'; slug: string; body: SendBody; draft?: { id: string; version: number } }
  | { kind: 'reply' | 'reply_all'; messageId: string; body: ReplyBody }
  | { kind: 'forward'; messageId: string; body: ForwardBody }

/** A message that an agent asks for. */
export interface Asked {
  principal: Principal
  order: SendOrder
  /** Id the message gets (`msg_`). */
  id: string
  /** When it was asked for, in milliseconds since 1970. */
  at: number
}

/** What is judged: a draft that an agent sends, or that a reviewer has edited. */
export interface Drafted {
  /** Who wrote it; no key where it was on a page. */
  principal: Pick<Principal, 'tenantId' | 'userId'> & { keyId: string | null }
  /** Id the message gets (`msg_`), or has. */
  id: string
  /** When it was asked for, in milliseconds since 1970. */
  at: number
  inbox: Pick<SendingInbox, 'id' | 'slug'>
  /** The message that is answered or forwarded; null for a new one. */
  original: Pick<Original, 'threadId' | 'content_hidden'> | null
  policies: Policy[]
  /** Whether whoever wrote it reads withheld mail. */
  readsWithheld: boolean
  draft: OutgoingDraft
}

/** A draft of an agent's, which may be sent as far as its inbox and its recipients go. */
export interface Sending extends Drafted, Asked {
  principal: Principal
  inbox: SendingInbox
  original: Original | null
}

/** A draft as it is composed, and all that is known of it. */
export interface Judgement extends DraftJudgement {
  raw: Buffer
  hashes: MessageHashes
  mail: ParsedMail
  scan: ScanOutcome | null
}

/** A draft on its way; each type has what the step before it has found. */
export type Redacted<Draft extends Drafted = Drafted> = Draft & Redactions
export type Judged<Draft extends Drafted = Drafted> = Redacted<Draft> & Judgement

/** A message of an agent's that is stored, and why it waits; empty where it doesn't. */
export interface Stored {
  message: StoredMessage
  holds: HoldReason[]
}

/** Why a message that was taken must not leave. */
export interface RelayRefusal {
  /** A code of the error table: `inbox_paused`, `level_insufficient`, `approval_required`, `policy_blocked`. */
  code: string
  reason: string
  policyId: string | null
}

/** A message on its way out. */
export interface Relaying {
  job: Job<'relay'>
  message: OutboundMessage
  /** Set by `recheck`: the policies that let it go, which need not be held against it again while they are the same. */
  passed?: Policy[]
}
