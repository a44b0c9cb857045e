/** Removes from text the characters that no one sees, and reports what they carried. */
import type { HiddenText } from '../domain/parsed-mail.ts'
import { cleanText, truncate } from '../lib/clean-text.ts'
import { decodeBits, decodeTags, decodeVariations } from './smuggled-text.ts'

/** Characters that have no shape of their own, as ranges of a character class. */
const shapeless = [
  // Controls, but for tab and line feed.
  '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f',
  // Soft hyphen, grapheme joiner, fillers and inherent vowels.
  '\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u3164\\uffa0',
  // Zero width, line and paragraph separators, bidi controls, invisible operators, interlinear annotation.
  '\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb',
  // Variation selectors.
  '\\ufe00-\\ufe0f',
].join('')
/** Runs of them, tags and supplementary variation selectors included. */
const invisible = new RegExp(`[${shapeless}\\u{e0000}-\\u{e0fff}]+`, 'gu')
/** The same by UTF-16 unit: a quick look before the search. */
const suspicious = new RegExp(`[${shapeless}\\udb40-\\udb43]`)
const notZeroWidth = /[^\u200b-\u200d\u2060-\u2064\ufeff\u180e]/gu

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** Scripts in which joiners and breaks of no width are spelling. */
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Thai}\p{Script=Lao}]/u
const pictographic = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u
const wordCharacter = /[\p{L}\p{N}]/u
const han = /\p{Script=Han}/u

const lineEnds = /[\u2028\u2029\u000b\u000c\u0085]/
const marks = /[\u200e\u200f\u061c\u202a-\u202c\u2066-\u2069]/
const presentation = /[\ufe0e\ufe0f]/

const caps = { hidden: 50, text: 2_000, words: 20 }

/** `text` as a person sees it, without invisible characters, and what those carried, by reason. Linear. */
export function visibleText(text: string): { text: string; hidden: HiddenText[] } {
  if (!suspicious.test(text)) return { text, hidden: [] }
  return new Cleaning(text.replace(/\r\n?/g, '\n')).run()
}

class Cleaning {
  readonly #text: string
  readonly #hasRightToLeft: boolean
  readonly #hidden: HiddenText[] = []
  /** Words that were split by invisible characters. */
  readonly #split = new Set<string>()

  constructor(text: string) {
    this.#text = text
    this.#hasRightToLeft = rightToLeft.test(text)
  }

  run(): { text: string; hidden: HiddenText[] } {
    const text = this.#text.replace(invisible, (run, at: number) => this.#replace(run, at))
    if (this.#split.size > 0) this.#report('zero_width', [...this.#split].join(' '))
    return { text, hidden: this.#hidden }
  }

  /** What stays of the run of invisible characters at `at`. */
  #replace(run: string, at: number): string {
    if (run === '\u00ad' || run === '\ufeff') return ''
    const before = characterBefore(this.#text, at)
    const after = characterAt(this.#text, at + run.length)
    if (isSpelling(run, before, after)) return run
    if (run.includes('\u{e007f}') && before === '\u{1f3f4}') return this.#flag(run, before, after)
    this.#reportTags(run)
    this.#reportVariations(run, before)
    this.#reportOverride(run, at)
    this.#reportZeroWidth(run, at, before, after)
    return this.#kept(run, before)
  }

  /** A flag of a region (UTS #51): a black flag, its code in tags, and the cancel tag. */
  #flag(run: string, before: string, after: string): string {
    const end = run.indexOf('\u{e007f}') + 2
    if (!/^[a-z0-9]{3,6}$/.test(decodeTags(run.slice(0, end)))) {
      this.#reportTags(run)
      return ''
    }
    const rest = run.slice(end)
    return run.slice(0, end) + (rest === '' || isSpelling(rest, before, after) ? rest : '')
  }

  /** Line ends, marks of right-to-left text and the first selector of a variant are no trick. */
  #kept(run: string, before: string): string {
    let kept = ''
    for (const char of run) {
      if (lineEnds.test(char)) kept += '\n'
      else if (marks.test(char)) kept += this.#hasRightToLeft ? char : ''
      else if (char === run[0] && presentation.test(char) && kept === '') kept = /\S/.test(before) ? char : ''
    }
    return kept
  }

  #reportTags(run: string): void {
    const decoded = decodeTags(run)
    if (decoded !== '') this.#report('unicode_tags', decoded)
  }

  #reportVariations(run: string, before: string): void {
    const selectors = run.match(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu)?.length ?? 0
    if (selectors < 2 && !(selectors === 1 && /[\u{e0100}-\u{e01ef}]/u.test(run) && !han.test(before))) return
    const decoded = decodeVariations(run)
    if (decoded !== null) this.#report('variation_selectors', decoded)
    else if (selectors >= 4) this.#report('variation_selectors', `${selectors} variation selectors in a row`)
  }

  /** A right-to-left override shows what follows in reverse. */
  #reportOverride(run: string, at: number): void {
    if (!/[\u202d\u202e]/.test(run)) return
    const after = this.#text.slice(at + run.length, at + run.length + 200)
    this.#report('bidi_control', after.split(/[\n\u202c]/, 1)[0]!)
  }

  #reportZeroWidth(run: string, at: number, before: string, after: string): void {
    const found = run.replace(notZeroWidth, '')
    if (found.length >= 14 && new Set(found).size > 1) {
      this.#report('zero_width', decodeBits(found) ?? `${found.length} characters of no width in a row`)
      return
    }
    if (
      found === '' ||
      this.#split.size >= caps.words ||
      !wordCharacter.test(before) ||
      !wordCharacter.test(after)
    )
      return
    if (isSpelling('\u200d', before, after) || joining.test(after)) return
    this.#split.add(wordAround(this.#text, at))
  }

  #report(reason: string, text: string): void {
    if (this.#hidden.length >= caps.hidden || text.trim() === '') return
    const words = truncate(cleanText(text.replace(invisible, '')), caps.text)
    if (words.trim() !== '') this.#hidden.push({ reason, text: words })
  }
}

/** Whether the invisible character belongs to the writing: emoji sequences, joiners of Persian or Hindi, variants of Han. */
function isSpelling(run: string, before: string, after: string): boolean {
  if (run === '\ufe0f' || run === '\ufe0e') return before !== '' && !/\s/.test(before)
  if (run === '\u200d') return (pictographic.test(before) && pictographic.test(after)) || joining.test(before)
  if (run === '\ufe0f\u200d') return pictographic.test(before) && pictographic.test(after)
  if (run === '\u200c' || run === '\u200b')
    return joining.test(before) && (joining.test(after) || run === '\u200c')
  if (/^[\ufe00-\ufe0d]$/.test(run)) return before !== '' && before > '\u007f'
  return /^[\u{e0100}-\u{e01ef}]$/u.test(run) && han.test(before)
}

function characterBefore(text: string, at: number): string {
  if (at === 0) return ''
  const low = text.charCodeAt(at - 1)
  return low >= 0xdc00 && low <= 0xdfff && at > 1 ? text.slice(at - 2, at) : text[at - 1]!
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

/** The word around `at`, its invisible characters removed; at most 100 characters. */
function wordAround(text: string, at: number): string {
  const before =
    /[\p{L}\p{N}\u200b-\u200d\u2060-\u2064\ufeff]*$/u.exec(text.slice(Math.max(0, at - 50), at))?.[0] ?? ''
  const after = /^[\p{L}\p{N}\u200b-\u200d\u2060-\u2064\ufeff]*/u.exec(text.slice(at, at + 50))?.[0] ?? ''
  return (before + after).replace(invisible, '')
}
