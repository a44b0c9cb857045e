/** Structural oddities of a raw message that can hide content from scanners (RFC 2045, 2046, 2231, 5322). */
import type { StructuralFinding } from '../domain/parsed-mail.ts'
import { cleanText, truncate } from '../lib/clean-text.ts'
import { withoutTail } from '../lib/filename.ts'
import { checkGaps, type Decoded, findBodyOddities } from './body-structure.ts'
import type { HeaderField } from './header-fields.ts'
import type { MimePart, MimeTree } from './mime-tree.ts'

/** Findings that are kept of one message: an attack can make thousands of one kind. */
const maxFindings = 50

export interface Structure {
  findings: StructuralFinding[]
  /** Whether there is a part that is not text or HTML to be read: scanners must see the raw message. */
  needsScan: boolean
  decoded: Decoded['parts']
}

type Report = (code: string, detail: string, odd?: string) => void

/**
 * Checks the parts of `raw` in `tree` against the rules. Linear in the size of `raw`. Without `keepContent`, what had to
 * be decoded for that is told by its length and hash.
 */
export function findStructure(raw: Buffer, tree: MimeTree, keepContent = true): Structure {
  const findings: StructuralFinding[] = []
  const decoded: Decoded = { keep: keepContent, parts: new Map() }
  const seen = new Set<string>()
  const report: Report = (code, detail, odd) => {
    const whole = odd === undefined ? detail : `${detail}: ${JSON.stringify(truncate(cleanText(odd), 120))}`
    if (findings.length >= maxFindings || seen.has(whole)) return
    seen.add(whole)
    findings.push({ code, detail: whole })
  }
  checkTopHeader(tree.parts[0]!, report)
  for (const part of tree.parts) {
    checkHeaderSyntax(part, report)
    checkType(part, report)
    checkEncoding(part, report)
    checkFilename(part, report)
    if (part.boundary !== null) checkMultipart(part, report)
    else findBodyOddities(raw, part, report, decoded)
  }
  checkGaps(raw, tree.parts, report)
  return {
    findings,
    needsScan: findings.length > 0 || tree.parts.some(isNoPlainText),
    decoded: decoded.parts,
  }
}

const onceOnly = [
  'from',
  'sender',
  'reply-to',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
]
const mimeFields = ['content-type', 'content-transfer-encoding', 'content-disposition']

/** RFC 5322 §3.6: which of two is shown, and which is authenticated, is anyone's guess. */
function checkTopHeader(part: MimePart, report: Report): void {
  for (const key of onceOnly) {
    const same = part.fields.filter((field) => field.key === key)
    if (same.length < 2 || same.every(({ value }) => value === same[0]!.value)) continue
    if (key === 'from') report('duplicate_from', 'The message has more than one From header', same[1]!.value)
    else report('duplicate_header', `The message has more than one ${same[0]!.name} header`, same[1]!.value)
  }
}

/** Characters that a reader may take for the end of a line, or drop: they hide fields from others. */
const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)/

function checkHeaderSyntax(part: MimePart, report: Report): void {
  for (const key of mimeFields) {
    const same = part.fields.filter((field) => field.key === key)
    if (same.length > 1)
      report('duplicate_mime_header', `A part has more than one ${key} header`, same[1]!.value)
  }
  for (const field of part.fields) {
    const mime = /content|mime|transfer|multi|boundary/i.test(field.name === '' ? field.source : field.name)
    if (mime || part.depth > 0) checkField(field, report)
    else if (field.source.includes('\0')) report('nul_in_header', 'A header has a NUL', field.source)
  }
}

function checkField(field: HeaderField, report: Report): void {
  const { source, name } = field
  if (controls.test(source)) report('control_in_header', 'A MIME header has control characters', source)
  if (name === '') {
    if (source.trim() !== '') report('malformed_header', 'A part has a header line that is no field', source)
  } else if (!/^[!-9;-~]+:/.test(source)) report('malformed_header', 'A MIME header has an odd name', source)
  else if (/^[A-Za-z-]{1,60}:\s{0,200}:/.test(source))
    report('malformed_header', 'A header has two colons', source)
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+\/[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** Characters of a Content-Type that are looked at: the patterns below are not linear in what is beyond. */
const longestType = 2_000

function checkType(part: MimePart, report: Report): void {
  const field = part.fields.find(({ key }) => key === 'content-type')
  if (field === undefined) return
  const { value } = part.type
  const source = field.value.slice(0, longestType)
  if (field.value.length > longestType)
    report('long_content_type', 'A Content-Type is longer than any honest one', source)
  const bare = withoutQuoted(source)
  if (/\(/.test(bare)) report('content_type_comment', 'A Content-Type has a comment', source)
  if (/^\s*=\?|^[^;]{0,200}=\?/.test(source))
    report('encoded_content_type', 'A Content-Type has an encoded word', source)
  if (/^[^;]{0,200}["\\]/.test(source)) report('quoted_content_type', 'A Content-Type is quoted', source)
  const multi = /multi|boundary/i.test(source)
  if (multi && !/^multipart\/[a-z0-9.+-]{1,60}$/.test(value))
    report('odd_multipart_type', 'A Content-Type is almost that of a multipart', source)
  else if (value !== '' && !token.test(value) && /[/;]/.test(value))
    report('malformed_content_type', 'A Content-Type is malformed', source)
  if (/^message\/(?:partial|external-body)$/.test(value))
    report('remote_body', 'A part of the message is elsewhere (message/partial or external-body)', source)
  if (value === 'message/global') report('rare_message_type', 'An attached message has a rare type', source)
  if (multi) checkBoundaryParameter(part, source, bare, report)
}

/** `text` with what is in double quotes blanked. */
const withoutQuoted = (text: string): string => text.replace(/"(?:[^"\\]|\\.)*"/g, '""')

function checkBoundaryParameter(part: MimePart, source: string, bare: string, report: Report): void {
  const names = part.type.names.filter((name) => name.includes('boundary'))
  if (names.some((name) => name.includes('*')))
    report('rfc2231_boundary', 'A boundary is encoded by RFC 2231', source)
  if (names.filter((name) => /^boundary(?:\*|$)/.test(name)).length > 1)
    report('duplicate_boundary', 'A Content-Type has more than one boundary', source)
  else if (bare.split(/boundary/i).length > 2 && names.length !== 1)
    report('duplicate_boundary', 'A Content-Type names boundary more than once', source)
  const written = /boundary\s{0,50}=\s{0,50}("(?:[^"\\]|\\.)*"?|[^;]*)/i.exec(source)?.[1] ?? ''
  const inner = written.startsWith('"') ? written.replace(/^"|"$/g, '') : written.trim()
  if (/boundary(?:\s{1,50}=|\s{0,50}=\s{1,50}\S)/i.test(bare))
    report('odd_boundary', 'A boundary parameter has white space in it', source)
  else if (/=\?/.test(inner)) report('encoded_boundary', 'A boundary is an encoded word', source)
  else if (
    bare.includes('\\') ||
    /["\\]/.test(inner) ||
    (written.startsWith('"') && !/^"[^"]*"$/.test(written))
  )
    report('odd_boundary', 'A boundary is oddly quoted', source)
  else if (written !== '' && !written.startsWith('"') && /[\s"']/.test(inner))
    report('odd_boundary', 'A boundary is not quoted though it has to be', source)
  else if (/^\s|\s$/.test(inner)) report('odd_boundary', 'A boundary begins or ends with a space', source)
}

const identity = ['', '7bit', '8bit', 'binary']

function checkEncoding(part: MimePart, report: Report): void {
  const field = part.fields.find(({ key }) => key === 'content-transfer-encoding')
  if (field === undefined) return
  const written = field.value.toLowerCase()
  if (!identity.includes(written) && written !== 'base64' && written !== 'quoted-printable')
    report('unknown_transfer_encoding', 'A Content-Transfer-Encoding is unknown', field.value)
  else if (/[\r\n]/.test(field.source.trimEnd()))
    report('folded_transfer_encoding', 'A Content-Transfer-Encoding is folded', field.source)
  if (identity.includes(written)) return
  if (part.boundary !== null)
    report('encoded_multipart', 'A multipart has a Content-Transfer-Encoding', field.value)
  else if (part.type.value.startsWith('message/') && part.type.value !== 'message/global')
    report('encoded_message', 'An attached message has a Content-Transfer-Encoding', field.value)
}

/** Endings of files that act when they are opened; a name that was cut off may end with anything else. */
const active =
  /^(?:exe|scr|pif|bat|cmd|msi|hta|vbs|vbe|jse?|wsf|wsh|ps1|jar|lnk|reg|cpl|dll|chm|iso|img|vhdx?|apk|url|x?html?|svgz?|docm|xlsm|xlsb|pptm|one|xll)$/

/** What a file is opened with goes by its ending: names with other endings are other files, to other readers. */
function checkFilename({ type, disposition }: MimePart, report: Report): void {
  const names = [
    disposition.params.get('filename'),
    type.params.get('name'),
    ...[...disposition.untaken, ...type.untaken]
      .filter(({ name }) => name === 'filename' || name === 'name')
      .map(({ value }) => value),
  ].flatMap((name) => (name === undefined || name.trim() === '' ? [] : [name]))
  const endings = new Set(names.map(endingOf))
  if (endings.size > 1 && [...endings].some((ending) => active.test(ending)))
    report('ambiguous_filename', 'A file has names with several endings', names.join(' | '))
}

/** The ending of a filename, lowercase. */
const endingOf = (name: string): string =>
  (/\.([a-z0-9]{1,6})$/i.exec(withoutTail(name).slice(-10))?.[1] ?? '').toLowerCase()

function checkMultipart(part: MimePart, report: Report): void {
  if (part.children === 0)
    report('boundary_never_seen', 'The boundary of a multipart never occurs', part.boundary!)
  for (let outer = part.parent; outer !== null; outer = outer.parent) {
    if (outer.boundary === null) continue
    if (outer.boundary === part.boundary)
      report('boundary_reused', 'Nested multiparts have the same boundary', part.boundary)
  }
}

function isNoPlainText(part: MimePart): boolean {
  const { value } = part.type
  if (part.boundary !== null) return false
  if (value.startsWith('multipart/') || (value !== '' && value !== 'text/plain' && value !== 'text/html'))
    return true
  const named = part.disposition.params.has('filename') || part.type.params.has('name')
  return named || (part.disposition.value !== '' && part.disposition.value !== 'inline')
}
