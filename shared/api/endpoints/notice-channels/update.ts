/** PATCH /notice_channels/{channel_id} */

import { noticeChannel, updateNoticeChannelBody } from '../../../domain/notice-channel.ts'
import { changeNoticeChannel } from '../../../flow/account/notice-channels.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const updateNoticeChannelEndpoint = defineEndpoint({
  name: 'update_notice_channel',
  tag: 'Notice channels',
  summary: 'Update a notice channel',
  description:
    'Changes the fields that you send. With another `url`, a channel that has failed is `active` again.',
  body: updateNoticeChannelBody,
  status: 200,
  answer: noticeChannel,
  errors: ['not_found'],
  handle: async ({ deps, principal, path, body }) =>
    found(await changeNoticeChannel(deps, principal, path('channel_id'), body)),
})
