/** What speaks against a match: it is quoted by somebody who talks about it, it must not be done, or it is code. */
import { type TextLayer, writtenAt } from '../text-layers.ts'
import { talkWords } from './talk-words.ts'

const talk =
  /\b(?:phrases?|examples?|e\.g\.|such as|like|called|contains?|containing|literally|treats? as|is treated as|is read as|i'd (?:drop|cut|remove|keep|reword|rephrase)|comments on|payloads?|detect(?:s|ed|ion)?|filters?|says?|wrote|titled|strings?|test cases?|hid(?:es|den|ing)?|trick(?:s|ed)?|sentences?|wording|lines? \d|section|draft|the words|beispielsweise|zum beispiel|z\.b\.|satze?n? wie|wie etwa|phrases? (?:comme|du type|telles)|par exemple|del tipo|frases? (?:como|tipo)|por ejemplo|por exemplo|ad esempio|frasi come|zinnen als|bijvoorbeeld|na przyklad|zdania)\b|например|фраз[ыау]|例如|等文字|等语句|写(?:着|入|道|有)?|という(?:文|指示|命令)|例えば|といった/
const known = talkWords()

/** Characters before a match in which its quotation begins, and before the quotation that are looked at. */
const reachOpen = 300
const reachTalk = 140

/**
 * The share of its confidence that a match keeps, from 0 to 1: less where it stands in quotation marks in a
 * sentence that talks about such phrases. Never dismissed: an attacker can write quotation marks, too.
 */
export function doubtOf(layer: TextLayer, from: number, to: number): number {
  // Marks of quotation open and close within a line.
  const {
    layer: { text, concealed },
    start,
    end,
  } = writtenAt(layer, from, to)
  if (concealed) return 1
  const open = openAt(text, start)
  // A match may take the closing mark along.
  if (open < 0 || !/["」』]/.test(text.slice(start, end + 160))) return 1
  const before = text.slice(Math.max(0, open - reachTalk), open)
  const told = /^[^"」』]{0,40}["」』]\s?(?:等文字|等语句|という|といった)/.test(text.slice(end, end + 60))
  return told || talk.test(before) || before.search(known) >= 0 ? 0.33 : 1
}

/** How errors show what a program was asked: JSON of a chat, and names of functions. */
const shownInErrors =
  /^"(?:role|tool|tool_name|tool_calls?|function|function_call)"|^[a-z]{2,12}_[a-z_]{2,40}$/
/** Lines of a stack trace of Python and of JavaScript, whole: an ordinary line begins with `at`, too. */
const frame =
  /\bfile "[^"\n]{1,160}", line \d{1,6}\b|\n\s{0,8}at (?:async )?[\w.$<>]{1,80} \([^\s()]{1,160}:\d{1,6}:\d{1,6}\)/
const reachFrame = 400
/** Who tells that a program called a function, and does not call it: `the bot then calls send_message`. */
const toldCall = /\b(?:calls|called|invokes|invoked|ran|runs)\s$/
const reachCall = 16
/** A name alone is one that programmers write of, unless it is to be called, or stands with what it is given. */
const nameOfFunction = /^[a-z]{2,12}_[a-z_]{2,40}$/
const calling =
  /[:=]\s?["']?$|\b(?:calls?|use|using|invoke|run|execute|trigger|via|with|through|then|tool|function)\b[\s:"']{0,3}(?:the\s)?$/
const called = /^["']?\s{0,2}(?:[({:=]|with\b|to\b|tool\b|function\b|on\b|for\b)/
const ofTold = 0.4

/**
 * The share of its confidence that a match keeps where it is told of a program, or is what the report of an error shows
 * of a request: nothing of the latter, since any orders in it are found by what they say. Tags, tokens and markers of
 * a chat keep all of it, whatever stands around them.
 */
export function doubtOfReport(
  { text, concealed }: TextLayer,
  result: string,
  start: number,
  end: number,
): number {
  if (concealed || (result !== 'chat_template' && result !== 'tool_call')) return 1
  if (!shownInErrors.test(text.slice(start, end))) return 1
  if (text.charAt(end) === '(') return 1
  const before = text.slice(Math.max(0, start - reachCall), start)
  if (toldCall.test(before)) return ofTold
  if (
    nameOfFunction.test(text.slice(start, end)) &&
    !calling.test(before) &&
    !called.test(text.slice(end, end + reachCall))
  )
    return ofTold
  return frame.test(text.slice(Math.max(0, start - reachFrame), end + reachFrame)) ? 0 : 1
}

/** Where the quotation begins that `at` stands in; -1 where it stands in none. Marks that close are those that open. */
export function openAt(text: string, at: number): number {
  const from = Math.max(0, at - reachOpen)
  const before = text.slice(from, at)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const marks = [...line.matchAll(/"/g)]
  if (marks.length % 2 === 1) return at - line.length + marks.at(-1)!.index
  const corner = Math.max(before.lastIndexOf('「'), before.lastIndexOf('『'))
  const closed = Math.max(before.lastIndexOf('」'), before.lastIndexOf('』'))
  return corner > closed ? from + corner : -1
}
