/** The page of settings: the domain as the DNS has it, and the account. */
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { accountOverview } from '../../shared/domain/account.ts'
import { ask } from './ask.ts'
import { show } from './frame.ts'
import { forVisitor } from './pages.ts'
import { settingsPage } from './settings-page.ts'
import type { DashboardParts, Visitors } from './visitor.ts'

/** Registers it. */
export function registerSettings(scope: FastifyInstance, parts: DashboardParts, visitors: Visitors): void {
  scope.get(
    '/dashboard/settings',
    forVisitor(visitors, async ({ visitor, reply }) => {
      const [account, findings] = await Promise.all([
        ask<z.output<typeof accountOverview>>(parts, visitor, 'get_account', {}),
        parts.domain.findings(),
      ])
      return show(reply, 200, settingsPage({ account, domain: parts.domain.name, findings }, visitor))
    }),
  )
}
