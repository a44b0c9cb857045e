/** What the mails say that the service writes to people, in English. */
import type { HoldReason } from '../../domain/approval.ts'
import type { SignupMode } from '../../domain/confirmation.ts'
import { limits } from '../../domain/limits.ts'
import type { Role } from '../../domain/user.ts'
import { dates } from './language.ts'

const noticesOnly = 'notices to this address show nothing of the messages they are about'
/** What an account can't do, or have, before its address is confirmed. */
const whatWaits: Record<SignupMode, string> = {
  open: noticesOnly,
  confirm: 'the account sends no live mail, buys no credits and invites nobody',
  invite: noticesOnly,
  closed: noticesOnly,
}

/** Why mail that came in waits, on pages too. */
export const withheldReasons = {
  level: 'The level of its inbox withholds flagged mail, too.',
  risk: 'Its risk score is higher than what comes in by itself.',
  policy: 'A policy withholds it.',
  unjudged: 'A check gave no answer, so a person has to look.',
  withheld: 'It answers or forwards a message that is withheld.',
} satisfies Record<HoldReason, string>

/** Why a message that is to leave waits, on pages too. */
export const holdReasons = {
  level: 'Every message of this inbox waits for a reviewer.',
  risk: 'Its risk score is higher than what may leave by itself.',
  policy: 'A policy asks for a reviewer.',
  unjudged: 'A check gave no answer, so a person has to look.',
  withheld: 'It answers or forwards a message that is withheld.',
} satisfies Record<HoldReason, string>

const written = new Intl.DateTimeFormat(dates, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })

export const mails = {
  /** A time, given as ISO 8601. */
  time: (iso: string) => `${written.format(new Date(iso))} UTC`,
  accounts: 'Accounts',
  approvals: 'Approvals',
  openQueue: 'Open the queue',
  signIn: {
    subject: (domain: string) => `Sign in at ${domain}`,
    title: 'Sign in',
    how: `Open this link in the browser in which you asked for it. It works once, for ${limits.signInMinutes} minutes:`,
    no: 'If you did not ask for it, do nothing: nobody else can use it.',
  },
  invitation: {
    subject: (domain: string) => `You are invited to ${domain}`,
    title: 'You are invited',
    may: {
      owner: 'decide what agents send and receive, and change everything',
      reviewer: 'see the mail of agents, and decide what waits for a person',
      viewer: 'see the mail of agents, and what waits for a person',
    } satisfies Record<Role, string>,
    asked: (inviter: string | null, domain: string, may: string) =>
      `${inviter ?? 'Somebody whose own address is not confirmed'} invites this address to an account at ${domain}, to ${may}.`,
    yes: 'To come in, open this page and give this address; you are mailed a link that signs you in:',
    no: 'If you do not know what this is about, do nothing.',
    open: 'Open the page to sign in',
  },
  confirmation: {
    subject: (domain: string) => `Confirm your address for ${domain}`,
    title: 'Confirm your address',
    asked: (domain: string) => `Somebody gave this address for an account at ${domain}.`,
    yes: (signup: SignupMode, until: string) =>
      `If it was you, open this link and confirm it; until then ${whatWaits[signup]}. It works once, until ${until}:`,
    no: 'If it was not you, do nothing: mail of the account to an address that nobody confirmed shows nothing of its messages.',
    open: 'Open the page to confirm',
  },
  passkey: {
    title: { added: 'A passkey was added', removed: 'A passkey was removed' },
    happened: {
      added: (domain: string, time: string) =>
        `A passkey was added to your user at ${domain}, ${time}. It signs in without a mail.`,
      removed: (domain: string, time: string) =>
        `A passkey of your user at ${domain} was removed, ${time}. It no longer signs anybody in.`,
    },
    yes: 'If that was you, do nothing.',
    no: 'If it was not you, open your settings: remove passkeys that you do not know, and end all sessions.',
    open: 'Open your settings',
  },
  webhook: {
    title: 'A webhook was switched off',
    subject: (address: string) => `A webhook was switched off: ${address}`,
    what: (address: string, origin: string, since: string) =>
      `The webhook of ${address} at ${origin} has answered nothing but failures since ${since}. After ${limits.webhookFailingDays} days of that it was switched off: nothing is pushed to it any more. Mail to the inbox is taken as before.`,
    on: 'Once the receiver works, switch the webhook on again:',
    again: (count: number, more: boolean) =>
      `Then have delivered what has failed (${count}${more ? ' or more' : ''} so far):`,
    toStranger: (domain: string) =>
      `A webhook of an account at ${domain} for which somebody gave this address has failed for ${limits.webhookFailingDays} days, and was switched off.`,
    yours: 'If the account is yours, its inboxes say which. If it is not, do nothing.',
  },
  notice: {
    title: 'Approval needed',
    subject: (subject: string) => `Approval needed: ${subject}`,
    what: 'A message of an agent waits for your approval.',
    look: 'Look at all of it and decide:',
    button: 'Look at it and decide',
    explanation:
      'This link is yours alone and works until somebody has decided. Opening it decides nothing. Do not forward this mail.',
    noSubject: '(no subject)',
    notShown: '(not shown here)',
    noText: '(no text)',
    from: 'From',
    to: 'To',
    cc: 'Cc',
    bcc: 'Bcc',
    subjectLine: 'Subject',
    also: 'Also',
    files: 'Files',
    begins: 'Begins',
    score: 'Risk score',
    noScore: 'none',
    scoreOf: (score: number, summary: string) => `${score} of 100. ${summary}`,
    why: 'Waits because',
    until: 'Until',
    untilThen: (time: string) => `${time}; then it is not sent.`,
    andMore: (named: string, more: number) => `${named} and ${more} more`,
    listedMore: (named: string, more: number) => `${named}, and ${more} more`,
  },
  digest: {
    title: 'What waits for you',
    subject: (count: number, more: boolean) =>
      more ? `${count} and more wait for you` : `${count} ${count === 1 ? 'waits' : 'wait'} for you`,
    what: (count: number, more: boolean) =>
      more
        ? `${count} and more messages wait for a person to decide.`
        : `${count} ${count === 1 ? 'message waits' : 'messages wait'} for a person to decide.`,
    rest: 'And more: the queue has all of them.',
    why: 'You get this digest because you chose it. Change that under your settings, behind your address.',
    line: (subject: string, outbound: boolean, from: string, to: string, score: number | null) =>
      `${subject}: ${outbound ? 'waits for approval' : 'withheld'}, ${from} to ${to}${score === null ? '' : `, risk score ${score}`}`,
  },
  withheld: {
    title: 'Withheld mail',
    subject: (count: number) => (count === 1 ? 'A message was withheld' : `${count} messages were withheld`),
    what: (count: number) =>
      count === 1 ? 'An inbound message was withheld.' : `${count} inbound messages were withheld.`,
    rest: 'The queue has the others that still wait.',
    why: 'You get this mail because you chose one for each message. Change that under your settings, behind your address.',
  },
}
