/** What is given for a header, as readers of the message would see it: encoded words (RFC 2047) count as what they say. */
import { ServiceError } from '../domain/errors.ts'
import { decodeWords } from '../mail/encoded-words.ts'

/**
 * The text of a field: some senders encode what is plain text here, and what it says is what policies and reviewers have
 * to see. `path` is that of the value in the request.
 * @throws ServiceError `validation_error`, where that is no line of text.
 */
export function asRead(path: string, value: string): string {
  const text = decodeWords(value)
  if (text !== value && /\p{Cc}/u.test(text))
    throw invalid(path, 'must not hold line breaks or other control characters, encoded ones neither')
  return text
}

/**
 * The name of a file. Readers decode it where RFC 2047 has none decoded, and no way to write it keeps all of them from
 * that: so what it says holds no encoded word any more.
 * @throws ServiceError `validation_error`, where it says what no name may.
 */
export function nameAsRead(path: string, value: string): string {
  const name = plainName(value)
  if (name !== value && (name === '' || /[\p{Cc}/\\]/u.test(name)))
    throw invalid(path, 'must not hold control characters or slashes, encoded ones neither')
  return name
}

/** `name` without encoded words: decoded until it has none. Each time makes it shorter. */
export function plainName(name: string): string {
  const decoded = decodeWords(name)
  return decoded.length < name.length ? plainName(decoded) : decoded
}

const invalid = (path: string, message: string) =>
  new ServiceError('validation_error', undefined, { details: [{ path, message }] })
