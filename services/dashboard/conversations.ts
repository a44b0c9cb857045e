/** The pages of an inbox's conversations: all of them, and one with its messages. */
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { threadPage, threadWithMessages } from '../../shared/domain/thread.ts'
import { truncate } from '../../shared/lib/clean-text.ts'
import { ask } from './ask.ts'
import { conversationPage, conversationsPage } from './conversations-page.ts'
import { show } from './frame.ts'
import { maskTexts, secretsOf } from './mask.ts'
import { forVisitor } from './pages.ts'
import type { DashboardParts, Visitors } from './visitor.ts'

const path = '/dashboard/inboxes/:slug/conversations'
/** Rows of a page. */
const rows = 25
/** Characters of a message in which secrets are looked for, and of those that are shown: one may be cut at the end. */
const [readCharacters, shownCharacters] = [4_000, 3_500]

/** Registers them. */
export function registerConversations(
  scope: FastifyInstance,
  parts: DashboardParts,
  visitors: Visitors,
): void {
  scope.get(
    path,
    forVisitor(visitors, async ({ visitor, reply, path: given, query }) => {
      const slug = given('slug')
      const cursor = query('cursor')
      const found = await ask<z.output<typeof threadPage>>(parts, visitor, 'list_threads', {
        params: { slug },
        query: { limit: rows, ...(cursor === undefined ? {} : { cursor }) },
      })
      const { masked } = await maskTexts(
        parts.assessors,
        found.threads.map(({ subject }) => subject),
      )
      const threads = found.threads.map((one, index) => ({ ...one, subject: masked[index]! }))
      return show(reply, 200, conversationsPage(slug, { ...found, threads }, visitor))
    }),
  )
  scope.get(
    `${path}/:thread_id`,
    forVisitor(visitors, async ({ visitor, reply, path: given }) => {
      const params = { slug: given('slug'), thread_id: given('thread_id') }
      const found = await ask<z.output<typeof threadWithMessages>>(parts, visitor, 'get_thread', { params })
      const { masked } = await maskTexts(
        parts.assessors,
        [
          found.subject,
          ...found.messages.flatMap(({ subject, extracted_text, attachments }) => [
            subject,
            truncate(extracted_text, readCharacters),
            ...attachments.map(({ filename }) => filename),
          ]),
        ],
        secretsOf(found.messages),
      )
      const texts = masked.values()
      const next = (): string => texts.next().value!
      const thread = {
        ...found,
        subject: next(),
        messages: found.messages.map((one) => ({
          ...one,
          subject: next(),
          extracted_text: truncate(next(), shownCharacters),
          attachments: one.attachments.map((file) => ({ ...file, filename: next() })),
        })),
      }
      return show(reply, 200, conversationPage(params.slug, thread, visitor, parts.bounds))
    }),
  )
}
