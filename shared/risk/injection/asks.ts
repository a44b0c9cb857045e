/** What a text asks of its reader: with whose data, towards whom, and whether it really asks. */
import { mailAddressesIn, withoutAddresses } from '../mail-addresses.ts'
import type { TextLayer } from '../text-layers.ts'
import { agentWords, perhapsAgents } from './agent-words.ts'
import { askWords, unspaced } from './ask-words.ts'
import { doubtOf, openAt } from './doubt.ts'
import type { Hit } from './hits.ts'
import { isFollowed, isToMachine } from './override-words.ts'
import { isAtHome, isOutside, type Parties } from './parties.ts'
import { compile } from './rule.ts'
import { sentenceAt } from './sentence.ts'

/** Addresses of one layer that are looked at. */
const maxAddresses = 12
/** Characters before an address in its sentence with which it only completes the one before: `To x@y, please.` */
const shortBefore = 25
/** What is left of a request whose object stands in the sentence before. */
const fromBefore = 0.6
/** What papers that firms send each other anyway are worth beside stored mail and people. */
const papersWorth = 0.5

const spaced = Object.entries(askWords).filter(([language]) => !unspaced.has(language))
const running = Object.entries(askWords).filter(([language]) => unspaced.has(language))

/** The words of all languages for one thing, as one pattern. */
function anyOf(field: keyof (typeof askWords)['en'], ending = ''): RegExp {
  const list = (some: typeof spaced): string => some.map(([, words]) => words[field]).join('|')
  return compile(`(?:\\b(?:${list(spaced)})\\b|(?:${list(running)}))${ending}`)
}

const hand = anyOf('hand')
const hands = anyOf('hands')
const handler = anyOf('handler')
/** What such a program is to do for an address, beside handing something over. */
const does = compile(
  '\\b(?:mail|mails|put|release|releases|lodge|lodges|writes?|add|adds|register|registers|transfers?|subscribes?|completes?|sending|mailing|forwarding|keeps?|collects?|gathers?)\\b',
)
/** Not the writer's own, who says what his does. */
const agent = compile(
  `(?<!\\b(?:my|our|meine?[mnr]?|unsere?[mnr]?|mon|nos|notre|mi|nuestr[oa]s?|mi[oae]i?|nostr[oaie]|meus?|noss[oa]s?|mijn|onze|nasz[aey]?) )\\b(?:${Object.values(agentWords).join('|')})\\b`,
)
const perhapsAgent = compile(perhapsAgents)
const mail = anyOf('mail')
const papers = anyOf('papers')
const people = anyOf('people')
const codes = anyOf('codes')
const admit = anyOf('admit')
const bank = anyOf('bank')
const back = anyOf('back')
/** The start of a sentence that only names the address for what the one before asks. */
const aimed =
  /^\s*(?:[\p{L}']{1,12},? ){0,3}(?:best|preferably|ideally|straight|directly|use|to|at|my address(?: is)?|(?:am )?besten an|an|bitte an|meine adresse(?: ist)?|de preference a|le mieux est|a l'adresse|mon adresse(?: est)?|mejor a|mi (?:direccion|correo)(?: es)?|de preferencia (?:a|para)|meu e-?mail e|meglio a|il mio indirizzo e|liefst naar|mijn adres is|najlepiej na)\s?:?\s?(?:it )?(?:to )?$/u
/** Who says so right before a verb does it himself, or says that it is not to be done. */
const own = anyOf('self', "[\\s,']{0,2}(?:[^\\s.!?]{1,15}\\s){0,2}$")
const not = anyOf('not', '[\\s,]{0,2}(?:[^\\s.!?]{1,15}\\s){0,2}$')
const notBehind = /^\S{0,4}\s?(?:\S{1,12}\s){0,2}(?:nicht|niet|keinesfalls|ないで|ないよう|禁止)/

/** `relay.mail.example`: no verb. */
const host = /\b(?:[a-z0-9-]{1,63}\.){2,8}[a-z]{2,24}\b/g
/** What goes on as the name of a host. */
const inHost = /^[a-z0-9-]{0,63}\.[a-z0-9-]{1,63}\.[a-z]/
const account = /\b[a-z]{2}\d{2}[\s-]?(?:[a-z0-9]{4}[\s-]?){2,7}[a-z0-9]{0,4}\b|\b\d{8,20}\b/

const has = (pattern: RegExp, text: string): boolean => text.search(pattern) >= 0

/** Whether one of the verbs in `text` is asked of the reader: not what the writer does, nor what must not be done. */
function isAsked(text: string, verb: RegExp): boolean {
  for (const { 0: word, index } of text.matchAll(verb)) {
    const before = text.slice(Math.max(0, index - 32), index)
    if (
      !has(own, before) &&
      !has(not, before) &&
      !notBehind.test(text.slice(index + word.length, index + word.length + 40))
    )
      return true
  }
  return false
}

/** In front of the address that a log has something from. */
const ofSender =
  /\b(?:from|sender|mail_from|envelope_from|von|absender|expediteur|remitente|remetente|mittente|afzender|nadawca)=\s?<?[^\s@=]{0,64}$/

/** Whether an address is one that a log has something from, and nothing goes to; `=` may be a letter of an address (RFC 5322). */
const isSenders = (text: string, index: number, address: string): boolean =>
  ofSender.test(text.slice(Math.max(0, index - 24), index + Math.max(0, address.indexOf('@'))))

/** Where a request stands: within the quotation of the address, if its verb stands there as well; else in its sentence. */
function placeOf(
  text: string,
  index: number,
  sentence: { start: number; end: number },
): { start: number; end: number } {
  const open = openAt(text, index)
  if (open < 0) return sentence
  const close = text.slice(index, index + quotedBehind).search(/["」』]/)
  if (close < 0 || !isAsked(text.slice(open, index + close), hand)) return sentence
  return { start: Math.max(open, sentence.start), end: Math.min(index + close + 1, sentence.end) }
}

/** Characters behind an address in which the quotation that it stands in ends. */
const quotedBehind = 300

/** Requests for somebody outside: what stands in the sentence of each address that is no party's. */
export function asksFor(layer: TextLayer, parties: Parties): Hit[] {
  const { text } = layer
  if (!text.includes('@')) return []
  const found: Hit[] = []
  let looked = 0
  for (const { address: to, start: index } of mailAddressesIn(text)) {
    if (!isOutside(to, parties) || isSenders(text, index, to)) continue
    if (++looked > maxAddresses) break
    const { before, start, end } = sentenceAt(text, index, index + to.length)
    // Names of hosts hold words, too.
    const from = index - start < shortBefore ? before : start
    const here = withoutAddresses(text.slice(from, end)).replace(host, '@')
    const doubt = doubtOf(layer, index, index + to.length)
    const place = placeOf(text, index, { start, end })
    const ask = (result: string, confidence: number): void => {
      found.push({ rule: { result }, layer, ...place, confidence: confidence * doubt })
    }
    if (isAsked(here, admit)) ask('rights_request', 1)
    const ofAgent = has(agent, here.replace(introduction, ' '))
    const maybe = ofAgent || has(perhapsAgent, here)
    const byAgent = maybe && (isAsked(here, hands) || isAsked(here, does))
    if (!isAsked(here, hand) && !byAgent && !(has(handler, here) && isAsked(here, hands))) {
      // What was asked for stands in the sentence before; this one only says where it is to go.
      const asked = text.slice(before, start)
      const meant =
        aimed.test(text.slice(start, index)) && isAsked(asked, hand) ? goodsIn(asked, fromBefore) : null
      if (meant !== null) ask(...meant)
      continue
    }
    const goods = goodsIn(here) ?? goodsIn(text.slice(before, start), fromBefore)
    if (goods !== null) ask(...goods)
    if (ofAgent) ask('asked_of_handler', 1)
    else if (maybe && goods !== null) ask('asked_of_handler', goods[1])
  }
  return found
}

const sortCode = /\b\d{2}-\d{2}-\d{2}\b/
/** Whether a text names an account to pay into. */
export const namesAnAccount = (text: string): boolean => account.test(text) || sortCode.test(text)

/** Whether a text names an address outside, an account to pay into, a code, or rights: where what it asks for would go. */
export function namesAnAim(text: string, parties: Parties): boolean {
  if (has(codes, text) || has(admit, text) || has(bank, text) || namesAnAccount(text)) return true
  return mailAddressesIn(text)
    .take(maxAddresses)
    .some(({ address }) => isOutside(address, parties))
}

/** What whoever handles the mailbox is to hand out, by the sentence that says so; null where it is nothing of the owner's. */
export function askedOfHandler(one: Hit): Hit | null {
  if (one.rule.result !== 'third_person') return null
  const { text } = one.layer
  const { start, end } = sentenceAt(text, one.start, one.end)
  const here = text.slice(one.start, end)
  const goods = goodsIn(here) ?? (isAsked(here, admit) || isAsked(here, bank) ? (['', 1] as const) : null)
  if (goods === null) return null
  return { ...one, rule: { result: 'asked_of_handler' }, start, end, confidence: one.confidence * goods[1] }
}

/** A program that says what it is: no other that is to act. */
const introduction =
  /\b(?:i am|i'm|we are|we're|this is) (?:an?|the|[a-z]{2,20}'s) (?:[a-z-]{2,20} ){0,2}[a-z-]{2,20}/g

/** The mail itself, as disclaimers speak of it: none of what is stored. */
const thisMail =
  /\b(?:cop(?:y|ies) of )?(?:this|the) (?:e-?mail|mail|message)(?: and (?:any|all|its|the) attachments?)?\b/g

function goodsIn(whole: string, share = 1): [result: string, confidence: number] | null {
  const text = whole.replace(thisMail, ' ')
  if (has(codes, text)) return ['code_request', share]
  if (has(mail, text) || has(people, text)) return ['handing_over', share]
  return has(papers, text) ? ['handing_over', papersWorth * share] : null
}

/**
 * What is left of a match of the patterns that name no address: a code is asked for by who wants it, other bank details
 * with an account to pay into.
 */
export function confirmed(one: Hit, parties: Parties): Hit | null {
  const { layer, rule } = one
  if (!isToMachine(one)) return null
  const { start, end } = sentenceAt(layer.text, one.start, one.end)
  const here = layer.text.slice(start, end)
  if (rule.result === 'third_person')
    return isForbidden(layer.text, one) || inHost.test(layer.text.slice(one.end, one.end + 80)) ? null : one
  if (rule.result === 'secrecy')
    return putAside.test(layer.text.slice(one.start, one.end)) &&
      onlyIf.test(layer.text.slice(start, one.start))
      ? null
      : one
  if (rule.result === 'bank_change')
    return account.test(layer.text.slice(start, end + 120)) && !isForbidden(layer.text, one) ? one : null
  if (rule.result === 'exfiltration') return staysAtHome(here, parties) ? null : one
  if (rule.result !== 'code_request') return one
  const outside = mailAddressesIn(here).some(({ address }) => isOutside(address, parties))
  return isAsked(here, hand) && (outside || has(back, here)) ? one : null
}

/** Where else than to a mail address something could go: a link, a host, a number to call, whoever writes. */
const otherAim =
  /:\/\/|\bwww\.|\b(?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24}\b|\+?\d[\d ()/-]{6,20}\d|\b(?:me|us|here|ftp|fax|server|url|link|site|webhook|mir|uns|hier|moi|nous|ici|mi|nos|aqui|noi|qui|mij|ons|mnie|nam)\b/
/** What stands right in front of an address to which something is to go. */
const aim = /(?:\b(?:to|an|nach|a|para|al|naar|aan|do|na|til|till)\s(?:[^\s@]{1,20}\s){0,4}|\(|（)[<(]?$/
/** What in front of an address says whose it is, and not where something goes. */
const whose = /\b(?:for|from|of|by|stored|von|fur|de|du|des|di|da|van|od|z)\s(?:[^\s@]{1,20}\s){0,2}[<(]?$/
/** Characters in front of an address in which that stands. */
const aimReach = 60

/** Whether a request says where something is to go, and that is to colleagues alone. */
function staysAtHome(text: string, parties: Parties): boolean {
  const addresses = mailAddressesIn(text)
    .take(maxAddresses + 1)
    .toArray()
  return (
    addresses.length > 0 &&
    addresses.length <= maxAddresses &&
    !otherAim.test(withoutAddresses(text)) &&
    addresses.every(({ address, start }) => {
      const before = text.slice(Math.max(0, start - aimReach), start)
      return isAtHome(address, parties) && aim.test(before) && !whose.test(before)
    })
  )
}

/** `if that happens, don't, ask a human`: the comma ends what is not to be done. */
const onlyIf = /\b(?:if|when|where|whenever)\b[^.!?]{2,80},\s{0,2}$/
const putAside = /^(?:do not|don't|never), (?:ask|tell|inform|notify|alert|warn|consult|report)\b/

function isForbidden(text: string, { start, end }: Hit): boolean {
  const before = text.slice(Math.max(0, start - 32), start)
  return has(not, before) || has(forbidding, text.slice(start, end))
}

/** A duty not to: within what is said of whoever handles the mailbox. */
const forbidding =
  /\b(?:must not|may not|should not|shall not|never|cannot|can not|do not|does not|are not to|is not to|darf nicht|durfen nicht|sollen nicht|soll nicht|ne doit|ne doivent|no debe|no deben|non deve|non devono|nao deve|nao devem|mag niet|mogen niet|nie moze|nie wolno)\b|не должн|нельзя|不得|不应|请勿|いけません|てはなら/

/** Characters behind an order to drop all instructions in which the next one follows: in the same sentence or the one behind it. */
const next = 120
/** Confidence from which they are no quotation. */
const unquoted = 0.9
/** One's own instructions are taken back by who gave them. */
const ownInstructions =
  /\b(?:my|our|meine[nr]?|unsere[nr]?|mes|nos|mon|notre|mis|nuestras?|mi|minhas?|nossas?|mie|nostre|mia|mijn|onze|moje|nasze)\b|мои|наши|我的|我们的|私の/
/** Orders beside those to hand something over. */
const otherOrders =
  /\b(?:delete|erase|remove|reply|respond|answer|print|output|write|say|click|open|pay|transfer|wire|approve|accept|confirm|reveal|show|list|mark|archive|set|change|add|call|run|execute|losche?n?|antworte[n]?|schreibe?n?|zeige?n?|uberweise[n]?|bestatige[n]?|supprime[rz]?|reponde?[sz]?|affiche[rz]?|ecri[sv]e?z?|valide[rz]?|borr[ae]r?|elimin[ae]r?|respond[ea]r?|muestr[ae]|escrib[ae]|pag[au]e?r?|cancell[ai]|rispond[ai]|mostr[ai]|scriv[ai]|apagu?e|mostre|escreva|pague|verwijder|antwoord|toon|schrijf|betaal|usun|odpowiedz|pokaz|napisz|zaplac)\b|удали|ответь|покажи|напиши|оплати|переведи|删除|回答|输出|显示|写|付款|批准|削除|答え|出力|表示|書いて|支払/

/** An order to drop all instructions that is followed by another: nobody else writes so. */
export function orderAfter(one: Hit): Hit | null {
  if (one.rule.result !== 'override_instruction' || one.confidence < unquoted) return null
  const { text } = one.layer
  if (ownInstructions.test(text.slice(one.start, one.end))) return null
  const behind = text.slice(one.end, one.end + next)
  const rest = /^(?:[^.!?。！？]*[.!?。！？]){0,2}/.exec(`${behind}.`)![0]
  const within = quotedOf(text, one, rest)
  const told = within !== null && isOrder(within) ? within : rest
  if (!isOrder(told) && !isFollowed(one, behind)) return null
  const end = Math.min(text.length, one.end + told.length)
  return { ...one, rule: { result: 'override_order' }, end }
}

const isOrder = (text: string): boolean => isAsked(text, hand) || otherOrders.test(text)

/** Characters in front of an order in which the quotation begins that it stands in. */
const opened = 40

/** What of `rest` stands in the same quotation as the order before it; null where that is in none. */
function quotedOf(text: string, { start, end }: Hit, rest: string): string | null {
  const from = Math.max(0, start - opened)
  const close = rest.indexOf('"')
  return close >= 0 && text.slice(from, end).includes('"') ? rest.slice(0, close + 1) : null
}
