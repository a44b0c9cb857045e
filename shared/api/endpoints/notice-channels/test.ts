/** POST /notice_channels/{channel_id}/test */

import { noticeChannelTestResult } from '../../../domain/notice-channel.ts'
import { testNoticeChannel } from '../../../flow/account/notice-channels.ts'
import { defineEndpoint, found, noBody } from '../../endpoint.ts'

export const testNoticeChannelEndpoint = defineEndpoint({
  name: 'test_notice_channel',
  tag: 'Notice channels',
  summary: 'Test a notice channel',
  description:
    'Posts a notice that says it is a test, at once and once, and returns whether it was taken. A channel that has failed is `active` again once a test succeeds.',
  body: noBody,
  status: 200,
  answer: noticeChannelTestResult,
  errors: ['not_found'],
  handle: async ({ deps: { database, keyring, webhooks }, principal, path, publicUrl }) => {
    const parts = { database, keyring, fetch: webhooks }
    return found(await testNoticeChannel(parts, principal, path('channel_id'), publicUrl))
  },
})
