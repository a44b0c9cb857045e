/** What the dashboard says, by page, in English: a second language is a second file of this shape. */
import { limits } from '../../shared/domain/limits.ts'

/** A page of an error: what happened, and what to do where nobody has said more of this case. */
interface ErrorText {
  title: string
  todo: string
}

export const texts = {
  frame: {
    brand: 'Agent Email',
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
  },
  errors: {
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
  } satisfies Record<string, ErrorText | string>,
  mail: {
    noSubject: '(no subject)',
    older: 'Older ones',
    more: 'More',
    messages: (count: number) => `${count} ${count === 1 ? 'message' : 'messages'}`,
    notJudged: 'not judged',
    risk: 'risk',
    received: 'Received',
    written: 'Written by the agent',
    withheld: 'It is withheld: don’t trust what it says.',
  },
  keys: {
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
  },
  done: {
    approved: 'Approved: it is on its way.',
    rejected: 'Rejected: it is not sent.',
    released: 'Released: it goes on as if it had passed.',
    deleted: 'Deleted for good.',
    several: 'Done: all that were selected.',
    blocked: 'Blocked: mail of this sender is refused from now on. This one is still to be decided on.',
    undone: 'Undone: it waits as before.',
    none: 'Nothing is selected: x selects the mail that has the focus, as its box does.',
    reported: 'Your report is on record, and the guard goes by it.',
  },
  pending: {
    undo: 'Undo',
    within: `within ${limits.undoSeconds} seconds`,
    soon: (done: string) => `It is ${done} in a few seconds.`,
    rowSoon: (subject: string, done: string) => `${subject}: ${done} in a few seconds.`,
    failed: (done: string, why: string) => `It could not be ${done}: ${why}`,
  },
  levels: {
    legend: 'Security level',
    receive_only: {
      name: 'Receive only',
      says: 'Dangerous mail is withheld. The agent can not send.',
    },
    guarded_receive: {
      name: 'Guarded, receive only',
      says: 'Dangerous and suspicious mail is withheld. The agent can not send.',
    },
    guarded_send: {
      name: 'Guarded',
      says: 'Dangerous mail is withheld. The agent sends, and what is risky waits for you.',
    },
    full_lockdown: {
      name: 'Full lockdown',
      says: 'Dangerous and suspicious mail is withheld. Everything that the agent sends waits for you.',
    },
  },
  inboxes: {
    title: 'Inboxes',
    none: 'There are none yet. Make the first one below: mail for it arrives at once.',
    new: 'New inbox',
    slug: 'Name in its address',
    slugHint: 'Lower-case letters and digits, as in support-agent.',
    displayName: 'Name that recipients see',
    make: 'Make it',
    paused: 'paused',
  },
  conversations: {
    title: 'Conversations',
    one: 'Conversation',
    none: 'No conversations yet. The first mail begins one.',
    toInbox: 'Back to the inbox',
    newest: 'the newest',
    cut: (shown: number, all: number) => `The newest ${shown} of ${all} messages.`,
    fromTo: (from: string, to: string) => `From ${from} to ${to},`,
  },
  review: {
    kicker: 'Approval of an outbound message',
  },
  findings: {
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
  },
  signIn: {
    title: 'Sign in',
    kicker: 'Dashboard',
    ended: `You are signed out. A session lasts ${limits.sessionDays} days, and ends when you or an owner end it.`,
    address: 'Your mail address',
    hint: 'You are mailed a link that signs you in.',
    button: 'Mail me a link',
    noAddress: 'That is not a mail address.',
    passkey: 'Sign in with a passkey',
    passkeyHint: 'For a browser or a security key to which you have added one.',
    passkeyRefused:
      'That did not sign you in: the passkey may have been removed, or it took too long. Try again, or have a link mailed.',
  },
  own: {
    title: 'Your settings',
    sessions: 'Where you are signed in',
    silentBrowser: 'A browser that says nothing of itself',
    thisOne: 'this one',
    from: 'From',
    since: 'since',
    until: 'until',
    endSession: 'End it',
    sessionOver: 'That session has ended already.',
    notices: {
      title: 'Notices by mail',
      what: 'How you are told of what waits for a person.',
      choices: {
        each: 'A mail for each message that waits for approval',
        hourly: 'A digest each hour, if something waits',
        daily: 'A digest each day, at the time at which you choose it, if something waits',
        none: 'No mail',
      },
      save: 'Save it',
      viewer: 'Viewers get no notices of what waits.',
    },
    done: {
      notices: 'Saved.',
      passkey_added: 'Added: it signs you in from now on.',
      passkey_removed: 'Removed: it signs nobody in any more.',
    },
  },
  passkeys: {
    title: 'Passkeys',
    what: 'A passkey signs you in without a mail: by the fingerprint, face or PIN of a device of yours, or by a security key.',
    added: 'Added',
    lastUsed: 'last used',
    neverUsed: 'never used',
    remove: 'Remove',
    gone: 'That passkey is gone already.',
    nameLabel: 'Name',
    name: 'Passkey',
    add: 'Add a passkey',
    later: `A passkey can be added within ${limits.passkeySessionMinutes} minutes of signing in. To add one, sign out and sign in again.`,
    noSite: 'Passkeys need a host name: they do not work while the service is reached by an IP address.',
    stopped: 'That came to nothing: it was stopped, or this device has no passkey for here. Try again.',
  },
}

/** What a page of an error says. */
export function errorText(status: number): ErrorText {
  const { errors } = texts
  if (status === 403 || status === 404 || status === 429 || status === 503) return errors[status]
  return status >= 500 ? errors.failed : errors.asked
}
