/** What a pattern of prompt injection is, and the small language that patterns are written in. */
import { requiredWords } from '../required-words.ts'

/** A pattern over folded text (see fold.ts). */
export interface InjectionRule {
  /** The `result` of its detection. */
  result: string
  /** From 0 to 1. */
  confidence: number
  /** One word of each group occurs in whatever the pattern matches (see ../required-words.ts). */
  needs: readonly (readonly string[])[]
  pattern: RegExp
}

/** What a reviewer is told of each kind. */
export const sentences: Readonly<Record<string, string>> = {
  override_instruction: 'Tells the reader to ignore the instructions it was given.',
  override_request: 'Takes back instructions given earlier.',
  role_change: 'Gives the reader a new role, identity or mode.',
  jailbreak: 'Uses the wording of a known jailbreak.',
  tool_call: 'Contains a call to a tool or function of an agent.',
  command: 'Asks to run a command or code.',
  exfiltration: 'Asks for mailbox contents, contacts or secrets to be handed out.',
  destruction: 'Asks for mail, files or records to be destroyed.',
  data_request: 'Asks for something to be sent to an address.',
  secrecy: 'Asks to keep something from the user, or to act without approval.',
  discretion: 'Asks not to tell others.',
  prompt_leak: 'Asks for the system prompt or hidden instructions.',
  chat_template: 'Contains control tokens or role markers of a chat format.',
  fake_authority: 'Poses as the system, developer or operator of an assistant.',
  addressed_to_ai: 'Is addressed to the AI that reads the mail.',
  override_order: 'Tells the reader to drop its instructions and to do something else at once.',
  third_person: 'Says what whoever handles the mailbox is to hand out.',
  handing_over: 'Asks for other people’s mail, papers or contacts for an address outside the thread.',
  code_request: 'Asks for a code, a password or a reset link.',
  rights_request: 'Asks for rights, a forwarding or a recovery address for somebody outside the thread.',
  bank_change: 'Asks to put other bank details in place of those on file.',
  asked_of_handler: 'Asks whoever handles the mailbox for what belongs to its owner.',
  invented_result: 'Poses as the result of a tool or a log, with a consent or a next step in it.',
  reported: 'Talks about attacks and quotes them, or documents requests and fields.',
  agent_instruction: 'Orders what the reader’s answer or summary must do.',
}

/** Letters, digits and `_` of the scripts that put spaces between words, also where folding leaves an accent. */
const inWord = '[\\w\u00c0-\u024f\u0370-\u052f\u1e00-\u1fff]'
/** `\b` for these: that of JavaScript takes every letter beyond ASCII for the end of a word. */
const border = `(?:(?<!${inWord})(?=${inWord})|(?<=${inWord})(?!${inWord}))`

/**
 * Compiles a pattern: a space stands for white space and light punctuation between two words (` ?` for
 * perhaps none), `~n` for up to n words of the same sentence, `\b` for a border of words in Cyrillic and Greek
 * as well (of Chinese and Japanese all letters are borders). Every repetition is bounded, so matching is linear in
 * the text.
 */
export function compile(source: string): RegExp {
  const expanded = source
    .replaceAll(' ?', `[\\s,;:"'()\\-]{0,3}`)
    .replaceAll(' ', `[\\s,;:"'()\\-]{1,3}`)
    .replace(/~(\d)/g, (_, count: string) => `(?:[^\\s.!?]{1,24}\\s){0,${count}}`)
  // Where all letters are ASCII, the border that the engine knows is the same and quicker.
  const wide = /[^\u0000-\u007f]/.test(source)
  return new RegExp(wide ? expanded.replaceAll('\\b', border) : expanded, 'g')
}

/** Rules of one kind, one for each source (see {@link compile}). */
export const rule = (result: string, confidence: number, ...sources: string[]): InjectionRule[] =>
  sources.map((source) => ({ result, confidence, needs: requiredWords(source), pattern: compile(source) }))
