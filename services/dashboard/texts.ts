/** What the pages say, in the language of whoever reads them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { languageAsked } from '../../shared/domain/language.ts'
import type { ErrorText } from '../../shared/texts/error-text.ts'
import { type Texts, textsIn } from '../../shared/texts/index.ts'

export type { Texts } from '../../shared/texts/index.ts'

/** Whoever reads what a request is answered with. */
interface Reader {
  texts: Texts
}

const reading = new AsyncLocalStorage<Reader>()
const readers = new WeakMap<FastifyRequest, Reader>()

/** The texts of whoever the request under way is of. */
export const texts = (): Texts => reading.getStore()?.texts ?? textsIn(null)

/** Has the pages of a scope written in the language that each request asks for (Accept-Language). */
export function speakAsAsked(scope: FastifyInstance): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    const reader = { texts: textsIn(languageAsked(request.headers['accept-language'])) }
    readers.set(request, reader)
    reading.run(reader, done)
  })
  // A body is read in the context of its connection, and so is what follows.
  scope.addHook('preValidation', (request, _reply, done) => reading.run(readers.get(request)!, done))
}

/** Has the rest of a request answered in the language that its user has chosen, if they have. */
export function speakAsChosen(request: FastifyRequest, language: string | null): void {
  const reader = readers.get(request)
  if (reader !== undefined && language !== null) reader.texts = textsIn(language)
}

/** Answers what failed in the language of its request, wherever that happened. */
export const speakAgain = <Answer>(request: FastifyRequest, answer: () => Answer): Answer =>
  reading.run(readers.get(request) ?? { texts: textsIn(null) }, answer)

/** What a page of an error says. */
export function errorText(status: number): ErrorText {
  const { errors } = texts()
  if (status === 403 || status === 404 || status === 429 || status === 503) return errors[status]
  return status >= 500 ? errors.failed : errors.asked
}
