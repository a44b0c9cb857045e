/** `agent-email listen`: events as they happen, forwarded to a webhook receiver on this machine where that is wanted. */
import { createHmac, randomBytes } from 'node:crypto'
import { ApiError } from '../../errors.ts'
import type { StreamEvent } from '../../resources/events.ts'
import type { Schema } from '../../types.ts'
import { type Call, type Command, textOf, UsageError } from '../command.ts'
import { whenNpmEnds } from '../npm-ended.ts'
import { assertReached } from '../unreached.ts'

const forwardMs = 30_000

export const listen: Command = {
  name: 'listen',
  operands: '[<inbox>]',
  summary: 'Show events as they happen, and forward them to a webhook receiver on your machine.',
  options: {
    forward: {
      value: 'url',
      help: 'Send each event to this URL, such as http://localhost:3000/hook, signed as the service signs webhooks.',
    },
    types: {
      value: 'types',
      help: 'Show only events of these types, separated by commas. What is forwarded is what the inbox’s webhook gets, by default.',
    },
    secret: {
      value: 'secret',
      help: 'The secret to sign with. The default is the secret of the inbox, or a new one that is shown.',
    },
  },
  fields: { types: '--types' },
  async run(call) {
    const { operands, options, output, client, url } = call
    const [slug] = operands
    const forward = textOf(options, 'forward')
    if (forward !== undefined && !URL.canParse(forward)) throw new UsageError('--forward is not a URL')
    // The stream waits for a service that is away: one that was never there is told of.
    await assertReached(url)
    const secret = forward === undefined ? '' : await secretOf(call)
    const types = await typesOf(call)
    const ended = new AbortController()
    process.once('SIGINT', () => ended.abort())
    process.once('SIGTERM', () => ended.abort())
    whenNpmEnds(() => ended.abort())
    if (forward !== undefined) output.note(`Forwarding to ${forward}, signed with ${secret}`)
    output.note('Listening; Ctrl-C ends it.')
    const stream = client().events.stream({
      signal: ended.signal,
      ...(slug === undefined ? {} : { slug }),
      ...(types === undefined ? {} : { types }),
    })
    for await (const event of stream) {
      // That events are gone no webhook is told.
      const isForwarded = forward !== undefined && event.type !== 'stream.gap'
      const outcome = isForwarded ? ` → ${await forwarded(event, forward, secret)}` : ''
      output.result(event, `${new Date().toISOString().slice(11, 19)} ${event.type} ${idOf(event)}${outcome}`)
    }
  },
}

/** The events that were asked for, or else those that the webhook of the inbox gets; all of them where it has none to ask. */
async function typesOf({
  operands: [slug],
  options,
  client,
}: Call): Promise<Schema<'EventName'>[] | undefined> {
  const given = textOf(options, 'types')
  if (given !== undefined) return given.split(',') as Schema<'EventName'>[]
  if (slug === undefined || options.forward === undefined) return undefined
  try {
    return (await client().inboxes.get(slug)).webhook_events
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return undefined
    throw error
  }
}

/** A key without the scope isn't told the inbox's own: any will do on the own machine. */
async function secretOf({ operands: [slug], options, client }: Call): Promise<string> {
  const given = textOf(options, 'secret')
  if (given !== undefined) return given
  try {
    if (slug !== undefined) return (await client().webhooks.get(slug)).secret
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error
  }
  return `whsec_${randomBytes(24).toString('base64')}`
}

const idOf = ({ payload }: StreamEvent): string => {
  const { data } = payload as { data?: { id?: string; message_id?: string } }
  return data?.id ?? data?.message_id ?? ''
}

/** Sends an event as the service would; answers what the receiver said, in words. */
async function forwarded({ id, payload }: StreamEvent, url: string, secret: string): Promise<string> {
  const body = JSON.stringify(payload)
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const standardKey = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const standard = createHmac('sha256', standardKey).update(`${id}.${timestamp}.${body}`).digest('base64')
  const own = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${standard}`,
        'x-svc-timestamp': timestamp,
        'x-svc-signature': `sha256=${own}`,
      },
      body,
      // The service follows none either.
      redirect: 'manual',
      signal: AbortSignal.timeout(forwardMs),
    })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'no answer in time' : 'nobody answers there'
  }
}
