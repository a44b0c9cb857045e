/** POSTs JSON to an endpoint of the operator's choice and reads the JSON it answers, within caps. */
import { httpClient } from './http-client.ts'

/** The endpoint answered, with another status than 200. */
export class StatusError extends Error {
  override readonly name = 'StatusError'
  readonly status: number

  constructor(status: number) {
    super(`status ${status}`)
    this.status = status
  }
}

/**
 * The JSON answered with status 200. Redirects are not followed, and nothing is decompressed.
 * @throws StatusError on any other status; Error on an answer over `maxBytes`, or one that isn't JSON; what undici
 *   throws on a broken connection or when `signal` is aborted.
 */
export async function postJson(
  url: string,
  body: unknown,
  options: { headers?: Record<string, string>; signal: AbortSignal; maxBytes: number },
): Promise<unknown> {
  const response = await httpClient().request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...options.headers },
    body: JSON.stringify(body),
    signal: options.signal,
  })
  if (response.statusCode !== 200) {
    await response.body.dump({ limit: 0, signal: options.signal }).catch(() => undefined)
    throw new StatusError(response.statusCode)
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > options.maxBytes) throw new Error(`an answer over ${options.maxBytes} bytes`)
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
