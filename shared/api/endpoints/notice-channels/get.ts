/** GET /notice_channels/{channel_id} */

import { isId } from '../../../domain/ids.ts'
import { noticeChannel } from '../../../domain/notice-channel.ts'
import { findNoticeChannel } from '../../../store/notice-channel.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const getNoticeChannelEndpoint = defineEndpoint({
  name: 'get_notice_channel',
  tag: 'Notice channels',
  summary: 'Get a notice channel',
  description: 'Whether it works, and why not. The address of its webhook is masked.',
  status: 200,
  answer: noticeChannel,
  errors: ['not_found'],
  handle: async ({ deps: { database }, principal: { tenantId }, path }) => {
    const id = path('channel_id')
    return found(isId('noticeChannel', id) ? await findNoticeChannel(database, tenantId, id) : undefined)
  },
})
