/** The page of settings: the domain as the DNS has it, channels that are told of what waits, and the account. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { accountOverview } from '../../shared/domain/account.ts'
import type { noticeChannelList } from '../../shared/domain/notice-channel.ts'
import { ask } from './ask.ts'
import { show } from './frame.ts'
import type { SaidOfChannels } from './notice-channels-view.ts'
import { forVisitor, type Visit } from './pages.ts'
import { settingsPage } from './settings-page.ts'
import type { DashboardParts, Visitors } from './visitor.ts'

export const settingsPath = '/dashboard/settings'

/** Registers it. */
export function registerSettings(scope: FastifyInstance, parts: DashboardParts, visitors: Visitors): void {
  scope.get(
    settingsPath,
    forVisitor(visitors, (visit) => {
      const done = visit.query('done')
      return showSettings(parts, visit, 200, done === undefined ? {} : { done })
    }),
  )
}

/** The page, with what is to be said of a form of its channels. */
export async function showSettings(
  parts: DashboardParts,
  { visitor, reply }: Pick<Visit, 'visitor' | 'reply'>,
  status: number,
  said: SaidOfChannels,
): Promise<FastifyReply> {
  const [account, findings, { notice_channels: channels }] = await Promise.all([
    ask<z.output<typeof accountOverview>>(parts, visitor, 'get_account', {}),
    parts.domain.findings(),
    ask<z.output<typeof noticeChannelList>>(parts, visitor, 'list_notice_channels', {}),
  ])
  const view = { account, domain: parts.domain.name, findings, channels, said }
  return show(reply, status, settingsPage(view, visitor))
}
