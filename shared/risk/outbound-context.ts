/** What is known of a draft beside its text: its thread, its recipients, what others have told. */
import type { Lesson } from '../domain/lesson.ts'

/** An inbound mail of the thread that is being answered: what it says is not to be obeyed blindly. */
export interface ThreadMail {
  /** Addresses of its From and Reply-To. */
  from: readonly string[]
  /** Addresses of its To and Cc. */
  recipients: readonly string[]
  subject: string
  /** Its visible text. */
  text: string
  /** Where its links lead. */
  links: readonly string[]
  /** The score it got when it came in. */
  riskScore: number
  /** Whether its sender is proven and known: then it taints nothing. */
  trusted: boolean
}

/** What another thread of the inbox says, as the fingerprints of its texts. */
export interface OtherThread {
  threadId: string
  fingerprints: readonly number[]
  /** What its mail says; absent: only its fingerprints are known. */
  text?: string
  /** Whether it is proven to be from the tenant's own house. */
  ofHouse?: boolean
}

/** A value of the draft that came in by untrusted mail, in any thread of the tenant. */
export interface TaintedValue {
  kind: 'address' | 'domain' | 'link' | 'account' | 'phone'
  /** What it is, as the draft has it. */
  shown: string
  /** Whether the draft goes there; else it passes it on. */
  recipient: boolean
  /** The mail that named it. */
  messageId: string
  /** Whether that mail is withheld; else it was let in. */
  withheld: boolean
}

/** All that the outbound scorers know beside the mail itself. Plain data: it crosses thread borders. */
export interface OutboundContext {
  /** The address of the inbox that sends. */
  inboxAddress: string
  /** Addresses of the envelope: To, Cc and Bcc. */
  recipients: readonly string[]
  /** Addresses the inbox has dealt with before and outside this thread. */
  knownRecipients: readonly string[]
  /** Of those, whom it has written to of its own accord, or for longer than a day, and the tenant's own people. */
  correspondents: readonly string[]
  /** Of the recipients, the tenant's own people and inboxes. */
  colleagues: readonly string[]
  /** Domains the inbox has mail from. */
  knownDomains: readonly string[]
  /** Inbound mail of the thread that is answered, oldest first; none for a new thread. */
  thread: readonly ThreadMail[]
  /** What the inbox wrote in that thread before any of them, new text only. */
  opening: readonly string[]
  /** What recipients have written to the inbox outside that thread: what they know already. */
  told: readonly { from: string; text: string }[]
  /** The other threads of the inbox, as far as the caller knows them. */
  otherThreads: readonly OtherThread[]
  /** Canary tokens of the tenant that are looked for. */
  canaries: readonly string[]
  /** What all of its canary tokens begin with: what stands behind one of these is answered. */
  canaryMarks: readonly string[]
  /** Text attachments of the mail (CSV, JSON, source …), as far as they are read. */
  attachmentTexts: readonly { filename: string; text: string }[]
  /** What their readers see of these, as it is read of mail that comes in; absent: the texts as they are. */
  attachmentsShown?: readonly { filename: string; text: string }[]
  /** What the files in its attachments are called, each behind what holds it; absent where nobody has looked. */
  heldNames?: readonly string[]
  /** What the HTML part shows, without hidden text, style sheets and scripts; absent: not looked at, or there is none. */
  seen?: string
  /** What stands in fields: of the header, of parts, of the envelope. */
  fieldTexts: readonly { where: string; texts: readonly string[] }[]
  /** What of the draft untrusted mail has named; absent: not looked up. */
  tainted?: readonly TaintedValue[]
  /** Drafts of the tenant that reviewers did not let out. */
  lessons?: readonly Lesson[]
}

/** A context that knows nothing but who writes to whom. */
export const bareContext = (inboxAddress: string, recipients: readonly string[]): OutboundContext => ({
  inboxAddress,
  recipients,
  knownRecipients: [],
  correspondents: [],
  colleagues: [],
  knownDomains: [],
  thread: [],
  opening: [],
  told: [],
  otherThreads: [],
  canaries: [],
  canaryMarks: [],
  attachmentTexts: [],
  fieldTexts: [],
})
