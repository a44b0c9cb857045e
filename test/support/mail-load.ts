/** Mail under load with a ledger: peers that try again until they are told 250, and what they were told. */
import { SmtpRefusal, sendMail } from './smtp-client.ts'

/** A message with a Message-ID of its own, from `domain`; `attached` becomes an attachment, which has to be scanned. */
export function makeMail(
  id: string,
  to: string,
  {
    attached,
    text = 'Hello.',
    domain = 'peer.example',
  }: { attached?: Uint8Array; text?: string; domain?: string } = {},
): string {
  const head = [
    `From: Ada <ada@${domain}>`,
    `To: ${to}`,
    `Subject: Order ${id}`,
    `Message-ID: <${id}@peer.example>`,
    'Date: Sat, 21 Nov 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
  ]
  if (attached === undefined)
    return [...head, 'Content-Type: text/plain; charset=utf-8', '', text, ''].join('\n')
  return [
    ...head,
    'Content-Type: multipart/mixed; boundary=b1',
    '',
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '--b1',
    'Content-Type: application/octet-stream; name=data.bin',
    'Content-Disposition: attachment; filename=data.bin',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(attached).toString('base64'),
    '--b1--',
    '',
  ].join('\n')
}

export interface LoadOptions {
  /** Asked for each attempt: a restarted listener may be elsewhere. */
  port: () => number
  to: string
  /** Peers at once. */
  peers: number
  /** Every so manieth message has an attachment; 0: none. */
  attachedEvery?: number
  text?: string
}

/** Peers that send one message after the other, each until it is acknowledged, as RFC 5321 §4.5.4.1 has it. */
export class MailLoad {
  /** Message-IDs that a 250 was had for. */
  readonly acknowledged = new Set<string>()
  /** Message-IDs with an attachment, acknowledged or not. */
  readonly attached = new Set<string>()
  /** Replies other than 250, by code and enhanced code, with how often. */
  readonly refusals = new Map<string, number>()
  /** Connections that failed or ended without a reply. */
  cuts = 0
  readonly #options: LoadOptions
  readonly #prefix: string
  readonly #peers: Promise<void>[]
  #count = 0
  #stopping = false

  constructor(prefix: string, options: LoadOptions) {
    this.#prefix = prefix
    this.#options = options
    this.#peers = Array.from({ length: options.peers }, () => this.#send())
  }

  /** Begins no further message; resolves when each one begun has been acknowledged. */
  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all(this.#peers)
  }

  /** Resolves when so many more messages have been acknowledged. */
  async acknowledges(more: number): Promise<void> {
    const goal = this.acknowledged.size + more
    while (this.acknowledged.size < goal) await new Promise((resolve) => setTimeout(resolve, 10))
  }

  async #send(): Promise<void> {
    const { attachedEvery = 0, to, text } = this.#options
    while (!this.#stopping) {
      const number = this.#count++
      const id = `${this.#prefix}-${number}`
      const attached = attachedEvery > 0 && number % attachedEvery === 0
      if (attached) this.attached.add(`${id}@peer.example`)
      const content = { attached: Buffer.from(`attachment of ${id}`) }
      const raw = makeMail(id, to, { ...(attached ? content : {}), ...(text === undefined ? {} : { text }) })
      while (!(await this.#attempt(raw))) await new Promise((resolve) => setTimeout(resolve, 50))
      this.acknowledged.add(`${id}@peer.example`)
    }
  }

  async #attempt(raw: string): Promise<boolean> {
    const { port, to } = this.#options
    try {
      const { code } = await sendMail({ port: port(), from: 'ada@peer.example', to: [to], raw })
      return code === 250
    } catch (error) {
      if (error instanceof SmtpRefusal) {
        const { code, lines } = error.reply
        const reply = `${code} ${lines[0]?.split(' ', 1)[0]}`
        this.refusals.set(reply, (this.refusals.get(reply) ?? 0) + 1)
      } else this.cuts++
      return false
    }
  }
}
