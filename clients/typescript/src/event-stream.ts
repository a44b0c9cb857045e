/** Server-sent events (WHATWG HTML §9.2) read from the bytes of an answer. */
import { AgentEmailError, ConnectionError } from './errors.ts'

/** One event of a stream. */
export interface StreamedEvent {
  id: string
  event: string
  data: string
}

/** Characters that one event may have before it is taken for something else than an event. */
const longestEvent = 64 * 1024 * 1024

/**
 * Reads events until the stream ends. Calls `onSign` with whatever comes, comments included: the service is there; and
 * `onPlace` with an id that comes without an event: the stream has got that far. @throws ConnectionError where it breaks
 * off, AgentEmailError where one event is longer than any is.
 */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  onSign: () => void,
  onPlace: (id: string) => void = () => {},
): AsyncGenerator<StreamedEvent, void, undefined> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  // Of a line that is not whole yet: joined once it is, since a line may have as many bytes as a mail.
  let parts: string[] = []
  let characters = 0
  let event = { id: '', event: '', data: [] as string[] }
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new ConnectionError('the stream broke off', { cause })
      })
      if (done) return
      onSign()
      const text = decoder.decode(value, { stream: true })
      characters += text.length
      if (characters > longestEvent) throw new AgentEmailError('an event of the stream is too long')
      const halfEnd = parts.at(-1)?.endsWith('\r') === true
      parts.push(text)
      if (!halfEnd && !/[\r\n]/.test(text)) continue
      // A carriage return at the end may be the first half of a line end.
      const lines = parts.join('').split(/\r\n|\n|\r(?!$)/)
      parts = [lines.pop()!]
      characters = parts[0]!.length
      for (const line of lines) {
        if (line === '') {
          if (event.data.length > 0) yield { ...event, data: event.data.join('\n') }
          else if (event.id !== '') onPlace(event.id)
          event = { id: event.id, event: '', data: [] }
          continue
        }
        const colon = line.indexOf(':')
        const field = colon < 0 ? line : line.slice(0, colon)
        const text = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
        if (field === 'data') event.data.push(text)
        else if (field === 'event') event.event = text
        else if (field === 'id') event.id = text
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
