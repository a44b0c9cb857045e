/** Answers a repeated POST from what was kept of the first, whichever door either came by. */
import { envelopeOf } from '../domain/error-envelope.ts'
import { errorTable, ServiceError } from '../domain/errors.ts'
import { limits } from '../domain/limits.ts'
import type { Principal } from '../domain/principal.ts'
import type { Idempotency, RequestWork } from '../flow/access/idempotency.ts'
import type { Answer, Answered } from './answer.ts'
import type { Asked } from './caller.ts'
import type { ApiDeps } from './deps.ts'
import type { DefinedEndpoint } from './endpoint.ts'

/** What was asked, as the endpoint has it. */
export interface ValidInput {
  query: unknown
  body: unknown
  /** The body before defaults and conversions. */
  given: unknown
}

/** Whose call it is, and how it is told from others. */
interface RepeatableVisit {
  key: string
  params: NonNullable<Asked['params']>
  requestId: string
  /** Null: nobody is known yet. */
  principal: Principal | null
  address: string
  publicUrl: string
}

/**
 * Answers a call that names an idempotency key; `run` makes the answer, its status, and what its handler gave for it.
 * @throws ServiceError `validation_error` for a key that isn't one, and what {@link Idempotency.run} throws.
 */
export async function answerOnce(
  { idempotency, deps }: { idempotency: Idempotency; deps: ApiDeps },
  { definition, endpoint }: DefinedEndpoint,
  { key, params, requestId, principal, address, publicUrl }: RepeatableVisit,
  { query, body, given }: ValidInput,
  run: (tools: RequestWork) => Promise<{ status: number; answer: Answer; given: unknown }>,
): Promise<Answered> {
  if (key.length > limits.idempotencyKeyCharacters || !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(key))
    throw new ServiceError('validation_error', undefined, {
      details: [
        {
          path: 'header.idempotency-key',
          message: `must be 1 to ${limits.idempotencyKeyCharacters} printable ASCII characters`,
        },
      ],
    })
  await definition.repeatable?.admit?.(deps, { address })
  const of = definition.repeatable?.of?.({ address, body })
  let answer: Answer | undefined
  const kept = await idempotency.run(
    {
      tenantId: principal?.tenantId ?? 'public',
      accountId: principal?.accountId ?? null,
      subject: [endpoint.paths[0], params, principal?.inboxId ?? null, of ?? null],
      key,
      body: given,
      query,
      scopes: principal?.scopes ?? [],
      about: {
        slug: params.slug,
        messageId: params.message_id,
        approvalId: params.approval_id,
        draftId: params.draft_id,
        inboxId: principal?.inboxId,
      },
      resumes: definition.repeatable?.resumes === true,
      wall: definition.wholeAccount === true ? null : principal,
    },
    async (tools) => {
      const made = await run(tools)
      const accountId = definition.repeatable?.accountOf?.(made.given)
      const body = made.answer.kind === 'json' ? JSON.stringify(made.answer.value) : ''
      answer = made.answer.kind === 'json' ? { ...made.answer, text: body } : made.answer
      return { status: made.status, body, ...(accountId === undefined ? {} : { accountId }) }
    },
    (error) => ({
      status: errorTable[error.code].http,
      body: JSON.stringify(envelopeOf(error, requestId, publicUrl)),
    }),
  )
  const { status, replayed, body: text } = kept
  return { status, replayed, answer: answer ?? keptAnswer(text) }
}

const keptAnswer = (text: string): Answer =>
  text === '' ? { kind: 'none' } : { kind: 'json', value: JSON.parse(text), text }
