/** Security levels of inboxes: integers and names (contract: both are accepted, responses carry the name). */
import { z } from 'zod'

/** Names by integer: level n is at index n - 1. */
export const securityLevels = ['receive_only', 'guarded_receive', 'guarded_send', 'full_lockdown'] as const
export type SecurityLevel = (typeof securityLevels)[number]

export const defaultSecurityLevel = 3

/** The least level that sends: `guarded_send`. */
export const sendingLevel = 3

/** Whether a change of level takes a guard away: a lower one does, and one at which an inbox sends that only received. */
export const loosensLevel = (from: number, to: number): boolean =>
  to < from || (from < sendingLevel && to >= sendingLevel)

/** The name of an integer level from 1 to 4. */
export const levelName = (level: number): SecurityLevel => securityLevels[level - 1] ?? 'full_lockdown'

/** A level of a response. */
export const securityLevel = z.enum(securityLevels).meta({
  id: 'SecurityLevel',
  examples: ['guarded_send'],
  description: [
    '- `receive_only` (1): inbound mail with a score above 70 is withheld; sending is refused.',
    '- `guarded_receive` (2): flagged mail is withheld too; sending is refused.',
    '- `guarded_send` (3): as 1; clean mail is sent at once, risky mail waits for approval.',
    '- `full_lockdown` (4): as 2; every send waits for approval.',
  ].join('\n'),
})

/** A level of a request, as integer or name; answered as integer. */
export const securityLevelInput = z
  .union([z.int().min(1).max(securityLevels.length), z.enum(securityLevels)], {
    error: `must be an integer from 1 to ${securityLevels.length} or one of ${securityLevels.join(', ')}`,
  })
  .transform((level) => (typeof level === 'number' ? level : securityLevels.indexOf(level) + 1))
  .meta({ description: 'Level as integer (1 to 4) or name.', examples: ['guarded_send', 3] })
