/** Of a stream of events what a page of the queue needs: that a message waits, once for each, and nothing of it. */
import { Transform } from 'node:stream'

const tick = 'event: queue\ndata: new\n\n'

/** Takes server-sent events, and answers such with their identifiers alone; comments keep the connection open. */
export class Ticks extends Transform {
  readonly #told = new Set<string>()
  #rest = ''

  /** Tells of a message that was there when it was looked, unless its event was faster. */
  tell(messageId: string): void {
    if (this.#isNew(messageId)) this.push(tick)
  }

  override _transform(chunk: Buffer | string, _encoding: BufferEncoding, done: () => void): void {
    const blocks = (this.#rest + chunk.toString()).split('\n\n')
    this.#rest = blocks.pop()!
    for (const block of blocks) {
      const [id] = /^id: ?\S+$/m.exec(block) ?? []
      const messageId = messageOf(block)
      if (!/^event:/m.test(block)) this.push(id === undefined ? ':\n\n' : `:\n${id}\n\n`)
      else if (messageId === undefined || this.#isNew(messageId))
        this.push(id === undefined ? tick : `${id}\n${tick}`)
      else if (id !== undefined) this.push(`${id}\n\n`)
    }
    done()
  }

  #isNew(messageId: string): boolean {
    const isNew = !this.#told.has(messageId)
    this.#told.add(messageId)
    return isNew
  }
}

/** The message that waits, of `approval.pending` or `message.withheld`. */
function messageOf(block: string): string | undefined {
  const [, json] = /^data: (.*)$/m.exec(block) ?? []
  if (json === undefined) return undefined
  const { data } = JSON.parse(json) as { data?: { id?: string; message_id?: string } }
  return data?.message_id ?? data?.id
}
