/** What every page of the dashboard says, in English: its frame, its errors, its keys. */
import type { ErrorCode } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import type { Mode } from '../../domain/principal.ts'

export const frame = {
  brand: 'Agent Email',
  modes: { live: 'Live', sandbox: 'Sandbox' } satisfies Record<Mode, string>,
  liveAlone:
    'These pages show the live mode alone. What a sandbox key (`svc_test_…`) has made is seen with that key, over the API or by `agent-email`.',
  navigation: 'Dashboard',
  signOut: 'Sign out',
  backToQueue: 'Back to the queue',
  toSignIn: 'Sign in',
  places: {
    queue: 'Queue',
    overview: 'Overview',
    inboxes: 'Inboxes',
    policies: 'Policies',
    apiKeys: 'API keys',
    audit: 'Audit log',
    members: 'Members',
    billing: 'Billing',
    settings: 'Settings',
  },
}

/** What the API says otherwise than somebody would who reads it of a form. */
const ofCodes: Partial<Record<ErrorCode, string>> = {
  idempotency_conflict: 'This form is being worked on already.',
  idempotency_mismatch:
    'This form was sent before, with other values. Send it again if you want these as well.',
}

export const errors = {
  emptyForm: 'The form does not say what to do.',
  neitherYesNorNo: 'The form says neither yes nor no.',
  foreignForm: 'The form is not from a page of yours: go back, load the page again, and try once more.',
  noAttachment: 'The message has no such attachment.',
  failedTitle: 'That did not work',
  /** What the API says of a call that it refuses, which it mostly says as readers of forms need it. */
  ofApi: (code: ErrorCode, message: string) => ofCodes[code] ?? message,
  /** The same, field by field. */
  ofFields: (_code: ErrorCode, sentences: string) => sentences,
  /** A field of a form, by its label, within a sentence. */
  field: (label: string) => `“${label}”`,
  unreadableForm: 'The form could not be read. Go back and try again.',
  403: {
    title: 'You may not do that',
    todo: 'Your role does not allow it. An owner of the account can change it, under Members.',
  },
  404: {
    title: 'Nothing is here',
    todo: 'It was deleted, or the address is not complete. What waits for you stands in the queue.',
  },
  429: { title: 'That was too often', todo: 'Wait a minute, then try again.' },
  503: {
    title: 'Not possible just now',
    todo: 'Something that the service needs does not answer. What is stored is safe. Wait a minute, then load the page again and see whether your last step was taken; if this stays so, tell whoever runs the service.',
  },
  asked: { title: 'That can not be done', todo: 'Go back and try again.' },
  failed: {
    title: 'Something went wrong',
    todo: 'Go back and try again. If it stays so, tell whoever runs the service: its log says what happened.',
  },
}

export const fields = {
  from: 'From',
  to: 'To',
  cc: 'Cc',
  bcc: 'Bcc',
  replyTo: 'Replies go to',
  subject: 'Subject',
  body: 'Text',
  html: 'HTML',
}

export const chart = {
  described: (totals: string, most: string) => `${totals}. Most in one step: ${most}.`,
  asTable: 'As a table',
  tableOf: (title: string) => `${title}, as a table`,
  nothing: 'Nothing was counted.',
  noRows: 'Where nothing was counted there is no row.',
}

export const keys = {
  open: 'Keyboard shortcuts (?)',
  title: 'Keyboard shortcuts',
  single: 'Use single keys in this browser',
  close: 'Close',
  what: {
    'j k': 'The next mail, the one before',
    Enter: 'Open it',
    a: 'Approve it, or release it',
    'y n': 'Yes, and no, where it asks once more',
    e: 'Edit it first',
    r: 'Reject it, with a reason; delete what was withheld',
    u: `Undo the last decision, within ${limits.undoSeconds} seconds`,
    'x s': 'Select it, and all like it; then a and r decide on all that are selected',
    b: 'Block its sender',
    'Ctrl+Enter': 'Send what you wrote: the reason, the edit',
    p: 'Show its keys, passwords and codes, on record',
    w: 'Report what it is',
    g: 'The queue as it is now',
    Escape: 'Out of a field; back to the queue',
    '?': 'This help',
  },
}

/** What a decision came to, once it is carried out; before, see `pending.due`. */
export const done = {
  approved: 'Approved: it is on its way.',
  rejected: 'Rejected: it is not sent.',
  released: 'Released: it goes on as if it had passed.',
  deleted: 'Deleted for good.',
  several: 'Done: all that were selected.',
  blocked: 'Blocked: mail of this sender is refused from now on. This one is still to be decided on.',
  edited: 'Saved: it was judged anew, and goes on waiting.',
  undone: 'Undone: it waits as before.',
  none: 'Nothing is selected: x selects the mail that has the focus, as its box does.',
  reported: 'Your report is on record, and the guard goes by it.',
}
