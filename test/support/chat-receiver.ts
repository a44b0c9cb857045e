/** A real HTTP server that takes incoming webhooks as Slack and Workflows of Teams do: it refuses what they refuse. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChannelKind } from '../../shared/domain/notice-channel.ts'

/** A message that was posted. */
export interface Posted {
  kind: ChannelKind
  /** The body as it came. */
  raw: string
  body: Record<string, unknown>
}

/** What is answered in place of what the webhook would answer. */
export interface ChatAnswer {
  status: number
  body?: string
  headers?: Record<string, string>
}

type Block = Record<string, unknown>
interface TextObject {
  type?: unknown
  text?: unknown
}

/** The parts of addresses that nothing but the request may show. */
export const chatSecrets = { slack: 'xK4-slack-secret-9Zq2', teams: 'pT7-teams-signature-3Wm8' } as const

export class ChatReceiver {
  /** What was taken, oldest first. */
  readonly posted: Posted[] = []
  /** Requests in all, those that were refused included. */
  requests = 0
  readonly #server = createServer((request, response) => void this.#handle(request, response))
  readonly #script: (ChatAnswer | 'hang')[] = []
  #otherwise: ChatAnswer | null = null

  static async start(): Promise<ChatReceiver> {
    const receiver = new ChatReceiver()
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  /** The address of an incoming webhook, which is its credential. */
  urlOf(kind: ChannelKind): string {
    const { port } = this.#server.address() as AddressInfo
    return kind === 'slack'
      ? `http://127.0.0.1:${port}/services/T0001/B0001/${chatSecrets.slack}`
      : `http://127.0.0.1:${port}/workflows/f1/triggers/manual/paths/invoke?api-version=2016-06-01&sig=${chatSecrets.teams}`
  }

  /** Answers the next requests so, whatever they post; `hang`: never. */
  answer(...answers: (ChatAnswer | 'hang')[]): void {
    this.#script.push(...answers)
  }

  /** The same for all further ones; null: as the webhooks answer. */
  otherwise(answer: ChatAnswer | null): void {
    this.#otherwise = answer
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    this.requests++
    const raw = Buffer.concat(chunks).toString('utf8')
    const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1')
    const kind = pathname.startsWith('/services/') ? 'slack' : 'teams'
    const isKnown =
      kind === 'slack'
        ? pathname.endsWith(`/${chatSecrets.slack}`)
        : searchParams.get('sig') === chatSecrets.teams
    const scripted = this.#script.shift() ?? this.#otherwise
    if (scripted === 'hang') return
    const { status, body = '', headers } = scripted ?? this.#answerTo(kind, isKnown, raw)
    response.writeHead(status, headers).end(body)
  }

  #answerTo(kind: ChannelKind, isKnown: boolean, raw: string): ChatAnswer {
    if (!isKnown)
      return kind === 'slack'
        ? { status: 404, body: 'no_service' }
        : { status: 401, body: '{"error":{"code":"DirectApiAuthorizationRequired"}}' }
    const body = parsed(raw)
    const refusal =
      body === null ? 'invalid_payload' : kind === 'slack' ? slackRefusal(body) : teamsRefusal(body)
    if (body === null || refusal !== null) return { status: 400, body: refusal! }
    this.posted.push({ kind, raw, body })
    return kind === 'slack' ? { status: 200, body: 'ok' } : { status: 202 }
  }
}

function parsed(raw: string): Record<string, unknown> | null {
  try {
    return JSON.parse(raw) as Record<string, unknown>
  } catch {
    return null
  }
}

/** What Slack's documentation of Block Kit says of each block that we use. */
function slackRefusal({ text, blocks }: Record<string, unknown>): string | null {
  if (typeof text !== 'string' || text === '') return 'no_text'
  if (!Array.isArray(blocks) || blocks.length > 50) return 'invalid_blocks'
  return blocks.every((block: Block) => isBlock(block)) ? null : 'invalid_blocks'
}

const isText = (value: unknown, most: number, types = ['plain_text', 'mrkdwn']): boolean => {
  const { type, text } = (value ?? {}) as TextObject
  return types.includes(String(type)) && typeof text === 'string' && text !== '' && text.length <= most
}

function isBlock({ type, text, elements }: Block): boolean {
  if (type === 'header') return isText(text, 150, ['plain_text'])
  if (type === 'section') return isText(text, 3_000)
  return (
    type === 'context' &&
    Array.isArray(elements) &&
    elements.length <= 10 &&
    elements.every((one) => isText(one, 3_000))
  )
}

/** What Workflows and Adaptive Cards ask for of what we use. */
function teamsRefusal({ type, attachments }: Record<string, unknown>): string | null {
  const refusal = '{"error":{"code":"TriggerInputSchemaMismatch"}}'
  if (type !== 'message' || !Array.isArray(attachments) || attachments.length !== 1) return refusal
  const [{ contentType, content }] = attachments as [{ contentType?: string; content?: Block }]
  const isCard =
    contentType === 'application/vnd.microsoft.card.adaptive' &&
    content?.type === 'AdaptiveCard' &&
    ['1.4', '1.5'].includes(String(content.version)) &&
    Array.isArray(content.body) &&
    content.body.every(({ type: one }: Block) => ['TextBlock', 'RichTextBlock'].includes(String(one)))
  return isCard ? null : refusal
}
