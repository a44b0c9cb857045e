/** Hands out bytes that a stranger wrote: as a file to be saved, never as a page of ours. */
import type { FastifyReply } from 'fastify'

/** A media type of two tokens (RFC 9110 §8.3.1); parameters are dropped. */
const mediaType = /^[a-z0-9!#$&^_.+-]{1,64}\/[a-z0-9!#$&^_.+-]{1,64}$/

/** Sets the headers of a download and answers its bytes; an odd content type becomes `application/octet-stream`. */
export function sendFile(
  reply: FastifyReply,
  content: Uint8Array,
  { filename, contentType }: { filename: string; contentType: string },
): Buffer {
  const type = contentType.split(';')[0]!.trim().toLowerCase()
  reply.header('content-type', mediaType.test(type) ? type : 'application/octet-stream')
  reply.header('content-disposition', contentDisposition(filename))
  reply.header('content-security-policy', "default-src 'none'; sandbox")
  reply.header('cross-origin-resource-policy', 'same-origin')
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength)
}

/** `attachment` with the name in plain ASCII and, where that loses something, in UTF-8 (RFC 6266, RFC 8187). */
export function contentDisposition(filename: string): string {
  const name =
    filename
      .toWellFormed()
      .replaceAll(/[\u0000-\u001f\u007f-\u009f/\\\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '_')
      .slice(0, 200)
      .toWellFormed() || 'attachment'
  const plain = name.replaceAll(/[^\x20-\x7e]|["%]/g, '_')
  if (plain === name) return `attachment; filename="${plain}"`
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
