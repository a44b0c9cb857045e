/** POST /notice_channels */

import { limits } from '../../../domain/limits.ts'
import { createNoticeChannelBody, noticeChannel } from '../../../domain/notice-channel.ts'
import { makeNoticeChannel } from '../../../flow/account/notice-channels.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const createNoticeChannelEndpoint = defineEndpoint({
  name: 'create_notice_channel',
  tag: 'Notice channels',
  summary: 'Create a notice channel',
  description: `Names a channel of Slack or Microsoft Teams, by its incoming webhook, that is told of what waits for a person from now on: within seconds, and at most ${limits.channelNoticesPerHour} times an hour, after which what comes stands in one notice. The address is https to a public host, unless the operator allows more; it is stored sealed, and no answer shows it again. Notices have the subject, sender and recipient of a message, without secrets and personal data, and never its text. Channels of the sandbox are told of nothing but tests. An account has ${limits.noticeChannels} channels at most.`,
  body: createNoticeChannelBody,
  status: 201,
  answer: noticeChannel,
  errors: ['quota_exceeded'],
  handle: ({ deps, principal, body }) => makeNoticeChannel(deps, principal, body),
})
