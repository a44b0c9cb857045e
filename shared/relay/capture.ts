/** The transport that keeps mail on the machine: each message becomes an .eml file, whole or not at all. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { failure } from './reply.ts'
import { allOf, type OutgoingMail, type RecipientResult, type Transport } from './transport.ts'

/**
 * Writes `<message id>.eml` into a folder, its envelopes in fields above the message: for each a Return-Path, and an
 * X-Envelope-To for each recipient. The same message written again, after a crash, is the same file.
 */
export class Capture implements Transport {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async send(mail: OutgoingMail): Promise<RecipientResult[]> {
    if (!(await mail.mayGo(mail.recipients)))
      return allOf(mail, { outcome: 'waiting', code: null, enhancedCode: null, text: '' })
    try {
      await this.#write(mail)
    } catch (error) {
      const { code = 'error' } = error as NodeJS.ErrnoException
      return allOf(mail, failure('4.3.1', `the message could not be captured (${code})`))
    }
    return allOf(mail, { outcome: 'sent', code: 250, enhancedCode: '2.0.0', text: 'captured' })
  }

  async close(): Promise<void> {}

  async #write(mail: OutgoingMail): Promise<void> {
    const draft = join(this.#folder, `.${randomUUID()}.tmp`)
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    try {
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.writeFile(headOf(mail))
        await file.writeFile(await mail.content())
        await file.datasync()
      } finally {
        await file.close()
      }
      await rename(draft, join(this.#folder, `${mail.id}.eml`))
    } finally {
      await rm(draft, { force: true })
    }
  }
}

function headOf({ recipients, mailFrom, mailFromFor = () => mailFrom }: OutgoingMail): string {
  return [...Map.groupBy(recipients, (address) => mailFromFor(address))]
    .flatMap(([path, to]) => [
      `Return-Path: <${oneLine(path)}>\r\n`,
      ...to.map((address) => `X-Envelope-To: <${oneLine(address)}>\r\n`),
    ])
    .join('')
}

const oneLine = (text: string): string => text.replaceAll(/\p{Cc}/gu, '')
