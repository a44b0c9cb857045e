/** Attachments of messages. */
import { fieldOf } from '../answer.ts'
import type { RequestOptions, Transport } from '../transport.ts'
import type { Query } from '../types.ts'

/** Attachments. */
export class AttachmentsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** An attachment, with what the scan said of it and a link that is good for a few minutes. */
  get(attachmentId: string, options?: RequestOptions) {
    return this.#transport.call('get_attachment', { path: { attachment_id: attachmentId } }, options)
  }

  /** What it says, a piece at a time: of text files, PDF, Word, Excel and PowerPoint; `format` is null for any other. */
  text(attachmentId: string, query: Query<'get_attachment_text'> = {}, options?: RequestOptions) {
    return this.#transport.call(
      'get_attachment_text',
      { path: { attachment_id: attachmentId }, query },
      options,
    )
  }

  /** Its content. @throws ApiError where the scan found something, or isn't done; ConnectionError for an answer that is none. */
  async download(attachmentId: string, options?: RequestOptions): Promise<Uint8Array> {
    const link = fieldOf(await this.get(attachmentId, options), 'download_url', isLink)
    const token = new URL(link).searchParams.get('token') ?? ''
    const path = { attachment_id: attachmentId }
    return this.#transport.bytes('download_attachment', { path, query: { token } }, options)
  }
}

const isLink = (value: unknown): value is string => typeof value === 'string' && URL.canParse(value)
