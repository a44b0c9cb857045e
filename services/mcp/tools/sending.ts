/** The tools that send mail. */
import { z } from 'zod'
import type { Message } from '../../../shared/domain/message.ts'
import { argument } from '../arguments.ts'
import { sentShown } from '../message-text.ts'
import { defineTool } from '../tool.ts'

const written = {
  cc: argument.cc,
  bcc: argument.cc,
  format: argument.format,
  attachments: argument.attachments,
  send_at: z.string().max(40).optional().describe('ISO 8601 time to send at.'),
  idempotency_key: argument.idempotencyKey,
}

export const sendingTools = [
  defineTool<Message>()({
    name: 'send_message',
    title: 'Send a message',
    description:
      'Sends a new message from an inbox. It may be held for a person: then it is not to be sent again. To answer mail, use reply_to_message.',
    endpoint: 'send_message',
    input: z.strictObject({
      slug: argument.slug,
      to: argument.to,
      subject: z.string().max(998),
      body: argument.body,
      ...written,
    }),
    effect: 'writes',
    repeatable: false,
    call: ({ slug, idempotency_key, ...body }) => ({
      params: { slug },
      body,
      idempotencyKey: idempotency_key,
    }),
    show: sentShown,
  }),
  defineTool<Message>()({
    name: 'reply_to_message',
    title: 'Reply to a message',
    description: 'Answers a message within its thread: its sender, or with all everybody it went to.',
    endpoint: 'reply_to_message',
    input: z.strictObject({
      message_id: argument.messageId,
      body: argument.body,
      all: z.boolean().default(false),
      ...written,
    }),
    effect: 'writes',
    repeatable: false,
    call: ({ message_id, idempotency_key, all, ...body }) => ({
      ...(all ? { endpoint: 'reply_all_to_message' as const } : {}),
      params: { message_id },
      body,
      idempotencyKey: idempotency_key,
    }),
    show: sentShown,
  }),
  defineTool<Message>()({
    name: 'forward_message',
    title: 'Forward a message',
    description: 'Passes a message and its attachments on to others, with a note of yours above it.',
    endpoint: 'forward_message',
    input: z.strictObject({
      message_id: argument.messageId,
      to: argument.to,
      body: argument.body.optional(),
      include_attachments: z.boolean().optional(),
      ...written,
    }),
    effect: 'writes',
    repeatable: false,
    call: ({ message_id, idempotency_key, ...body }) => ({
      params: { message_id },
      body,
      idempotencyKey: idempotency_key,
    }),
    show: sentShown,
  }),
  defineTool<Message>()({
    name: 'cancel_message',
    title: 'Cancel a scheduled message',
    description: 'Cancels a message of yours that waits for its send_at.',
    endpoint: 'cancel_message',
    input: z.strictObject({ message_id: argument.messageId }),
    effect: 'destroys',
    repeatable: true,
    call: (params) => ({ params }),
    show: sentShown,
  }),
]
