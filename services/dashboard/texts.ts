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
    done: {
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
