/** Hands out bytes that a stranger wrote: as a file to be saved, never as a page of ours. */
import type { FastifyReply } from 'fastify'
import { downloadHeaders } from '../../shared/lib/download-headers.ts'

/** Sets the headers of a download and answers its bytes. */
export function sendFile(
  reply: FastifyReply,
  content: Uint8Array,
  file: { filename: string; contentType: string },
): Buffer {
  reply.headers(downloadHeaders(file))
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength)
}
