/** The envelope of every error response. */
import { z } from 'zod'
import { docsOf, errorFixes } from './error-fixes.ts'
import { type ErrorCode, type ErrorDetail, errorTable, type ServiceError } from './errors.ts'
import { limits } from './limits.ts'

export const errorEnvelope = z
  .object({
    error: z.object({
      code: z.string().meta({ examples: ['validation_error'] }),
      message: z.string().meta({
        description: 'What is wrong; where there are `details`, with the first of them.',
        examples: ['The request is invalid: body.slug is reserved.'],
      }),
      status: z.int().meta({ description: 'Equals the HTTP status.', examples: [422] }),
      details: z
        .array(z.object({ path: z.string(), message: z.string() }))
        .optional()
        .meta({
          description: `What is wrong, and where: of many places, the first ${limits.errorDetails}.`,
          examples: [[{ path: 'body.slug', message: 'is reserved' }]],
        }),
      docs: z.string().meta({
        description: 'Where the error is explained.',
        examples: ['https://inbox.example/docs#error-validation_error'],
      }),
      fix: z
        .string()
        .optional()
        .meta({
          description: 'What to do about it, where something can be done.',
          examples: ['Correct the fields that `details` lists, and send the request again.'],
        }),
      request_id: z.string().meta({
        description: 'Also in the header `X-Request-Id`.',
        examples: ['req_01ka2b3c4d5e6f7g8h9j0kmnpq'],
      }),
    }),
  })
  .meta({ id: 'Error' })
export type ErrorEnvelope = z.output<typeof errorEnvelope>

/**
 * The envelope of an error. Of what the table calls internal, nothing but the table's text is shown; of details, as many
 * as `limits.errorDetails`, and the first in the message. `publicUrl` is where the documentation is; empty where no
 * request has said under which address the service is reached.
 */
export function envelopeOf(error: ServiceError, requestId: string, publicUrl: string): ErrorEnvelope {
  const { http, text } = errorTable[error.code]
  const fix = errorFixes[error.code]
  const details = error.details === undefined ? undefined : shownDetails(error.details)
  return {
    error: {
      code: error.code,
      message: http >= 500 ? text : withDetail(error.message, details?.[0]),
      status: http,
      ...(details === undefined ? {} : { details }),
      docs: docsOf(error.code, publicUrl),
      ...(fix === undefined ? {} : { fix }),
      request_id: requestId,
    },
  }
}

/** The sentence, with what is wrong in the first place. */
export const withDetail = (sentence: string, detail: ErrorDetail | undefined): string =>
  detail === undefined ? sentence : `${sentence.replace(/\.$/, '')}: ${detail.path} ${detail.message}.`

/** The names of unknown fields are in the paths: they are as long as the sender likes. */
const shownDetails = (details: readonly ErrorDetail[]): ErrorDetail[] =>
  details.slice(0, limits.errorDetails).map(({ path, message }) => ({
    path: path.slice(0, limits.errorPathCharacters).toWellFormed(),
    message,
  }))

/** The codes of an endpoint by HTTP status, for its documentation. */
export function codesByStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const grouped = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const { http } = errorTable[code]
    grouped.set(http, [...(grouped.get(http) ?? []), code])
  }
  return grouped
}
