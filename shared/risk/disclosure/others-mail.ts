/** Mail between others that a draft carries: their headers stand in its text. */
import { findEmails } from '../pii/email.ts'

/** The words that mail programs of some twenty languages write before sender, recipients and subject. */
const from =
  'from|von|de|da|van|från|fra|od|lähettäjä|feladó|expediteur|expéditeur|remitente|mittente|afzender|nadawca|от|发件人|差出人'
const to = 'to|an|à|a|para|aan|till|til|do|vastaanottaja|címzett|destinataire|destinatario|кому|收件人|宛先'
const subject =
  'subject|betreff|objet|asunto|oggetto|assunto|onderwerp|ämne|emne|temat|aihe|tárgy|тема|主题|件名'

const head = (words: string): string => `(?:^|\\n)[ \\t>*_|\\d.)-]{0,12}(?:${words})[ ]?[:：][*_]{0,2}[ \\t]*`
const fromLine = new RegExp(`${head(from)}([^\\n]{1,200})`, 'giu')
const near = new RegExp(`(?:^|\\n|[,;] ?)[ \\t>*_|-]{0,8}(?:${to}|${subject})[ ]?[:：]`, 'iu')
const toLine = new RegExp(`${head(to)}([^\\n]{1,300})`, 'iu')
/** `On Tuesday Ann Reed <ann@reed.example> wrote:`, and what a sentence tells: `Ann (ann@reed.example) wrote to us: “…`. */
const attribution =
  /[<([]([^\s<>()[\]"',;]{1,64}@[a-z0-9.-]{2,120})[>)\]][^\n:@]{0,30}?(?<!\p{L})(?:wrote|writes|said|schrieb|schreibt|a écrit|écrit|escribió|escribe|ha scritto|scrive|escreveu|schreef|napisał\p{L}?|skrev|написал\p{L}?)(?!\p{L})[^\n:@]{0,50}[:：]\s{0,4}(?=["“„«>\p{L}])/giu
/** One line each of an overview of mail: a sender's address and what he says, or what he says and his address. */
const overview =
  /^[ \t>]{0,4}(?:[-*•]|\d{1,3}[.)])?[ \t]{0,3}[*_`]{0,3}(?:[^\n@<>:;|]{1,60}[<(])?([^\s<>()[\]"',;:*_`|]{1,64}@[a-z0-9.-]{2,120})[>)]?[*_`]{0,3}[ \t]{0,2}(?:[:–—|]|-[ ])[*_`]{0,3}[ \t]{0,2}(?=\p{L}[^\n]{24})|^[ \t>]{0,4}(?:[-*•]|\d{1,3}[.)])?[ \t]{0,3}["“„«»](?=(?:[^\s"“”«»]{1,40} ){3})[^\n"“”«»]{16,300}["”“»«][^\n@"“”«»]{0,60}[\s<(]([^\s<>()[\]"',;:]{1,64}@[a-z0-9.-]{2,120})/gimu
/** Such lines from which a text is one. */
const overviewFrom = 2
const ending = /\n[ \t>]*\n/

/** One such mail. */
export interface CarriedMail {
  /** Where its head begins. */
  start: number
  /** Addresses of its sender and recipients, in lower case. */
  parties: string[]
  /** Its first words. */
  opening: string
}

const most = 50
/** Characters of a head, and of the text behind it that is compared. */
const reach = { head: 700, text: 120 }

/**
 * The mails whose heads stand in `text`: a sender with an address, and a recipient or subject by it; and what is told as
 * somebody's words.
 */
export function carriedMails(text: string): CarriedMail[] {
  if (!text.includes('@')) return []
  const found: CarriedMail[] = []
  for (const match of text.matchAll(fromLine)) {
    const start = match.index
    const block = text.slice(start, start + reach.head)
    const fromEnd = match[0].length
    const sender = addressesOf(match[1]!)
    if (sender.length === 0) continue
    const rest = block.slice(fromEnd - match[1]!.length)
    if (!near.test(rest.slice(0, 400))) continue
    const stop = ending.exec(block.slice(1))
    const recipients = toLine.exec(block.slice(0, stop === null ? block.length : stop.index + 1))
    const body = stop === null ? block.slice(fromEnd) : text.slice(start + stop.index + 1)
    found.push({
      start,
      parties: [...sender, ...(recipients === null ? [] : addressesOf(recipients[1]!))],
      opening: body.trim().slice(0, reach.text),
    })
    if (found.length >= most) break
  }
  for (const { 0: said, 1: sender, index } of text.matchAll(attribution)) {
    if (found.length >= most) break
    const opening = text.slice(index + said.length, index + said.length + 2 * reach.text)
    found.push({
      start: index,
      parties: [sender!.toLowerCase()],
      opening: opening
        .replace(/^[ \t>"“„«]+/gm, '')
        .trim()
        .slice(0, reach.text),
    })
  }
  return [...found, ...overviewOf(text)]
}

/** Mail of which an overview tells line by line; none where there is only one such line. */
function overviewOf(text: string): CarriedMail[] {
  const lines: CarriedMail[] = []
  for (const match of text.matchAll(overview)) {
    const sender = (match[1] ?? match[2])!.toLowerCase()
    const from = match[1] === undefined ? match.index : match.index + match[0].length
    const [opening = ''] = text.slice(from, from + 2 * reach.text).split('\n', 1)
    lines.push({ start: match.index, parties: [sender], opening: opening.trim().slice(0, reach.text) })
    if (lines.length >= most) break
  }
  return new Set(lines.flatMap(({ parties }) => parties)).size >= overviewFrom ? lines : []
}

const addressesOf = (text: string): string[] =>
  findEmails(text).map(({ start, end }) => text.slice(start, end).toLowerCase())
