/** What around a suspicious passage speaks for a letter between people, or for talk about attacks. */

import { talkWords } from './talk-words.ts'

/** Characters before and after a passage that are looked at. */
const reachBefore = 70
const reachAfter = 240

/** Greetings of a person or a group, at the start of a line of folded text, in the languages of the rules. */
const greeting =
  /(?:^|\n)(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|all|team|mum|dad|hallo|liebe[rs]?|guten (?:tag|morgen)|sehr geehrte[rs]?|moin|bonjour|bonsoir|salut|chere?s?|hola|buenos dias|buenas tardes|estimad[oa]s?|querid[oa]s?|ciao|buongiorno|gentile|caro|cara|oi|ola|bom dia|boa tarde|prezad[oa]s?|hoi|beste|geachte|czesc|dzien dobry|szanown[ya]|witam|merhaba|sayin|hej|god morgon|ahoj|dobry den|привет|здравствуйте|добрый день|уважаем(?:ый|ая|ые)|вітаю|добрий день|您好|你好|お世話になっております|こんにちは|안녕하세요|مرحبا|السلام عليكم|नमस्ते)(?=[\s,!:]|$)[^\n]{0,40}/g

/** A greeting that goes to a machine is none. */
const machine =
  /\b(?:ai|a\.i|assistant|agent|bot|llm|gpt|chatgpt|claude|copilot|gemini|model|system|ki|ia|assistent|assistente|asistente|agente|robot)\b|助手|アシスタント|ассистент|비서/

/** Ends of letters. */
const farewell =
  /\n(?:(?:kind|best|warm|many)? ?(?:regards|wishes)|best|thanks|thank you|cheers|sincerely|yours|love|xoxo|take care|see you|(?:viele|beste|liebe|herzliche|schone) gru(?:ss|sse)|mfg|danke|gruss|cordialement|bien a vous|amities|merci|saludos|un saludo|atentamente|gracias|abrazos|saluti|cordiali saluti|grazie|un abbraccio|abracos|atenciosamente|cumprimentos|obrigad[oa]|groet(?:en|jes)?|met vriendelijke groet|pozdrawiam|dziekuje|saygilar|tesekkurler|halsningar|s pozdravem|с уважением|спасибо|з повагою|此致|谢谢|よろしくお願い|감사합니다)/

const talk = talkWords()

/** Mitigating signals of the passage `[start, end)` of folded `text`, each from 0 to 1. */
export function surroundingsOf(text: string, start: number, end: number): Map<string, number> {
  const values = new Map<string, number>()
  const before = text.slice(Math.max(0, start - reachBefore), start + 24)
  const greetings = before.match(greeting) ?? []
  if (greetings.some((words) => !machine.test(words))) values.set('greeted', 1)
  if (farewell.test(text.slice(end - 24, end + reachAfter))) values.set('signed', 1)
  const about = new Set(text.slice(Math.max(0, start - reachAfter), end + reachAfter).match(talk) ?? [])
  if (about.size > 0) values.set('talked_about', Math.min(1, about.size / 2))
  return values
}

/** Signals that may lower a score, and never by much: an attacker can write a greeting, too. */
export const mitigating: ReadonlySet<string> = new Set(['greeted', 'reported', 'signed', 'talked_about'])
