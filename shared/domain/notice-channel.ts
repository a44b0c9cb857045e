/** Notice channels, which are told in Slack or Microsoft Teams of what waits for a person: the contract. */
import { z } from 'zod'
import { limits } from './limits.ts'
import { timestamp } from './timestamp.ts'

export const channelKinds = ['slack', 'teams'] as const
export type ChannelKind = (typeof channelKinds)[number]

/** What a channel can be told of. */
export const channelEvents = ['approval.pending', 'message.withheld'] as const
export type ChannelEvent = (typeof channelEvents)[number]

const channelStatuses = ['active', 'failed'] as const

const kind = z.enum(channelKinds).meta({
  id: 'NoticeChannelKind',
  description:
    'Where the incoming webhook is: `slack` gets Block Kit, `teams` an Adaptive Card, as Workflows take it. What speaks the same as Slack (Mattermost, Rocket.Chat) is `slack`.',
})

const name = z
  .string()
  .trim()
  .min(1)
  .max(limits.noticeChannelNameCharacters)
  .refine((text) => !/\p{Cc}/u.test(text), 'must not hold line breaks or other control characters')
  .meta({ description: 'How the channel is called here.', examples: ['#mail-review'] })

const url = z
  .url({ protocol: /^https?$/, hostname: /^[^/]+$/, error: 'must be an https URL' })
  .max(limits.noticeChannelUrlCharacters)
  .meta({
    description:
      'The address of the incoming webhook, https. Whoever has it can post to the channel, so no answer shows it again.',
    examples: ['https://hooks.slack.example/services/T0001/B0001/b2f71c0e5a'],
  })

const events = z
  .array(z.enum(channelEvents))
  .min(1)
  .max(channelEvents.length)
  .refine((names) => new Set(names).size === names.length, 'must name each event once')
  .meta({
    description:
      'What the channel is told of. `approval.pending`: an outbound message waits for approval. `message.withheld`: an inbound message was withheld.',
    examples: [['approval.pending', 'message.withheld']],
  })

export const noticeChannel = z
  .object({
    id: z.string().meta({ description: 'Prefix `nch_`.', examples: ['nch_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    kind,
    name: z.string().meta({ examples: ['#mail-review'] }),
    masked_url: z.string().meta({
      description: 'The host of its webhook, and the end of the address where that is long.',
      examples: ['https://hooks.slack.example/…0e5a'],
    }),
    events,
    status: z.enum(channelStatuses).meta({
      description:
        '`failed`: the webhook says that it is gone, or takes nothing more. Nothing is posted until a test succeeds, or the channel gets another `url`.',
      examples: ['active'],
    }),
    last_error: z
      .string()
      .nullable()
      .meta({
        description: 'Why the last notice, or test, could not be posted; null: it was, or there was none.',
        examples: [null],
      }),
    last_posted_at: timestamp
      .nullable()
      .meta({ description: 'When the last notice, or test, was posted.', examples: [null] }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({
    id: 'NoticeChannel',
    description: 'A channel of Slack or Microsoft Teams that is told of what waits for a person.',
  })
export type NoticeChannel = z.output<typeof noticeChannel>

export const noticeChannelList = z
  .object({ notice_channels: z.array(noticeChannel) })
  .meta({ id: 'NoticeChannelList' })

export const createNoticeChannelBody = z
  .strictObject({ kind, name, url, events: events.default([...channelEvents]) })
  .meta({
    id: 'CreateNoticeChannel',
    examples: [
      {
        kind: 'slack',
        name: '#mail-review',
        url: 'https://hooks.slack.example/services/T0001/B0001/b2f71c0e5a',
      },
    ],
  })
export type CreateNoticeChannel = z.output<typeof createNoticeChannelBody>

export const updateNoticeChannelBody = z
  .strictObject({ name: name.optional(), url: url.optional(), events: events.optional() })
  .meta({ id: 'UpdateNoticeChannel', examples: [{ events: ['approval.pending'] }] })
export type UpdateNoticeChannel = z.output<typeof updateNoticeChannelBody>

export const noticeChannelTestResult = z
  .object({
    posted: z.boolean().meta({ description: 'Whether the webhook took the test notice.' }),
    response_status: z
      .int()
      .nullable()
      .meta({ examples: [200] }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why it did not.', examples: [null] }),
    latency_ms: z.int().meta({ examples: [84] }),
  })
  .meta({ id: 'NoticeChannelTestResult' })
export type NoticeChannelTestResult = z.output<typeof noticeChannelTestResult>

/** Characters of an address from which on its end is shown: of fewer, that would be too much of the secret. */
const longPath = 24
const shownEnd = 4

/** What is shown of the address of a webhook: its host, and the end of a long one, by which two are told apart. */
export function maskedUrl(address: string): string {
  const { origin, pathname, search } = new URL(address)
  const secret = `${pathname}${search}`
  return `${origin}/…${secret.length >= longPath ? secret.slice(-shownEnd) : ''}`
}
