/** What the pages say on which people look at mail and decide on it, in English. */
import type { FeedbackLabel } from '../../domain/feedback.ts'
import { limits } from '../../domain/limits.ts'

/** What is asked of several: "Approve 2 and release 1". */
const asked = (parts: [verb: string, count: number][]): string =>
  parts
    .filter(([, count]) => count > 0)
    .map(([verb, count], at) => `${at === 0 ? verb : verb.toLowerCase()} ${count}`)
    .join(' and ')

export const queue = {
  title: 'Queue',
  heading: 'What waits for you',
  wait: (count: number, shown: string) => (count === 1 ? '1 message waits.' : `${shown} messages wait.`),
  waitMore: (most: string) => `More than ${most} messages wait.`,
  noneHere: 'Nothing waits on this page of the queue any more.',
  empty: 'Nothing waits. Messages that need approval, and mail that was withheld, show up here.',
  overview: 'What came and left',
  selected: 'Selected:',
  pass: 'Approve, release',
  stop: 'Reject, delete',
  isNew: 'new.',
  showNow: 'Show the queue as it is now',
  select: (subject: string) => `Select: ${subject}`,
  /** `recipients`: to how many different ones they are to be sent; one, and of mail that came in: it isn’t said. */
  selectAlike: (count: number, recipients: number) =>
    `Select the ${count} like it${recipients > 1 ? `, to ${recipients} different recipients` : ''}`,
  wantsToLeave: 'To be sent',
  withheld: 'Withheld',
  notSentAfter: 'decide by',
  order: 'Order',
  newest: { sort: 'Newest first', before: 'Newer', after: 'Older', further: 'Older ones' },
  risk: { sort: 'Highest risk first', before: 'Before', after: 'Next', further: 'Lower risk' },
}

export const mail = {
  noSubject: '(no subject)',
  toWhom: (address: string) => `To ${address}`,
  fromWhom: (address: string) => `From ${address}`,
  further: (count: number, all: number) => `and ${count} more, ${all} in all`,
  furtherField: (characters: number) => `… ${characters} characters more`,
  older: 'Older ones',
  more: 'More',
  messages: (count: number) => `${count} ${count === 1 ? 'message' : 'messages'}`,
  cut: (characters: number) => `[… ${characters} characters more]`,
  unsafeHtml: 'The HTML part could not be made safe to show. Its source is below.',
  htmlPart: 'The HTML part of the message',
  shownWithout: 'Shown without remote images, and without what is hidden in it.',
  links: (count: number) => `Where its links lead (${count})`,
  misleading: (count: number) =>
    count === 1
      ? 'A link shows one address and leads to another:'
      : `${count} links show one address and lead to another:`,
  leadsTo: (shown: string, url: string) => `“${shown}” leads to ${url}`,
  textPart: 'The text part',
  sourceSent: 'The source of the HTML part, as it will be sent',
  sourceReceived: 'The source of the HTML part, as it came',
  attachments: 'Attachments',
  scans: {
    pending: 'not scanned yet',
    clean: 'scanned, clean',
    infected: 'infected',
    error: 'could not be scanned',
  },
  partHeaders: 'The header of each part, as it will be sent',
  bytes: (count: number) => `${count} ${count === 1 ? 'byte' : 'bytes'}`,
  kilobytes: (count: string) => `${count} kB`,
  megabytes: (count: string) => `${count} MB`,
  answers: 'What it answers',
  sentBy: (address: string) => `Sent by ${address}`,
  distrust: 'It was withheld: do not trust it',
  utc: 'UTC',
  notJudged: 'not judged',
  risk: 'risk',
  received: 'Received',
  written: 'Written by the agent',
  withheld: 'It is withheld: don’t trust what it says.',
}

export const queuedMail = {
  noSubject: 'A mail without a subject',
  back: 'Back to the queue',
  backToInbox: (slug: string) => `Back to ${slug}`,
  why: 'Why it waits',
  whyThen: 'Why it waited',
  found: 'What was found in it',
  decidedBy: {
    approved: (who: string) => `Approved by ${who}`,
    rejected: (who: string) => `Rejected by ${who}`,
  },
  editedBy: (who: string, revision: number) => `Edited by ${who} (revision ${revision})`,
  somebodyGone: 'somebody who has no access any more',
  message: 'The message',
  headerAndSenders: 'Header and senders',
  allFields: 'All header fields',
  wantsToLeave: 'To be sent. Unless somebody approves it by',
  notSent: 'it is not sent.',
  withheld: 'Withheld: the agent does not see it.',
  decided: (status: string) => `Nothing is left to decide: ${status}.`,
  decidedMeanwhile:
    'It no longer waits: somebody has decided on it meanwhile, or its time was up. Nothing has changed now.',
  editedMeanwhile: 'Another reviewer has edited the message meanwhile: look at it again.',
  viewer: 'Your role lets you read this mail, and not decide on it.',
  noSender: 'It names no sender that could be blocked.',
  secrets: {
    shown: 'Its secrets are shown, which is on record.',
    masked: (mask: string) => `Keys, passwords and codes in it are masked: ${mask}.`,
    unread: '(not shown: it could not be searched for secrets)',
    show: 'Show them',
    showHint: 'It is put on record that you did.',
    title: 'It holds secrets',
    says: 'Keys, passwords or codes stand in what you want to edit. They are shown there, and it is put on record that they were.',
    edit: 'Show and edit it',
  },
  no: 'No, back',
  sure: {
    title: 'Are you sure?',
    score: 'Its risk score is',
    of: (score: number) => `${score} of 100`,
    approve: { asks: 'Send it all the same?', yes: 'Yes, approve it' },
    release: { asks: 'Let it through all the same?', yes: 'Yes, release it' },
  },
  release: 'Release',
  delete: 'Delete',
  deleteSays: 'It is gone for good, with its attachments. The agent never sees it.',
  deleteIt: 'Delete it for good',
  report: {
    title: 'Report',
    what: 'What is it?',
    choose: 'Choose …',
    labels: {
      clean: 'clean',
      injection: 'injection',
      phishing: 'phishing',
      spam: 'spam',
      malware: 'malware',
      leak: 'leak',
      other: 'other',
    } satisfies Record<FeedbackLabel, string>,
    note: 'Note',
    save: 'Put it on record',
  },
  block: {
    title: 'Block the sender',
    whose: 'Whose mail is refused from now on, by all inboxes?',
    allOf: (domain: string) => `all of ${domain}`,
    hint: 'It is a policy, which can be changed and deleted. This mail stays as it is.',
    refuse: 'Refuse it',
    policyName: (sender: string) => `Blocked: ${sender}`,
  },
  cameTo: 'Came to',
  answersTo: 'Answers go to',
  since: 'Since',
  date: 'Date',
  writtenHere: 'It was written in this service, and did not come by mail.',
  none: 'none',
  before: 'Before it, in the thread',
}

/** What a decision makes of a mail, within a sentence: "It is approved in a few seconds." */
export const decided = {
  approve: 'approved',
  reject: 'rejected',
  release: 'released',
  delete: 'deleted',
}

export const pending = {
  decidedAlready: 'Somebody has decided on it a moment ago.',
  tooLate: 'It is too late: that was carried out.',
  undo: 'Undo',
  /** Of the decision that was made a moment ago, and is not carried out yet. */
  due: {
    approve: (mail: string) => `${mail} will be sent in ${limits.undoSeconds} seconds.`,
    reject: (mail: string) => `${mail} will be rejected in ${limits.undoSeconds} seconds.`,
    release: (mail: string) => `${mail} will be released in ${limits.undoSeconds} seconds.`,
    delete: (mail: string) => `${mail} will be deleted in ${limits.undoSeconds} seconds.`,
  },
  /** Of an approved one that leaves at a time of its own, which follows. */
  dueLater: (mail: string) => `${mail} will be approved in ${limits.undoSeconds} seconds, and sent at`,
  /** The mail that it is about, at the beginning of a sentence. */
  named: (subject: string) => `“${subject}”`,
  it: 'It',
  soon: (done: string) => `It is ${done} in a few seconds.`,
  rowSoon: (subject: string, done: string) => `${subject}: ${done} in a few seconds.`,
  seen: 'I have seen it',
  failed: (done: string, why: string, mail = 'It') => `${mail} could not be ${done}: ${why}`,
}

export const batch = {
  pass: (approved: number, released: number) =>
    `${asked([
      ['Approve', approved],
      ['Release', released],
    ])}?`,
  stop: (rejected: number, deleted: number) =>
    `${asked([
      ['Reject', rejected],
      ['Delete', deleted],
    ])}?`,
  risky: (count: number, bound: number) =>
    `${count} of them ${count === 1 ? 'has' : 'have'} a risk score above ${bound}.`,
  goneForGood: 'What was withheld is gone for good, with its attachments.',
  yes: (count: number) => `Yes, all ${count}`,
  no: 'No, back',
  edited: 'Another reviewer has edited it meanwhile.',
  someLeft: 'Some are left',
  passed: (done: number, all: number) => `${done} of ${all} are on their way.`,
  stopped: (done: number, all: number) => `${done} of ${all} are stopped.`,
  failed: 'What could not be done',
}

export const review = {
  title: 'Approval needed',
  kicker: 'Approval of an outbound message',
  since: 'Waits since',
  until: 'Unless somebody approves it by',
  notSent: 'it is not sent.',
  sentAt: 'If approved, it is sent at',
  why: 'Why it waits',
  message: 'The message',
  decision: 'Your decision',
  approve: 'Approve and send',
  edit: 'Edit first',
  reject: 'Reject',
  reason: 'Reason',
  reasonHint: '(the agent can read it)',
  rejectIt: 'Reject and do not send',
  edited: 'Edited by a reviewer',
  revision: (revision: number) =>
    `This is revision ${revision}. It was judged anew; approving sends exactly this.`,
  changes: 'What the last edit changed',
  queue: 'All that waits',
  queueHint: '(you are asked to sign in)',
}

export const result = {
  invalid: {
    title: 'This link does not work',
    says: 'It is incomplete, or what it led to is gone. Links stand in the notice that you were sent; use it as it is.',
  },
  expired: 'Expired',
  expiredBy: 'Nobody decided by',
  expiredSays: 'the message is not sent.',
  approved: { title: 'Approved', says: 'It is on its way, exactly as it was shown.' },
  rejected: { title: 'Rejected', says: 'It is not sent. The agent can read that, and the reason.' },
  you: 'You',
  other: 'Another reviewer',
  decided: (who: string, status: string) => `${who} ${status} this message,`,
  reason: (reason: string) => `Reason: ${reason}`,
  queue: 'What else waits',
}

export const edit = {
  title: 'Edit the message',
  judgedAnew:
    'What you save is judged as if it were sent anew, and goes on waiting: you approve it on the next page.',
  bothParts: 'Most readers see the HTML part: change both, or send the text alone.',
  textOnly: 'Send the text part alone',
  save: 'Save as a new revision',
  back: 'Back without saving',
  editedMeanwhile:
    'The message has been edited since you opened this form. What you wrote stands below and is not saved yet; if you save it, it replaces what the message says now.',
  asItIs: (field: string) => `${field}, as it is now`,
  nothing: '(nothing)',
}

export const provenance = {
  title: 'What the agent had read',
  note: `Inbound mail that the key which wrote this message had read before, the newest first, of the last ${limits.recordedReadDays} days. Mail that came to the agent by a webhook, an event stream or another key isn’t known here.`,
  none: 'Nothing is on record.',
  when: (before: string) => `read ${before} before it wrote`,
  subjectless: '(no subject)',
  proven: 'sender proven',
  unproven: 'sender not proven',
  verdicts: { clean: 'clean', flagged: 'flagged', withheld: 'withheld' },
  released: 'released',
  notJudged: 'not judged',
  distrust: 'Do not trust it.',
  spans: {
    seconds: 'less than a minute',
    minutes: (many: number) => `${many} ${many === 1 ? 'minute' : 'minutes'}`,
    hours: (many: number) => `${many} ${many === 1 ? 'hour' : 'hours'}`,
    days: (many: number) => `${many} ${many === 1 ? 'day' : 'days'}`,
  },
}

export const findings = {
  notJudged: 'It was not judged.',
  score: 'Risk score',
  scoreOf: (score: number, level: 'high' | 'medium' | 'low') => `${score} of 100, ${level}`,
  points: (points: number) => `${points} ${points === 1 ? 'point' : 'points'}`,
  takenOut: (what: string) => `Policies took out: ${what}.`,
  wholeText: 'The whole text',
  marked: 'Marked in the text:',
  toPassage: (number: number) => `Passage ${number}`,
  toFindings: (number: number) => `What was found in passage ${number}`,
  places: {
    subject: 'In the subject',
    body: 'In the text',
    html: 'In the HTML part',
    hidden: 'Hidden in it',
    raw: 'In the message as it came',
    model: 'The model says',
  },
  inHeader: (name: string) => `In the header field ${name}`,
  inAttachment: (name: string) => `In the attachment ${name}`,
  decoded: (place: string, encodings: string) => `${place}, decoded from ${encodings}`,
}
