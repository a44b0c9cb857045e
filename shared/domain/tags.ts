/** Labels and metadata of messages, and how lists are filtered by them: the contract. */
import { z } from 'zod'
import { limits } from './limits.ts'

export const label = z.string()

const labelInput = z
  .string()
  .trim()
  .min(1)
  .max(limits.labelCharacters)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not hold control characters')
const labelList = z.array(labelInput).max(limits.labels)

export const labelsInput = z
  .union([labelList, z.strictObject({ add: labelList.default([]), remove: labelList.default([]) })])
  .meta({
    description: `The labels themselves, or what is to be added and removed. A message has up to ${limits.labels}, of up to ${limits.labelCharacters} characters each.`,
    examples: [{ add: ['urgent'], remove: ['new'] }],
  })
export type LabelsInput = z.output<typeof labelsInput>

/** The labels that `labels` become: each once, in order of the alphabet. */
export function changedLabels(labels: string[], change: LabelsInput): string[] {
  const chosen = Array.isArray(change)
    ? change
    : [...labels, ...change.add].filter((one) => !change.remove.includes(one))
  return [...new Set(chosen)].sort()
}

const oneLabel = z.string().min(1).max(limits.labelCharacters)
export const labelFilter = z
  .union([z.array(oneLabel).max(limits.tagFilters), oneLabel.transform((one) => [one])])
  .meta({ description: 'Only messages with this label; repeated: with all of them.', examples: ['urgent'] })

export const metadataFilter = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine(
    (fields) => Object.keys(fields).length <= limits.tagFilters,
    `must have at most ${limits.tagFilters} fields`,
  )
  .meta({
    description:
      'Only messages with this metadata: `metadata[order]=1815`, or `metadata.order=1815`; several: with all of it. Numbers and booleans as they are written.',
    examples: [{ order: '1815' }],
  })

/** What a message with these labels and metadata is listed by. */
export function tagsOf(
  labels: string[],
  metadata: Record<string, unknown>,
): { name: string; value: string }[] {
  return [
    ...labels.map((value) => ({ name: '', value })),
    ...Object.entries(metadata).map(([name, value]) => ({ name, value: String(value) })),
  ]
}
