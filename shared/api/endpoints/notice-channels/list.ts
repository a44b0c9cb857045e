/** GET /notice_channels */

import { noticeChannelList } from '../../../domain/notice-channel.ts'
import { listNoticeChannels } from '../../../store/notice-channel.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const listNoticeChannelsEndpoint = defineEndpoint({
  name: 'list_notice_channels',
  tag: 'Notice channels',
  summary: 'List notice channels',
  description: 'All of them, oldest first.',
  status: 200,
  answer: noticeChannelList,
  errors: [],
  handle: async ({ deps: { database }, principal: { tenantId } }) => ({
    notice_channels: await listNoticeChannels(database, tenantId),
  }),
})
