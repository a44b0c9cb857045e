/** What is rendered once and served often: bytes with a validator, for each address that the service is reached by. */
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Bytes to be served, and what tells them from others (RFC 9110 §8.8.3). */
export interface Rendered {
  bytes: Buffer
  etag: string
}

/** Addresses whose bytes are kept: a service has one or two, and a stranger may name any. */
const keptAddresses = 4
/** Stands for the address while rendering: nothing that is done to it there changes it. */
const placeholder = 'https://address.placeholder.invalid'

export function rendered(text: string): Rendered {
  const bytes = Buffer.from(text)
  return { bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"` }
}

/**
 * Renders a text once, and answers it for an address: what stands around the address is the same for all. `written` is
 * how an address is written in it.
 */
export function renderedFor(
  render: (address: string) => string,
  written: (address: string) => string = (address) => address,
): (address: string) => Rendered {
  const pieces = render(placeholder).split(placeholder)
  const kept = new Map<string, Rendered>()
  return (address) => {
    let one = kept.get(address)
    if (one === undefined) {
      if (kept.size >= keptAddresses) kept.delete(kept.keys().next().value!)
      one = rendered(pieces.join(written(address)))
      kept.set(address, one)
    }
    return one
  }
}

/** Answers the bytes, or 304 to who has them already (RFC 9110 §13.1.2). */
export function sendRendered(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: Rendered,
): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'no-cache')
  const known = String(request.headers['if-none-match'] ?? '').split(',', 20)
  if (known.some((one) => one.trim().replace(/^W\//, '') === etag)) return reply.code(304).send()
  return reply.send(bytes)
}
