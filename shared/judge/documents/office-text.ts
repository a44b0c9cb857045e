/** Reads the text of Office documents (ECMA-376) and of OpenDocument: zips of XML parts. */
import { Parser } from 'htmlparser2'
import { readMembers } from '../../antivirus/read-members.ts'
import { limits } from '../../domain/limits.ts'
import { cleanText, truncate } from '../../lib/clean-text.ts'
import { decodeCharset } from '../../mail/charset.ts'
import type { DocumentText } from './document.ts'

/**
 * Parts that may say something: relations between parts tell what is what, and names may be any, so that a part is known
 * by its root. All kinds are read of each document, since a part of another kind makes it no other document.
 */
const textPart = /^(?:word|xl|ppt)\/(?:.*\.xml|(?:.*\/)?_rels\/.*\.rels)$/
/** Parts that say nothing, by their root: what a document is made with. */
const technical = new Set(
  'styles styleSheet theme settings webSettings fonts numbering calcChain pivotCacheDefinition pivotCacheRecords externalLink'.split(
    ' ',
  ),
)
const sheetPart = /^xl\/(?:work|macro|dialog)sheets\/[^/]*$/

interface Part {
  name: string
  content: Uint8Array
}

/** All text of the document, a paragraph or a row of cells a line. What is damaged has none; never throws for what it holds. */
export async function officeText(content: Uint8Array): Promise<DocumentText> {
  const budget = { bytes: limits.documentBytes }
  const read: Part[] = []
  let whole = true
  const wanted = (name: string) => textPart.test(name.toLowerCase())
  for await (const member of readMembers(content, limits.documentPartBytes, budget, wanted)) {
    read.push({ name: member.name.toLowerCase(), content: member.content })
    whole &&= member.whole
  }
  if (budget.bytes <= 0) whole = false
  if (read.length === 0) return { text: '', whole, unread: 'damaged' }
  read.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  const clean = cleanText(textOf(read)).trim()
  const most = limits.attachmentTextBytes
  return {
    text: truncate(clean, most),
    whole: whole && clean.length <= most,
    unread: clean === '' && whole ? 'no_text' : null,
  }
}

function textOf(read: readonly Part[]): string {
  const relations = read.filter(({ name }) => name.endsWith('.rels'))
  const parts = read.filter(({ name }) => !name.endsWith('.rels'))
  const isBook = parts.some(({ name }) => name.startsWith('xl/'))
  const said = isBook ? sheetsOf(parts) : parts.map(paragraphsOf).join('\n')
  const links = new Set(relations.flatMap(({ content }) => linksOf(content)))
  return [said, ...links].join('\n')
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Names of elements whose text is shown (WordprocessingML, DrawingML, comments). */
const texts = new Set(['t', 'delText', 'instrText', 'text'])

/** What stands in them, a line for each paragraph; of what slides are modelled on without what asks to be filled in. */
function paragraphsOf({ name: partName, content }: Part): string {
  const text: string[] = []
  const isModel = /^ppt\/slide(?:masters|layouts)\//.test(partName)
  let inText = 0
  let toFill = false
  parse(content, {
    open: (name) => {
      if (texts.has(name)) inText++
      else if (name === 'tab' || name === 'ptab') text.push('\t')
      else if (name === 'br' || name === 'cr') text.push('\n')
      else if (name === 'noBreakHyphen') text.push('-')
      else if (name === 'sp') toFill = false
      else if (name === 'ph') toFill = isModel
    },
    text: (data) => {
      if (inText > 0 && !toFill) text.push(data)
    },
    close: (name) => {
      if (texts.has(name)) inText--
      if (name === 'p' || name === 'text') text.push('\n')
      else if (name === 'tc') text.push('\t')
    },
  })
  return text.join('')
}

/** Where links of the document lead, and what it loads from elsewhere. */
function linksOf(xml: Uint8Array): string[] {
  const links: string[] = []
  parse(xml, {
    open: (name, { Target: target = '', TargetMode: mode = '' }) =>
      name === 'Relationship' &&
      mode === 'External' &&
      /^\s*(?:https?|ftp):/i.test(target) &&
      links.push(target),
  })
  return links
}

/** The cells of each sheet, tabs between them, and what else says something. */
function sheetsOf(read: readonly Part[]): string {
  const shared = read.find(({ name }) => name === 'xl/sharedstrings.xml')
  const strings = shared === undefined ? [] : sharedStrings(shared.content)
  const used = new Set<number>()
  const sheets = read.filter(({ name }) => sheetPart.test(name))
  const others = read.filter((part) => part !== shared && !sheetPart.test(part.name))
  const rows = sheets.map(({ content }) => rowsOf(content, strings, used)).join('\n')
  return [
    ...others
      .map((part) => (part.name === 'xl/workbook.xml' ? sheetNames(part.content) : paragraphsOf(part)))
      .filter((text) => text.trim() !== ''),
    rows,
    // Strings that no cell shows.
    ...strings.filter((_, index) => !used.has(index)),
  ].join('\n')
}

function sheetNames(xml: Uint8Array): string {
  const names: string[] = []
  parse(xml, { open: (name, attributes) => name === 'sheet' && names.push(attributes.name ?? '') })
  return names.join('\n')
}

function sharedStrings(xml: Uint8Array): string[] {
  const strings: string[] = []
  let inText = false
  parse(xml, {
    open: (name) => {
      if (name === 'si') strings.push('')
      inText = name === 't'
    },
    text: (data) => {
      if (inText && strings.length > 0) strings[strings.length - 1] += data
    },
    close: () => {
      inText = false
    },
  })
  return strings
}

function rowsOf(xml: Uint8Array, strings: readonly string[], used: Set<number>): string {
  const text: string[] = []
  let left: number = limits.attachmentTextBytes
  let type = ''
  let value = ''
  let inValue = false
  parse(xml, {
    open: (name, attributes) => {
      if (name === 'c') [type, value] = [attributes.t ?? '', '']
      inValue = name === 'v' || name === 't' || name === 'f'
      if (name === 'f') value += '='
    },
    text: (data) => {
      if (inValue) value += data
    },
    close: (name) => {
      inValue = false
      if (name === 'f') value += ' '
      if (name === 'row') text.push('\n')
      if (name !== 'c' || left < 0) return
      const shown = type === 's' ? (strings[Number(value)] ?? '') : value
      if (type === 's') used.add(Number(value))
      text.push(shown, '\t')
      left -= shown.length + 1
    },
  })
  return text.join('')
}

interface Handlers {
  open: (name: string, attributes: Record<string, string>) => unknown
  text?: (data: string) => void
  close?: (name: string) => void
}

class NothingSaid extends Error {}

/** Names without their prefixes; entities of a document's own are not expanded. Of a technical part nothing is told. */
function parse(xml: Uint8Array, { open, text, close }: Handlers): void {
  let root = true
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const local = localName(name)
        if (root && technical.has(local)) throw new NothingSaid()
        root = false
        open(local, attributes)
      },
      ...(text === undefined ? {} : { ontext: text }),
      ...(close === undefined ? {} : { onclosetag: (name: string) => close(localName(name)) }),
    },
    { xmlMode: true, decodeEntities: true },
  )
  try {
    parser.end(decoded(xml))
  } catch (error) {
    if (!(error instanceof NothingSaid)) throw error
  }
}

/** XML in the charset that its first bytes tell, or its declaration (XML 1.0, appendix F). */
function decoded(xml: Uint8Array): string {
  const [a, b] = xml
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return new TextDecoder('utf-16le').decode(xml)
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return new TextDecoder('utf-16be').decode(xml)
  const start = Buffer.from(xml.subarray(0, 200)).toString('latin1')
  const named = /^(?:\xef\xbb\xbf)?<\?xml[^>]{0,150}?\sencoding\s{0,9}=\s{0,9}["']([\w.:-]{1,60})/.exec(
    start,
  )?.[1]
  return named === undefined || /^utf-?(?:8|16)/i.test(named)
    ? new TextDecoder().decode(xml)
    : decodeCharset(xml, named)
}

/** Blocks of OpenDocument, each of which is a line. */
const blocks = new Set(['p', 'h', 'table-row', 'list-item'])

/** What `xml`, a part of an OpenDocument file (its content, or headers and footers among its styles), says. */
export function openDocumentText(xml: Uint8Array): string {
  const text: string[] = []
  parse(xml, {
    open: (name, attributes) => {
      if (name === 's' || name === 'tab') text.push(name === 's' ? ' ' : '\t')
      else if (name === 'line-break') text.push('\n')
      const link = attributes['xlink:href'] ?? ''
      if (name === 'a' && /^https?:/i.test(link)) text.push(`<${link}> `)
    },
    text: (data) => {
      if (data.trim() !== '' || !data.includes('\n')) text.push(data)
    },
    close: (name) => {
      if (blocks.has(name)) text.push('\n')
      else if (name === 'table-cell') text.push('\t')
    },
  })
  return text.join('')
}
