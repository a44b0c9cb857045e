/** What the pages say on which people sign in, confirm an address, and choose for themselves, in English. */
import { limits } from '../../domain/limits.ts'

export const signIn = {
  title: 'Sign in',
  kicker: 'Dashboard',
  ended: `You are signed out. A session lasts ${limits.sessionDays} days, and ends when you or an owner end it. If you have just pressed a button, nothing was done: sign in, and do it again.`,
  sent: {
    title: 'Check your mail',
    ifKnown: (email: string) => `If ${email} is the address of a user here, a link is on its way to it.`,
    open: `Open it in this browser within ${limits.signInMinutes} minutes.`,
    captured:
      'This service sends no mail out (RELAY_URL is capture:): the mail is a file in .data/outbox, or in the outbox of its DATA_DIR.',
    again: 'Nothing came? Ask again, or give another address.',
  },
  as: (email: string) => `As ${email}:`,
  to: (organization: string) => `Sign in to ${organization}`,
  never:
    'You have never signed in there: somebody invited this address, or signed up with it. Go on only if you know who did.',
  askAgain: 'Ask for another one.',
  over: { title: 'This link is over', says: `A link works once, for ${limits.signInMinutes} minutes.` },
  anotherBrowser: {
    title: 'Another browser asked for this link',
    says: 'Open it where you asked for it; nobody is signed in here.',
    askHere: 'Or ask for one here.',
  },
  invalid: {
    title: 'This link does not work',
    says: 'It is incomplete, or too old. It stands in the mail that you were sent; use it as it is.',
  },
  address: 'Your mail address',
  hint: 'You are mailed a link that signs you in.',
  button: 'Mail me a link',
  noAddress: 'That is not a mail address.',
  passkey: 'Sign in with a passkey',
  passkeyHint: 'For a browser or a security key to which you have added one.',
  passkeyRefused:
    'That did not sign you in: the passkey may have been removed, or it took too long. Try again, or have a link mailed.',
}

export const confirm = {
  kicker: 'Account',
  title: 'Confirm your address',
  asks: (email: string) =>
    `An account of this service has the address ${email}. Is it yours, and did you sign up?`,
  yes: 'Yes, confirm it',
  ifNot: 'If not, close this page: nothing happens.',
  confirmed: { title: 'Confirmed', says: 'The address is confirmed; this link does nothing more.' },
  expired: {
    title: 'Expired',
    says: `The link was good for ${limits.confirmationHours} hours. Ask for another one: POST /api/v1/account/confirmation.`,
  },
  invalid: {
    title: 'This link does not work',
    says: 'It is incomplete, or what it led to is gone. It stands in the mail that you were sent; use it as it is.',
  },
  onward: 'To the dashboard',
  failed: 'That did not work',
}

export const own = {
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
    what: 'How you hear of what waits for a person',
    choices: {
      each: 'A mail for each message that waits for approval, and for withheld mail',
      hourly: 'A digest each hour, if something waits',
      daily: 'A digest each day, at the time of day at which you save this, if something waits',
      none: 'No mail',
    },
    save: 'Save',
    viewer: 'Viewers get no notices of what waits.',
  },
  language: {
    title: 'Language',
    what: 'For these pages, and for mails from this service to you',
    asBrowser: 'As your browser asks for',
    save: 'Save language',
  },
  done: {
    notices: 'Saved.',
    language: 'Saved.',
    passkey_added: 'Added: it signs you in from now on.',
    passkey_removed: 'Removed: it signs nobody in any more.',
  },
}

export const passkeys = {
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
}

export const members = {
  title: 'Members',
  done: {
    invited: 'Invited: a mail that says where to sign in is on its way.',
    changed: 'Changed: they sign in anew, and have the new role.',
    removed: 'Removed: they are signed out everywhere.',
  },
  roles: {
    owner: { name: 'Owner', says: 'does everything' },
    reviewer: { name: 'Reviewer', says: 'reads, and decides what waits' },
    viewer: { name: 'Viewer', says: 'reads' },
  },
  ownersManage: 'Owners invite, and change roles.',
  notYet: 'has not signed in yet',
  signedIn: (count: number) => `is signed in with ${count} ${count === 1 ? 'browser' : 'browsers'}`,
  hasKeys: (count: number) =>
    `has ${count} ${count === 1 ? 'API key' : 'API keys'} (live and sandbox together)`,
  you: '(you)',
  since: 'Here since',
  role: 'Role',
  change: 'Change the role',
  changeOf: (email: string) => `Change the role of ${email}`,
  changeHint:
    'They are signed out and sign in anew. API keys that they have made can do no more than the new role.',
  changeIt: 'Change it',
  remove: 'Remove',
  removeOf: (email: string) => `Remove ${email}`,
  keepKeys: (count: number) =>
    `${count === 1 ? 'Their API key goes' : `Their ${count} API keys go`} on working, for the agents that use ${count === 1 ? 'it' : 'them'}`,
  removeThem: 'Remove them, at once',
  invite: 'Invite somebody',
  address: 'Their mail address',
  inviteThem: 'Invite them',
}
