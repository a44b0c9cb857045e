/** The bodies of a message in all the forms in which somebody may read them. */
import { limits } from '../../domain/limits.ts'
import type { ParsedMail } from '../../domain/parsed-mail.ts'
import type { ThreadPool } from '../../lib/thread-pool.ts'

/** A task of an assessor thread: read HTML as a person would. */
export interface HtmlTextTask {
  task: 'html_text'
  html: string
}

/** @throws DeadlineError, ThreadDiedError. */
export async function shownTexts(
  assessors: ThreadPool,
  { body, bodySanitized, html, hidden }: Pick<ParsedMail, 'body' | 'bodySanitized' | 'html' | 'hidden'>,
): Promise<string[]> {
  const seen =
    html === null
      ? []
      : [await assessors.run<string>({ task: 'html_text', html } satisfies HtmlTextTask, limits.riskMs)]
  return [...new Set([body, bodySanitized, ...seen, ...hidden.map(({ text }) => text)])]
}
