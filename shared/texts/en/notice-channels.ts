/** What the pages say of channels that are told of what waits, and what those are told, in English. */
import { limits } from '../../domain/limits.ts'
import type { ChannelEvent, ChannelKind } from '../../domain/notice-channel.ts'

/** What is posted to a channel; what strangers wrote stands in `subject`, `from` and `to` alone. */
export const channelNotice = {
  approval: 'A message waits for approval',
  withheld: 'An inbound message was withheld',
  several: (count: number) =>
    count === 1 ? 'A message waits for a person' : `${count} messages wait for a person`,
  about: (outbound: boolean, from: string, to: string, score: number | null) =>
    `${outbound ? 'Waits for approval' : 'Withheld'}, ${from} to ${to}${score === null ? '' : `, risk score ${score}`}`,
  noSubject: '(no subject)',
  notShown: '(not shown here)',
  rest: 'The queue has the others that still wait.',
  openMail: 'Look at it and decide',
  openQueue: 'Open the queue',
  test: 'Test notice',
  testSays: 'This channel will be told of messages that wait for a person to decide.',
}

/** The mail to owners of an account one of whose channels has failed. */
export const channelFailure = {
  title: 'A channel is told of nothing any more',
  what: (name: string, url: string, error: string) =>
    `The channel ${name} (${url}) is no longer told of messages that wait for a person, because its webhook is gone: ${error}. What waits is in the queue as before.`,
  todo: 'If the webhook works again, send a test to the channel in the settings. Otherwise remove it there, and add it anew with another webhook.',
  open: 'Open the settings',
}

export const noticeChannels = {
  title: 'Slack and Microsoft Teams',
  what: 'Channels that are told of what waits for a person, with a link to decide here.',
  none: 'No channel is told yet.',
  kinds: { slack: 'Slack', teams: 'Microsoft Teams' } satisfies Record<ChannelKind, string>,
  events: {
    'approval.pending': 'Messages that wait for approval',
    'message.withheld': 'Inbound mail that was withheld',
  } satisfies Record<ChannelEvent, string>,
  address: 'Webhook',
  toldOf: 'Told of',
  last: 'Last told',
  never: 'never',
  failed: 'has failed',
  failedSays:
    'Nothing more is posted until a test succeeds. To use another webhook, remove the channel and add it again.',
  lastError: (error: string) => `The last notice could not be posted: ${error}.`,
  test: 'Send a test',
  testOf: (name: string) => `Send a test to ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeSays:
    'Nothing more is posted to it. Revoke its webhook in Slack or Teams, too: whoever has the address can still post.',
  removeIt: 'Remove the channel',
  add: 'Add a channel',
  kind: 'Where it is',
  name: 'Name',
  nameHint: 'As you call it here, for example #mail-review.',
  url: 'Address of its incoming webhook',
  urlHint:
    'Slack: an incoming webhook of an app. Teams: a workflow that posts to a channel when a webhook request is received. The address is a secret: it is not shown again.',
  which: 'What it is told of',
  addIt: 'Add the channel',
  full: `There are ${limits.noticeChannels} channels, which is the most.`,
  ownersManage: 'Owners add and remove channels.',
  notTaken: (name: string, error: string) => `${name} did not take the test: ${error}.`,
  done: {
    added: 'Added. Send a test to see that it arrives.',
    tested: 'The test was posted.',
    removed: 'Removed: nothing more is posted to it.',
  },
}
