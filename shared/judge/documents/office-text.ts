/** Reads the text of Office documents (ECMA-376): a zip of XML parts. */
import { Parser } from 'htmlparser2'
import { readMembers } from '../../antivirus/read-members.ts'
import { limits } from '../../domain/limits.ts'
import { cleanText } from '../../lib/clean-text.ts'
import type { DocumentFormat, DocumentText } from './document.ts'

/** Parts with text that readers see, by format. */
const parts: Record<Exclude<DocumentFormat, 'pdf'>, RegExp> = {
  docx: /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\d*\.xml$/,
  xlsx: /^xl\/(?:workbook|sharedStrings|worksheets\/sheet\d+|comments\d+|(?:threadedComments|drawings)\/\w+)\.xml$/,
  pptx: /^ppt\/(?:slides\/slide\d+|notesSlides\/notesSlide\d+|comments\/\w+)\.xml$/,
}

interface Part {
  name: string
  content: Uint8Array
}

/** All text of the document, a paragraph or a row of cells a line. What is damaged has none; never throws for what it holds. */
export async function officeText(
  content: Uint8Array,
  format: Exclude<DocumentFormat, 'pdf'>,
): Promise<DocumentText> {
  const budget = { bytes: limits.documentBytes }
  const read: Part[] = []
  let whole = true
  for await (const member of readMembers(content, limits.documentPartBytes, budget)) {
    if (!parts[format].test(member.name)) continue
    read.push(member)
    whole &&= member.whole
  }
  if (read.length === 0) return { text: '', whole: true, unread: 'damaged' }
  if (budget.bytes <= 0) whole = false
  read.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  const text =
    format === 'xlsx' ? sheetsOf(read) : read.map(({ content: xml }) => paragraphsOf(xml)).join('\n')
  const clean = cleanText(text).trim()
  const most = limits.attachmentTextBytes
  return {
    text: clean.slice(0, most),
    whole: whole && clean.length <= most,
    unread: clean === '' && whole ? 'no_text' : null,
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
const decoder = new TextDecoder()

/** What stands in `t` (WordprocessingML and DrawingML alike), a line for each paragraph. */
function paragraphsOf(xml: Uint8Array): string {
  const text: string[] = []
  let inText = 0
  parse(xml, {
    open: (name) => {
      if (name === 't' || name === 'delText' || name === 'instrText') inText++
      else if (name === 'tab') text.push('\t')
      else if (name === 'br' || name === 'cr') text.push('\n')
    },
    text: (data) => {
      if (inText > 0) text.push(data)
    },
    close: (name) => {
      if (name === 't' || name === 'delText' || name === 'instrText') inText--
      else if (name === 'p' || name === 'text') text.push('\n')
      else if (name === 'tc') text.push('\t')
    },
  })
  return text.join('')
}

/** The cells of each sheet, tabs between them, and what else says something. */
function sheetsOf(read: readonly Part[]): string {
  const shared = read.find(({ name }) => name === 'xl/sharedStrings.xml')
  const strings = shared === undefined ? [] : sharedStrings(shared.content)
  const used = new Set<number>()
  const sheets = read.filter(({ name }) => name.startsWith('xl/worksheets/'))
  const others = read.filter((part) => part !== shared && !part.name.startsWith('xl/worksheets/'))
  const rows = sheets.map(({ content }) => rowsOf(content, strings, used)).join('\n')
  return [
    ...others.map(({ name, content }) =>
      name === 'xl/workbook.xml' ? sheetNames(content) : paragraphsOf(content),
    ),
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

/** Names without their prefixes; entities of a document's own are not expanded. */
function parse(xml: Uint8Array, { open, text, close }: Handlers): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => void open(localName(name), attributes),
      ...(text === undefined ? {} : { ontext: text }),
      ...(close === undefined ? {} : { onclosetag: (name: string) => close(localName(name)) }),
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(decoder.decode(xml))
}
