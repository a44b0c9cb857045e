/** Writes lists of much text item by item, so that others have their turn in between. */
import { setImmediate } from 'node:timers/promises'
import { limits } from '../../shared/domain/limits.ts'

/** Whether an answer has lists with more text than is to be written at once; looks at their items only as deep as they lie. */
export function isLarge(answer: unknown): boolean {
  let characters = 0
  for (const list of Object.values(answer ?? {})) {
    if (!Array.isArray(list)) continue
    for (const item of list)
      for (const value of Object.values(item ?? {})) if (typeof value === 'string') characters += value.length
  }
  return characters > limits.answerInlineCharacters
}

/** The JSON of `answer`. */
export async function writtenInPieces(answer: object): Promise<Buffer> {
  const pieces: Buffer[] = []
  const write = (text: string) => pieces.push(Buffer.from(text))
  let before = '{'
  for (const [name, value] of Object.entries(answer)) {
    if (value === undefined) continue
    write(`${before}${JSON.stringify(name)}:`)
    before = ','
    if (!Array.isArray(value)) {
      write(JSON.stringify(value))
      continue
    }
    for (const [index, item] of value.entries()) {
      write(`${index === 0 ? '[' : ','}${JSON.stringify(item) ?? 'null'}`)
      await setImmediate()
    }
    write(value.length === 0 ? '[]' : ']')
  }
  write(before === '{' ? '{}' : '}')
  return Buffer.concat(pieces)
}
