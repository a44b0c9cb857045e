/** Where a request came from, as far as it says: what is kept with a session. */
import type { FastifyRequest } from 'fastify'
import type { SignInFrom } from '../../shared/flow/account/session.ts'
import { truncate } from '../../shared/lib/clean-text.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'

const userAgentCharacters = 300

export const cameFrom = ({ ip, headers }: FastifyRequest): SignInFrom => ({
  address: ip,
  userAgent: truncate(shownLine(headers['user-agent'] ?? ''), userAgentCharacters),
})
