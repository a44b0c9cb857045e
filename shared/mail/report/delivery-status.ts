/** Reads the machine-readable part of a delivery status notification (RFC 3464 §2). */
import type { BouncedRecipient } from '../../domain/mail-report.ts'
import { firstField, type HeaderField, splitHeaderFields } from '../header-fields.ts'
import { codesIn, plainest } from './codes.ts'
import { refusedCommand } from './command.ts'
import { isHard, reasonOf } from './reason.ts'
import { aboutAddresses, oneLine } from './sections.ts'

/** Recipients of one report that are read. */
const mostRecipients = 200

/** What `text`, a message/delivery-status part, says of each recipient. `said` is what the report tells people. */
export function readDeliveryStatus(text: string, said: string): BouncedRecipient[] {
  const groups = text
    .replaceAll('\r\n', '\n')
    .split(/\n(?:[ \t]*\n)+/)
    .slice(0, mostRecipients + 1)
    .map((group) => splitHeaderFields(`${group.trim()}\n`))
  const filter = groups.some(isFilter)
  const about = aboutAddresses(said)
  return groups.filter(isRecipient).map((fields) => recipientOf(fields, about, filter))
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

function recipientOf(
  fields: readonly HeaderField[],
  about: (address: string) => string,
  filter: boolean,
): BouncedRecipient {
  const address = addressOf(fields)
  const spoken = about(address)
  const diagnostic = decodeEscapes(withoutType(firstField(fields, 'diagnostic-code') ?? ''))
  const given = codesIn(diagnostic)
  const inWords = codesIn(spoken)
  const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(firstField(fields, 'status') ?? '')?.[0] ?? null
  const action = (firstField(fields, 'action') ?? '').toLowerCase()
  let enhancedCode = plainest(status, given.enhancedCode)
  // That it was given up is no reason; the words for people often have one.
  if (/^[45]\.4\.7$/.test(enhancedCode ?? '')) enhancedCode = plainest(enhancedCode, inWords.enhancedCode)
  const text = diagnostic === '' ? spoken : diagnostic
  const found = reasonOf(text, enhancedCode, refusedCommand(spoken))
  const reason = filter && isHard(found) ? 'policy' : found
  return {
    address,
    originalAddress: addressIn(firstField(fields, 'original-recipient') ?? '') || null,
    action: actions.find((word) => action.startsWith(word)) ?? 'failed',
    code: given.code ?? inWords.code,
    enhancedCode,
    reason,
    hard: isHard(reason),
    text: oneLine(text),
  }
}

/** Amazon SES takes mail for every address and refuses it afterwards, by a rule of the domain's owner. */
const isFilter = (fields: readonly HeaderField[]): boolean =>
  /inbound-smtp\.[\w-]{1,40}\.amazonaws\.com/i.test(firstField(fields, 'reporting-mta') ?? '')

/** The address that was written to: the final one may be another that it was forwarded to, or a program. */
function addressOf(fields: readonly HeaderField[]): string {
  const final = addressIn(firstField(fields, 'final-recipient') ?? '')
  if (final !== '' && !/^["']?[|/]/.test(final)) return final
  const original = addressIn(firstField(fields, 'original-recipient') ?? '')
  return (original.includes('@') ? original : /[^\s<>|"@]{1,64}@[\w.-]{1,255}/.exec(final)?.[0]) ?? final
}

/** `rfc822; user@example.com`, with or without brackets; of the type `utf-8` perhaps in ASCII (RFC 6533 §3). */
function addressIn(value: string): string {
  const plain = withoutType(value).replace(/^[\s<]+|[\s>]+$/g, '')
  if (!/^\s{0,20}utf-8\s{0,20};/i.test(value)) return plain
  return plain.replace(/\\x\{([0-9a-f]{2,6})\}/gi, (written, hex: string) => {
    const code = Number.parseInt(hex, 16)
    return code < 0x20 || code > 0x10ffff ? written : String.fromCodePoint(code).toWellFormed()
  })
}

const withoutType = (value: string): string =>
  value.replace(/^\s{0,20}[\w-]{1,30}\s{0,20};\s{0,20}/, '').trim()

/** Text in ISO-2022-JP that nothing declares: Domino writes so. */
function decodeEscapes(value: string): string {
  return value.includes('\x1b$') ? new TextDecoder('iso-2022-jp').decode(Buffer.from(value, 'latin1')) : value
}
