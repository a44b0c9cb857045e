/** Reads an HTML body: the text a person sees, what is hidden from him, and where its links go. */
import type { HiddenText, Link } from '../domain/parsed-mail.ts'
import { cleanText, truncate } from '../lib/clean-text.ts'
import { boundedAddress } from '../lib/link-address.ts'
import { wordsOfComment } from './comment-words.ts'
import { contentsOf } from './css-content.ts'
import { Choice, shownInput } from './form-fields.ts'
import { type Attributes, type HtmlHandler, readHtmlEvents } from './html-events.ts'
import { itemCounts, lists } from './item-counts.ts'
import { countsItems, type NumberedList, numberedList, numberOf } from './list-numbers.ts'
import { StyleStack } from './style-stack.ts'
import { type TablePart, TextBuilder } from './text-builder.ts'

export interface HtmlText {
  /** Visible text, laid out in lines; links as `text (address)`. */
  text: string
  hidden: HiddenText[]
  /** Whether more is hidden than is kept. */
  hiddenCut: boolean
  /** Whether its style sheets may hide more than they were found to: a cap was reached, or a rule that hides isn't understood. */
  stylesCut: boolean
  links: Link[]
  /** Whether there is a form or a password field. */
  hasForm: boolean
}

const caps = {
  hidden: 200,
  hiddenCharacters: 50_000,
  links: 1_000,
  linkText: 200,
  shownHref: 500,
}

/** Reads `html` in one pass; linear in its length, whatever is in it. */
export function readHtml(html: string): HtmlText {
  const reading = new Reading(html)
  readHtmlEvents(html, reading)
  return reading.result()
}

const ignored = new Set(['script', 'style'])

/** Scripts that are no program: data about the mail, and templates (HTML, 4.12.1 data blocks). */
const dataBlock = /^(?:application\/(?:[a-z.-]{1,30}\+)?json|text\/(?:plain|html|template|x-[a-z-]{1,40}))\b/i

/** Attributes that carry words, and the reason that is given for them. */
const wordy: readonly (readonly [attribute: string, reason: string])[] = [
  ['alt', 'alt_text'],
  ['title', 'title_text'],
  ['aria-label', 'aria_label'],
  ['aria-description', 'aria_label'],
  ['aria-placeholder', 'aria_label'],
  ['aria-roledescription', 'aria_label'],
  ['placeholder', 'attribute'],
  ['summary', 'attribute'],
  ['label', 'attribute'],
  ['abbr', 'attribute'],
  ['standby', 'attribute'],
]
/** Words of an attribute of a program's own (`data-…`) from which it may say something. */
const dataWords = /(?:\p{L}{2,30}\P{L}{1,3}){4}/u

/** Quoted mail: not all that is set in, which people do for many reasons. */
const isQuote = (name: string, attributes: Attributes): boolean =>
  name === 'blockquote' &&
  (attributes.get('type')?.trim().toLowerCase() === 'cite' ||
    /_quote(?:\s|$)/.test(attributes.get('class') ?? ''))

interface Frame {
  /** Text is code (`script`, `style`): neither shown nor hidden text. */
  ignored: boolean
  /** The text of a style sheet, which may hold words that are shown; null elsewhere. */
  sheet: string[] | null
  link: OpenLink | null
  /** Whether it is what mailers quote in. */
  quote: boolean
  /** The list whose items come here, if they are numbered. */
  list: NumberedList | null
  /** What it is of a table, if it is laid out as that. */
  part: TablePart | null
  /** Where its text began to be struck through; null for one that is not, or in another that is. */
  struck: number | null
}

interface OpenLink {
  href: string
  text: string
}

class Reading implements HtmlHandler {
  readonly #styles: StyleStack
  readonly #frames: Frame[] = [
    { ignored: false, sheet: null, link: null, quote: false, list: null, part: null, struck: null },
  ]
  readonly #out = new TextBuilder()
  /** Of the lists that begin from here on and count down from how many items they have. */
  readonly #itemCounts: Iterator<number>
  /** The sign that tells what comes next from what it is set above or below; empty where it needs none. */
  #raised = ''
  /** The list of choices that is open. */
  #choice: Choice | null = null
  readonly #hidden: HiddenText[] = []
  readonly #seenHidden = new Set<string>()
  readonly #links: Link[] = []
  #hiddenCharacters = 0
  #hiddenCut = false
  #hasForm = false
  /** Hidden text that is being gathered, and why it is hidden. */
  #reason: string | null = null
  #gathered: string[] = []

  constructor(html: string) {
    this.#styles = new StyleStack(html)
    this.#itemCounts = itemCounts(html).values()
  }

  result(): HtmlText {
    this.#endHidden()
    return {
      text: cleanText(this.#out.toString()),
      hidden: this.#hidden,
      hiddenCut: this.#hiddenCut,
      stylesCut: this.#styles.rules.isCut,
      links: this.#links,
      hasForm: this.#hasForm,
    }
  }

  open(name: string, attributes: Attributes, empty: boolean): void {
    const parent = this.#frames.at(-1)!
    const isData = name === 'script' && dataBlock.test(attributes.get('type')?.trim() ?? '')
    const shown = this.#styles.styleFor(name, attributes)
    const style = isData ? { ...shown, reason: 'data_block', sealed: true } : shown
    this.#noteAttributes(name, attributes)
    const number = name === 'li' ? numberOf(parent.list, attributes) : null
    if (style.reason === null) this.#write(name, attributes)
    if (style.reason === null && !style.inline) this.#layOut(name, style.numbered ? number : null)
    if (empty) return
    const part =
      style.reason === null && !style.inline && this.#choice === null ? (parts.get(name) ?? null) : null
    if (part !== null) this.#out.begin(part)
    if (style.block && style.reason === null && part !== 'cell') this.#out.lines(1, isSoft(name))
    const begins = style.struck && !this.#styles.current.struck && !parent.ignored && style.reason === null
    const link = this.#linkOf(name, attributes)
    const quote = style.reason === null && this.#choice === null && isQuote(name, attributes)
    if (quote) this.#out.quote(1)
    this.#styles.push(style, name, attributes)
    this.#frames.push({
      quote,
      ignored: parent.ignored || (ignored.has(name) && !isData),
      sheet: name === 'style' ? [] : null,
      link: link ?? parent.link,
      list: lists.has(name) ? this.#listOf(name, attributes) : parent.list,
      part,
      struck: begins ? this.#out.beginMark('~~') : null,
    })
  }

  close(name: string): void {
    const frame = this.#frames.pop()!
    const { reason, inline, block } = this.#styles.pop()
    if (scripts.has(name)) this.#raised = ''
    if (name === 'select') this.#endChoice()
    if (frame.sheet !== null)
      for (const words of contentsOf(frame.sheet.join(''))) this.#note('style_content', words)
    if (frame.link !== null && frame.link !== this.#frames.at(-1)!.link)
      this.#endLink(frame.link, reason === null)
    if (frame.quote) this.#out.quote(-1)
    if (frame.struck !== null) this.#out.endMark('~~', frame.struck)
    if (frame.part !== null) this.#out.end(frame.part)
    if (reason !== null || inline || this.#choice !== null || frame.part === 'cell') return
    if (paragraphs.has(name)) this.#out.lines(2)
    else if (blocks.has(name) || block) this.#out.lines(1)
  }

  text(text: string): void {
    const frame = this.#frames.at(-1)!
    frame.sheet?.push(text)
    if (frame.ignored) return
    const { reason, preformatted, aside, rightToLeft, forced } = this.#styles.current
    if (frame.link !== null && frame.link.text.length < caps.linkText)
      frame.link.text += text.slice(0, caps.linkText)
    if (reason === null && rightToLeft && forced && /\p{Script=Latin}{2}/u.test(text))
      this.#hide('bidi_control', text)
    else if (aside !== null && reason === null) this.#hide(aside, text)
    if (reason !== null) this.#hide(reason, text)
    else if (this.#choice !== null) this.#choice.add(text)
    else if (preformatted) this.#out.preformatted(text)
    else this.#out.text(this.#apart(text))
  }

  /** `text` with a sign in front where a figure set above or below would make another of what it stands behind. */
  #apart(text: string): string {
    if (this.#raised === '' || text.trim() === '') return text
    const sign = this.#raised
    this.#raised = ''
    const isAnother = sign === '^' ? /[\p{L}\p{N})]/u : /\p{N}/u
    return isAnother.test(this.#out.last) && /^[+\u2212-]?\p{N}/u.test(text) ? sign + text : text
  }

  /** Writes what an element shows that is no text of its own. */
  #write(name: string, attributes: Attributes): void {
    if (scripts.has(name)) this.#raised = name === 'sup' ? '^' : '_'
    else if (name === 'select' && !attributes.has('multiple') && !this.#frames.at(-1)!.ignored)
      this.#choice = new Choice()
    else if (name === 'option') this.#choice?.option(attributes.has('selected'))
    else if (name === 'input') this.#out.text(shownInput(attributes))
  }

  #endChoice(): void {
    const choice = this.#choice
    if (choice === null) return
    this.#choice = null
    this.#out.text(` ${choice.chosen} `)
    this.#endHidden()
    this.#note('option', choice.others)
  }

  comment(text: string): void {
    if (text.length > caps.hiddenCharacters) this.#hiddenCut = true
    const words = wordsOfComment(text.slice(0, caps.hiddenCharacters))
    if (words === '') return
    this.#endHidden()
    this.#note('comment', words)
  }

  #noteAttributes(name: string, attributes: Attributes): void {
    if (name === 'form' || (name === 'input' && attributes.get('type')?.toLowerCase() === 'password'))
      this.#hasForm = true
    if (name === 'input' && attributes.get('type')?.toLowerCase() === 'hidden')
      this.#note('hidden_input', attributes.get('value') ?? '')
    if (attributes.size > 0) {
      for (const [attribute, reason] of wordy) this.#note(reason, attributes.get(attribute) ?? '')
      for (const [attribute, value] of attributes)
        if (attribute.startsWith('data-') && dataWords.test(value)) this.#note('attribute', value)
    }
    if (name === 'meta' && ['name', 'property', 'itemprop'].some((key) => attributes.has(key)))
      this.#note('meta', attributes.get('content') ?? '')
    if (name === 'form') this.#addLink(attributes.get('action') ?? '', '')
    if (name === 'area') this.#addLink(attributes.get('href') ?? '', attributes.get('alt') ?? '')
  }

  #layOut(name: string, number: string | null): void {
    if (this.#choice !== null) return
    if (name === 'br') this.#out.lineBreak()
    else if (name === 'li') this.#out.item(number)
    else if (paragraphs.has(name)) this.#out.lines(2, isSoft(name))
    else if (blocks.has(name)) this.#out.lines(1, isSoft(name))
  }

  #linkOf(name: string, attributes: Attributes): OpenLink | null {
    const href = name === 'a' ? attributes.get('href') : undefined
    return href === undefined ? null : { href: address(href), text: '' }
  }

  #listOf(name: string, attributes: Attributes): NumberedList | null {
    const items = countsItems(name, attributes) ? (this.#itemCounts.next().value as number) : 0
    return numberedList(name, attributes, items)
  }

  #endLink(link: OpenLink, visible: boolean): void {
    const shown = this.#addLink(link.href, link.text)
    if (shown === null || !visible || !/^(?:https?|mailto|tel):/i.test(shown.href)) return
    if (shown.text !== '' && shown.href.length <= caps.shownHref) this.#out.text(` (${shown.href})`)
    else if (link.text.trim() === '' && shown.href.length <= caps.shownHref) this.#out.text(` ${shown.href} `)
  }

  /** Adds a link; answers it, with an empty text where that is the address itself. */
  #addLink(href: string, text: string): Link | null {
    const target = boundedAddress(cleanText(address(href)))
    if (target === '' || target.startsWith('#') || this.#links.length >= caps.links) return null
    const words = truncate(cleanText(text.replace(/\s+/g, ' ').trim()), caps.linkText)
    const link = { href: target, text: plainAddress(words) === plainAddress(target) ? '' : words }
    this.#links.push(link)
    return link
  }

  #hide(reason: string, text: string): void {
    if (this.#reason !== reason) this.#endHidden()
    this.#reason = reason
    this.#gathered.push(text)
  }

  #endHidden(): void {
    if (this.#reason !== null) {
      const text = this.#gathered.join('')
      // What stands in an iframe or the like is not read as mark-up, so its tags are still in it.
      this.#note(this.#reason, this.#reason === 'fallback' ? text.replace(/<[^<>]{0,1000}>/g, ' ') : text)
    }
    this.#reason = null
    this.#gathered = []
  }

  /** Puts hidden text on record where it says something: letters or digits, not seen before. */
  #note(reason: string, text: string): void {
    if (text === '') return
    const all = cleanText(text.replace(/\s+/g, ' ').trim())
    if (!/[\p{L}\p{N}]/u.test(all) || this.#seenHidden.has(all)) return
    const words = truncate(all, caps.hiddenCharacters - this.#hiddenCharacters)
    if (this.#hidden.length >= caps.hidden || words.length < all.length) this.#hiddenCut = true
    if (this.#hidden.length >= caps.hidden || words === '') return
    this.#seenHidden.add(words)
    this.#hiddenCharacters += words.length
    this.#hidden.push({ reason, text: words })
  }
}

const parts: ReadonlyMap<string, TablePart> = new Map([
  ['table', 'table'],
  ['tr', 'row'],
  ['td', 'cell'],
  ['th', 'cell'],
])
/** What a cell's text often stands in, and no line of its own is seen by. */
const isSoft = (name: string): boolean => name === 'p' || name === 'div'
const scripts = new Set(['sup', 'sub'])

/** An address without the white space that browsers drop from it. */
const address = (href: string): string => href.replace(/[\t\r\n]/g, '').trim()

const plainAddress = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:|tel:)/, '')
    .replace(/\/$/, '')

const paragraphs = new Set('p h1 h2 h3 h4 h5 h6 blockquote ul ol dl pre table hr'.split(' '))
const blocks = new Set(
  'address article aside body center details dd dialog dir div dt fieldset figcaption figure footer form header html legend li main menu nav option section summary tbody tfoot thead tr caption title'.split(
    ' ',
  ),
)
