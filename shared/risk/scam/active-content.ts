/** Attached pages and drawings that do something when they are opened: build a file, run a script, lead elsewhere. */
import type { RiskMessage } from '../scorer.ts'
import type { Signal } from './signal.ts'

/** Characters of one page that are looked at: what builds a file stands beside what it builds, at either end. */
const start = 300_000
const end = 100_000
const pages = 50

const makesFile =
  /new\s{1,9}Blob\b|createObjectURL|msSave(?:OrOpen)?Blob|\bsaveAs\s?\(|showSaveFilePicker|new\s{1,9}File\s?\(|URL\s?\[\s?["'`]create|document\s?\.\s?write(?:ln)?\s?\(|\.\s?(?:inner|outer)HTML\s?=|insertAdjacentHTML|\bsrcdoc\s?=|\[\s?["'`](?:write|innerHTML)/i
const decodes =
  /\batob\s?\(|\bunescape\s?\(|decodeURIComponent\s?\(|fromCharCode|fromCodePoint|Uint8Array|\[\s?["'`]atob|parseInt\s?\(|TextDecoder|new\s{1,9}Function\s?\(|\beval\s?\(|data:[\w/+.-]{0,100};base64|fetch\s?\(\s?["'`]data:|\.\s?reverse\s?\(\s?\)|crypto\s?\.\s?subtle|\bXOR\b|\^\s?\w/i
const starts =
  /\.\s?click\s?\(|\[\s?["'`]click|dispatchEvent|\bdownload\b|location\s?(?:\.\s?(?:href|replace|assign)|=)|window\s?\.\s?open|\bonload\b|msSave(?:OrOpen)?Blob|\bsaveAs\b|addEventListener|document\s?\.\s?write|innerHTML|srcdoc|setTimeout/i
/** A run of what data is written in, too long for a word. */
const payload =
  /[A-Za-z0-9+/=]{60}|(?:\\x[\da-f]{2}){20}|(?:%[\da-f]{2}){20}|(?:\d{1,3}\s?,\s?){20}|(?:0x[\da-f]{1,2}\s?,\s?){20}/i
const scripted =
  /<\s?(?:[\w-]{1,20}:)?script\b|\bon(?:load|error|click|begin|end|mouse\w{2,10}|focus|toggle|pageshow|animation\w{3,10})\s{0,9}=|(?:java|vb)script\s{0,9}:/i
const leads =
  /<\s?meta[^<>]{0,300}http-equiv\s{0,9}=\s{0,9}["']?refresh|<\s?(?:iframe|object|embed|applet|frame)\b|<\s?form\b|<\s?base\b[^<>]{0,200}href|<\s?\?xml-stylesheet|<!ENTITY/i
/** A tag of a link, to its end or to the next: each character is looked at once. */
const linkTag = /<\s?a\s[^<>]{0,400000}/gi
const toData = /href\s{0,9}=\s{0,9}["']?\s{0,9}data:/i
const opensData = /http-equiv\s{0,9}=\s{0,9}["']?refresh[^<>]{0,200}data:|location[^\n;]{0,60}["'`]data:/i
const drawing = /<\s?(?:[\w-]{1,20}:)?svg\b/i
const foreign =
  /<\s?(?:[\w-]{1,20}:)?foreignObject\b|\b(?:xlink:)?href\s{0,9}=\s{0,9}["']?\s{0,9}(?:https?:|\/\/|ftp:|file:|data:(?!image\/(?:png|jpe?g|gif|webp)))|<\s?\?xml-stylesheet|<!ENTITY|@import|url\(\s?["']?(?:https?:|\/\/)/i
const page =
  /<\s?(?:!doctype|html|head|body|script|meta|svg|iframe|(?:[\w-]{1,20}:)?svg|div|form|a\s|img\s|p>|table)/i

/** What speaks against the pages and drawings of a message; one finding of a kind. */
export function activeContentSignals({ attachedPages = [] }: RiskMessage): Signal[] {
  const found = new Map<string, Signal>()
  const say = (name: string, detail: string, file: string): void => {
    if (!found.has(name)) found.set(name, { name, value: 1, detail, where: `attachment:${file}`, text: file })
  }
  for (const { filename, source } of attachedPages.slice(0, pages)) {
    const text = source.length > start + end ? `${source.slice(0, start)}\n${source.slice(-end)}` : source
    const runs = scripted.test(text)
    if (isSmuggling(text, runs))
      say(
        'smuggling_page',
        'An attached page builds a file or a page out of data in it when it is opened.',
        filename,
      )
    else if (isDrawing(text)) {
      if (runs || foreign.test(text))
        say(
          'active_drawing',
          'An attached drawing (SVG) runs a script, or holds more than a drawing.',
          filename,
        )
    } else if (runs || leads.test(text) || linksOf(text).some((tag) => toData.test(tag)))
      say(
        'active_page',
        'An attached page runs a script, has a form or leads elsewhere when it is opened.',
        filename,
      )
  }
  return [...found.values()]
}

/** Whether a script makes a file or a page of data that it carries, and starts that itself. */
const isSmuggling = (text: string, runs: boolean): boolean =>
  opensData.test(text) ||
  linksOf(text).some((tag) => /\bdownload\b/i.test(tag) && toData.test(tag)) ||
  (runs && makesFile.test(text) && decodes.test(text) && starts.test(text) && payload.test(text))

const linksOf = (text: string): string[] => text.match(linkTag) ?? []

const isDrawing = (text: string): boolean =>
  drawing.test(text.slice(0, 20_000)) && !/<\s?(?:html|body)\b/i.test(text)

/** Whether a text is a page or a drawing, by what it begins with. */
export const isMarkup = (text: string): boolean => page.test(text.slice(0, 20_000))
