/** The overview: what came, left and was found over a period, and the first steps of an account without mail. */
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { accountOverview } from '../../shared/domain/account.ts'
import type { Statistics } from '../../shared/domain/statistics.ts'
import { ask } from './ask.ts'
import { firstMailPage } from './first-mail-page.ts'
import { show } from './frame.ts'
import { overviewPage } from './overview-page.ts'
import { forVisitor } from './pages.ts'
import type { DashboardParts, Visitors } from './visitor.ts'
import { allInboxes } from './whole-lists.ts'

/** Registers it. */
export function registerOverview(scope: FastifyInstance, parts: DashboardParts, visitors: Visitors): void {
  scope.get(
    '/dashboard/overview',
    forVisitor(visitors, async ({ visitor, request, reply, query }) => {
      const period = query('period')
      const [numbers, account] = await Promise.all([
        ask<Statistics>(parts, visitor, 'get_statistics', {
          query: period === undefined ? {} : { period },
        }),
        ask<z.output<typeof accountOverview>>(parts, visitor, 'get_account', {}),
      ])
      if (nothingIn(numbers)) {
        const inboxes = await allInboxes(parts, visitor)
        if (inboxes.every(({ message_count }) => message_count === 0))
          return show(reply, 200, firstMailPage(inboxes[0], parts.publicUrl(request), visitor))
      }
      return show(reply, 200, overviewPage(numbers, account.credits, visitor))
    }),
  )
}

const nothingIn = ({ totals, waiting }: Statistics): boolean =>
  totals.received + totals.sent + totals.held + totals.failed + waiting.messages === 0
