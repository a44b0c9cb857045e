/** DELETE /notice_channels/{channel_id} */

import { removeNoticeChannel } from '../../../flow/account/notice-channels.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const deleteNoticeChannelEndpoint = defineEndpoint({
  name: 'delete_notice_channel',
  tag: 'Notice channels',
  summary: 'Delete a notice channel',
  description:
    'Nothing more is posted to it. Revoke the incoming webhook in Slack or Teams, too: whoever has its address can still post.',
  status: 204,
  answer: null,
  errors: ['not_found'],
  handle: async ({ deps: { database }, principal, path }) => {
    found((await removeNoticeChannel(database, principal, path('channel_id'))) || null)
    return undefined
  },
})
