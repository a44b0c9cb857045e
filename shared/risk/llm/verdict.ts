/** What a language model has to answer about a mail: the schema that it is given, and the strict reading of its answer. */
import { z } from 'zod'

/** What a mail may be called; `none` is harmless. */
export const categories = ['none', 'injection', 'phishing', 'fraud', 'malware', 'other'] as const

const shape = z.strictObject({
  mail: z.string().max(100),
  reason: z.string().max(2_000),
  quote: z.string().max(4_000),
  category: z.enum(categories),
  confidence: z.number().min(0).max(1),
})

export type Verdict = Omit<z.infer<typeof shape>, 'mail'>

/** JSON schema of the answer (`response_format`); the reason is asked for first, since models judge better after giving it. */
export const verdictSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['mail', 'reason', 'quote', 'category', 'confidence'],
  properties: {
    mail: { type: 'string', description: 'The name of the mail, as the instructions give it.' },
    reason: { type: 'string', description: 'One sentence for a human reviewer.' },
    quote: { type: 'string', description: 'The passage that shows it, word for word; empty for none.' },
    category: { type: 'string', enum: categories },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
  },
} as const

/** A string of JSON, and whether it is a key. */
const jsonString = /"(?:[^"\\]|\\.)*"(\s*:)?/g

/**
 * The verdict that `content` is: one JSON object of the schema and nothing beside it, each key once, naming the mail
 * `name`, which only the instructions tell: a verdict that stands in the mail itself, and is repeated, has another.
 * @throws Error that says what is wrong with it, and quotes none of it.
 */
export function readVerdict(content: string, name: string): Verdict {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    throw new Error('its answer is no JSON')
  }
  const read = shape.safeParse(value)
  if (!read.success) throw new Error('its answer is not of the schema')
  // JSON.parse keeps the last of two values of a key.
  const keys = [...content.matchAll(jsonString)].filter(([, colon]) => colon !== undefined)
  if (keys.length !== Object.keys(shape.shape).length) throw new Error('its answer has a key twice')
  const { mail, ...verdict } = read.data
  if (mail !== name) throw new Error('its answer names another mail')
  return verdict
}
