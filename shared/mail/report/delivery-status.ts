/** Reads the machine-readable part of a delivery status notification (RFC 3464 §2). */
import type { BouncedRecipient } from '../../domain/mail-report.ts'
import { firstField, type HeaderField, splitHeaderFields } from '../header-fields.ts'
import { codesIn } from './codes.ts'
import { isHard, reasonOf } from './reason.ts'

/** Recipients of one report that are read. */
const mostRecipients = 1_000

/** What `text`, a message/delivery-status part, says of each recipient. `said` is what the report tells people. */
export function readDeliveryStatus(text: string, said: string): BouncedRecipient[] {
  const groups = text
    .replaceAll('\r\n', '\n')
    .split(/\n(?:[ \t]*\n)+/)
    .slice(0, mostRecipients + 1)
    .map((group) => splitHeaderFields(`${group.trim()}\n`))
  return groups.filter(isRecipient).map((fields) => recipientOf(fields, said))
}

const isRecipient = (fields: readonly HeaderField[]): boolean =>
  firstField(fields, 'final-recipient') !== undefined ||
  firstField(fields, 'original-recipient') !== undefined

const actions: readonly BouncedRecipient['action'][] = [
  'failed',
  'delayed',
  'delivered',
  'relayed',
  'expanded',
]

function recipientOf(fields: readonly HeaderField[], said: string): BouncedRecipient {
  const diagnostic = withoutType(firstField(fields, 'diagnostic-code') ?? '')
  const given = codesIn(diagnostic)
  const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(firstField(fields, 'status') ?? '')?.[0] ?? null
  const action = (firstField(fields, 'action') ?? '').toLowerCase()
  const enhancedCode = plainest(status, given.enhancedCode)
  const text = diagnostic === '' ? said : diagnostic
  const reason = reasonOf(text, enhancedCode)
  return {
    address: addressOf(fields),
    originalAddress: addressIn(firstField(fields, 'original-recipient') ?? '') || null,
    action: actions.find((word) => action.startsWith(word)) ?? 'failed',
    code: given.code,
    enhancedCode,
    reason,
    hard: isHard(reason),
    text,
  }
}

/** What the peer itself said is plainer than what was made of it, but for codes that say nothing. */
function plainest(status: string | null, quoted: string | null): string | null {
  if (status === null || quoted === null) return status ?? quoted
  return /^\d\.0\.0$/.test(quoted) ? status : quoted
}

/** The address that was written to: the final one may be another that it was forwarded to. */
function addressOf(fields: readonly HeaderField[]): string {
  const final = addressIn(firstField(fields, 'final-recipient') ?? '')
  return final === '' ? addressIn(firstField(fields, 'original-recipient') ?? '') : final
}

/** `rfc822; user@example.com`, with or without brackets. */
function addressIn(value: string): string {
  return withoutType(value).replace(/^[\s<]+|[\s>]+$/g, '')
}

const withoutType = (value: string): string => value.replace(/^\s*[\w-]{1,30}\s*;\s*/, '').trim()
