/** Whether all that sounds like an attack in a message is quoted in a text that asks nothing of its reader itself. */
import { type Head, loudestWindow } from '../model/linear-model.ts'
import type { TextLayer } from '../text-layers.ts'
import type { Hit } from './hits.ts'
import { ordinary, type Signals } from './signals.ts'

/** What stands between marks, of the lengths that sentences have, and lines that a change to a file adds or takes away. */
const quotation = /"[^"\n]{8,600}"|[「『][^」』\n]{4,300}[」』]|(?:^|\n)[+-] ?[^\n]{3,400}/g
/** Marks at the ends of a quotation that a match may take along or begin before. */
const ofMarks = 2
/** What a sentence begins with in front of a quotation: `In tests/one.txt:`. No address, to which something could go. */
const leadIn = /^[^@]{0,80}[:\n]\s?$/
/** Quotations of one layer that are looked at; a text with more is not judged by them. */
const maxQuotations = 200
/** Confidence from which a match counts as said. */
const said = 0.5
/** The log odds of the text around the quotations from which it may be an attack itself. */
const calm = { usual: -0.5, trusted: 0 }
/** Characters around the quotations, as a multiple of those within, and at least. */
const least = { share: 1, trusted: 0.4, characters: 160 }

/**
 * Such a message may be flagged and is not withheld for what it quotes. An attacker can write quotation marks, too: so the text
 * around them has to be as long as they are and calm by the model, and nothing may be concealed or quoted by halves.
 * Of somebody who is known and proven (`trusted`), and talks about attacks, whatever is set off from his own words is
 * taken for quoted.
 */
export function isOnlyQuoted(
  layers: readonly TextLayer[],
  { hits }: Signals,
  head: Head,
  trusted = false,
): boolean {
  const orders = hits.filter(({ rule }) => !ordinary.has(rule.result))
  if (orders.length === 0 || orders.some(({ layer }) => layer.concealed)) return false
  let within = 0
  let around = 0
  for (const layer of layers) {
    if (layer.concealed) continue
    const marked = quotationsOf(layer.text)
    const places = withExhibits(layer, marked, trusted && talksOfAttacks(layer))
    if (places.length > maxQuotations) return false
    const quoted = ({ start, end, rule }: Hit): boolean =>
      (posing.has(rule.result) ? marked : places).some(
        ([from, to]) =>
          end <= to + ofMarks &&
          end > from &&
          (from <= start + ofMarks || leadIn.test(layer.text.slice(start, from))),
      )
    if (hits.some((hit) => hit.layer === layer && isSaid(hit) && !quoted(hit))) return false
    let rest = ''
    let last = 0
    for (const [from, to] of places) {
      rest += `${layer.text.slice(last, from)} `
      within += to - from
      last = to
    }
    rest += layer.text.slice(last)
    around += rest.length
    const loudest = loudestWindow(rest, head)
    if (loudest !== null && loudest.logit > calm[trusted ? 'trusted' : 'usual']) return false
  }
  return within > 0 && around >= Math.max(least.characters, least[trusted ? 'trusted' : 'share'] * within)
}

/** The text with blanks where it quotes, so that places in it stay what they are. */
export function withoutQuotations(text: string): string {
  let rest = ''
  let last = 0
  for (const [from, to] of quotationsOf(text)) {
    rest += text.slice(last, from) + ' '.repeat(to - from)
    last = to
  }
  return rest + text.slice(last)
}

/** What poses as a tool or as the system looks like what is shown in a block: there it counts in full. */
const posing: ReadonlySet<string> = new Set([
  'invented_result',
  'chat_template',
  'tool_call',
  'fake_authority',
])
/** Characters in front of a block in which is said that it is shown: `In the third paragraph it said:`. */
const reachExhibit = 140
/** Characters behind a block in which its reader could be told to do what it says. */
const behindExhibit = 160
/**
 * Words of somebody who tells what he has found, right in front of it. That somebody wrote is not among them: so begins the history
 * of a reply, and the forged word of a chief; nor is a bare `example`, which orders are given as, too.
 */
const exhibit =
  /\b(?:it (?:said|read|contained)|(?:had|found|contained|carried) this|(?:darin|dort|da) stand|lautete|disait|on (?:y )?lisait|decia|ponia|dizia|diceva|si leggeva|er stond|luidde|brzmial[ao]?|bylo napisane)\b[^\n]{0,40}:\s{0,4}$/
/** Different words of those who deal with attacks, outside of the blocks, from which attacks are what a text is about. */
const leastTalk = 3
const talk =
  /\b(?:prompt[\s-]injections?|injections?|jailbreaks?|attack(?:s|ers?|ed)?|phishing|red[\s-]team(?:ing)?|vulnerabilit(?:y|ies)|exploits?|payloads?|malicious|advisory|proof of concept|mitigations?|incident|probes?|angreifer[n]?|angriff(?:e|en|s)?|schwachstellen?|sicherheitslucken?|attaquants?|attaques?|vulnerabilites?|atacantes?|ataques?|vulnerabilidad(?:es)?|vulnerabilidades?|attaccant[ei]|attacchi|aanvallers?|aanval(?:len)?|kwetsbaarhe(?:id|den))\b/g

function talksOfAttacks(layer: TextLayer): boolean {
  const { text } = layer
  let last = 0
  let rest = ''
  for (const [start, end] of layer.setOff()) {
    rest += `${text.slice(last, start)} `
    last = end
  }
  return new Set(`${rest}${text.slice(last)}`.match(talk)).size >= leastTalk
}

/** That it is to be done, and is no exhibit then. */
const toBeDone =
  /\b(?:please|kindly|bitte|por favor|per favore|alstublieft|prosze|s'il (?:vous|te) plait|(?:do|does|follow|carry out|execute|perform|see to|act on|obey|apply) (?:all |exactly )?(?:of )?(?:that|this|it|them|these|those|what|as|so|the)|your assistant|the assistant (?:follows|is to|must|should)|standing orders?|steps?)\b/

/** The quotations and the blocks that are introduced as something found, in order. */
function withExhibits(layer: TextLayer, marked: [number, number][], all: boolean): [number, number][] {
  const blocks = layer.setOff().filter(([start, end]) => {
    const lead = layer.text.slice(Math.max(0, start - reachExhibit), start)
    return (
      (all || exhibit.test(lead)) && !toBeDone.test(`${lead}\n${layer.text.slice(end, end + behindExhibit)}`)
    )
  })
  if (blocks.length === 0) return marked
  const places: [number, number][] = []
  for (const [start, end] of [...marked, ...blocks].toSorted(([a], [b]) => a - b)) {
    const last = places.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else places.push([start, end])
  }
  return places
}

/** Stretches of a text that are quoted, in order; those that touch are one. */
function quotationsOf(text: string): [number, number][] {
  const places: [number, number][] = []
  for (const { 0: quoted, index } of text.matchAll(quotation)) {
    const last = places.at(-1)
    if (last !== undefined && last[1] === index) last[1] = index + quoted.length
    else places.push([index, index + quoted.length])
  }
  return places
}

/** The name of a function that nobody calls, as programmers write of it. */
const mentioned = /^[a-z]{2,20}_[a-z_]{2,40}$/

/** Whether a match is sure, and more than the mention of a function. */
const isSaid = ({ rule, layer, start, end, confidence }: Hit): boolean =>
  confidence >= said &&
  !(
    rule.result === 'tool_call' &&
    mentioned.test(layer.text.slice(start, end)) &&
    layer.text.charAt(end) !== '('
  )
