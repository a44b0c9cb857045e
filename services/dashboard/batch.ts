/** Deciding on several mails of the queue in one step: each goes through the door by itself, and what fails is named. */
import type { FastifyInstance } from 'fastify'
import { asServiceError, ServiceError } from '../../shared/domain/errors.ts'
import { roleTooLittle } from '../../shared/domain/scopes.ts'
import { signInPath } from '../../shared/flow/account/sign-in-link.ts'
import { truncate } from '../../shared/lib/clean-text.ts'
import {
  type Batch,
  type BatchItem,
  batchPage,
  batchResultPage,
  type FailedItem,
  messageField,
  type OpenItem,
} from './batch-page.ts'
import { type Decision, mayDecide, stillWaits, wasLookedAt } from './decision.ts'
import type { Fields } from './form.ts'
import { goTo, show } from './frame.ts'
import { findMail } from './mail.ts'
import { maskTexts, secretsOf } from './mask.ts'
import { queuePlaceOf, queueStart, withDone } from './neighbours.ts'
import { defer } from './pending.ts'
import { SaidError, sentenceOf } from './said-error.ts'
import { texts } from './texts.ts'
import type { DashboardParts, Visitor, Visitors } from './visitor.ts'

/** Registers it at `/dashboard/batch`. */
export function registerBatch(scope: FastifyInstance, parts: DashboardParts, visitors: Visitors): void {
  scope.post('/dashboard/batch', async (request, reply) => {
    const visitor = await visitors.find(request)
    if (visitor === undefined) return goTo(reply, signInPath)
    const form = (request.body ?? {}) as Fields
    visitor.assertOwnForm(form)
    const { lets } = form
    if (lets !== 'pass' && lets !== 'stop') throw new SaidError('validation_error', texts().errors.emptyForm)
    const chosen = Object.keys(form).flatMap((name) => messageField.exec(name)?.[1] ?? [])
    const { sort } = queuePlaceOf(form)
    if (chosen.length === 0) return goTo(reply, withDone(queueStart(sort), 'none'))
    const batch = { lets, sort, items: await lookAt(parts, visitor, chosen, lets) } as const
    const left = batch.items.filter((one) => 'failure' in one)
    // There is nothing to ask about.
    if (left.length === batch.items.length)
      return show(reply, 409, batchResultPage({ lets, sort, done: 0, failed: left }, visitor))
    // What is decided on has been looked at on a page: that of the mail, or the one that asks.
    if (form.sure !== 'yes') return show(reply, 200, batchPage(batch, visitor, parts))
    const failed = await decideAll(parts, visitor, batch, form)
    const done = batch.items.length - failed.length
    if (failed.length === 0) return goTo(reply, withDone(queueStart(sort), 'several'))
    return show(reply, 409, batchResultPage({ lets, sort, done, failed }, visitor))
  })
}

/** Characters of a text that may be shown: secrets are masked in so many, and one that is cut there stands beyond. */
const readCharacters = 2_000

/** Without their secrets; those that are gone, or that are not for this visitor to decide on, are named as such. */
async function lookAt(
  parts: DashboardParts,
  visitor: Visitor,
  ids: readonly string[],
  lets: Batch['lets'],
): Promise<BatchItem[]> {
  const items: BatchItem[] = []
  for (const id of ids)
    try {
      const item = await masked(parts, { id, ...(await findMail(parts, visitor, id)) })
      const refused = refusalOf(item, decisionOn(item, lets), visitor)
      items.push(
        refused === null ? item : { id, subject: item.message.subject, failure: sentenceOf(refused) },
      )
    } catch (error) {
      items.push({ id, failure: failureOf(error) })
    }
  return items
}

/** Why a mail is not for this visitor to decide on, or no longer for anybody; null: it is. */
function refusalOf(item: OpenItem, decision: Decision, visitor: Visitor): ServiceError | null {
  if (!mayDecide(visitor, decision)) return roleTooLittle()
  if (stillWaits(item, decision)) return null
  return new ServiceError(item.message.direction === 'inbound' ? 'not_withheld' : 'approval_resolved')
}

async function masked({ assessors }: DashboardParts, item: OpenItem): Promise<OpenItem> {
  const { subject, body, security_analysis: analysis } = item.message
  const texts = [subject, truncate(body, readCharacters), analysis?.summary ?? '']
  const { masked } = await maskTexts(assessors, texts, secretsOf([item.message]))
  const security_analysis = analysis === null ? null : { ...analysis, summary: masked[2]! }
  return { ...item, message: { ...item.message, subject: masked[0]!, body: masked[1]!, security_analysis } }
}

async function decideAll(
  parts: DashboardParts,
  visitor: Visitor,
  { lets, items }: Batch,
  form: Fields,
): Promise<FailedItem[]> {
  const failed: FailedItem[] = []
  for (const item of items) {
    if ('failure' in item) {
      failed.push(item)
      continue
    }
    const subject = item.message.subject
    if (!wasLookedAt(item, form[`m.${item.id}`] ?? '')) {
      failed.push({ id: item.id, subject, failure: texts().batch.edited })
      continue
    }
    await defer(parts, visitor, item, decisionOn(item, lets), form.reason ?? '').catch((error: unknown) => {
      failed.push({ id: item.id, subject, failure: failureOf(error) })
    })
  }
  return failed
}

function decisionOn({ message }: OpenItem, lets: Batch['lets']): Decision {
  if (message.direction === 'outbound') return lets === 'pass' ? 'approve' : 'reject'
  return lets === 'pass' ? 'release' : 'delete'
}

/** @throws what tells of the service itself, and not of one mail. */
function failureOf(error: unknown): string {
  const known = asServiceError(error)
  if (known.code === 'internal' || known.code === 'unauthorized') throw error
  return sentenceOf(known)
}
