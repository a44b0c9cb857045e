/** Which piece of a long text is wanted: parameters of all that answer one. */
import { z } from 'zod'
import { limits } from './limits.ts'

export const pieceQuery = {
  max_chars: z.coerce
    .number()
    .int()
    .min(200)
    .max(limits.agentTextCharactersMax)
    .default(limits.agentTextCharacters)
    .meta({
      description:
        'Characters of text, at most; it ends with a sentence where it can. In a message, those of its attachments count, too.',
    }),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .meta({ description: 'Where the text begins: `next_offset` of the answer before.' }),
}
