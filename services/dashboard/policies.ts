/** The pages of policies: listed, made by a form of their type, tried before they are saved, switched, deleted. */
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { ErrorEnvelope } from '../../shared/domain/error-envelope.ts'
import { ServiceError } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { messagePage } from '../../shared/domain/message.ts'
import { type Policy, type PolicyTypeName, policyTypeNames } from '../../shared/domain/policy.ts'
import type { BacktestResult } from '../../shared/policy/backtest.ts'
import type { policyPage as PolicyListSchema } from '../../shared/policy/contract.ts'
import { policyTypes } from '../../shared/policy/index.ts'
import { ask } from './ask.ts'
import type { Fields } from './form.ts'
import { goTo, show } from './frame.ts'
import { maskTexts, secretsOf } from './mask.ts'
import { invokeOnce } from './once.ts'
import { attempt, forForm, forVisitor, type Visit } from './pages.ts'
import { type PoliciesView, policiesPage, policiesPath } from './policies-page.ts'
import { configOf, defaultConfig, type Problems } from './policy-fields.ts'
import { type GivenPolicy, type PolicyView, policyPage } from './policy-page.ts'
import { texts } from './texts.ts'
import type { DashboardParts, Visitor, Visitors } from './visitor.ts'
import { allInboxes } from './whole-lists.ts'

const one = `${policiesPath}/:policy_id`

/** Registers them. */
export function registerPolicies(scope: FastifyInstance, parts: DashboardParts, visitors: Visitors): void {
  const list = async ({ visitor, query }: Visit, said: Pick<PoliciesView, 'warning'> = {}) => {
    const cursor = query('cursor')
    const done = query('done')
    const [policies, inboxes] = await Promise.all([
      ask<z.output<typeof PolicyListSchema>>(parts, visitor, 'list_policies', {
        query: { limit: 50, ...(cursor === undefined ? {} : { cursor }) },
      }),
      allInboxes(parts, visitor),
    ])
    return policiesPage({ policies, inboxes, ...(done === undefined ? {} : { done }), ...said }, visitor)
  }
  const find = ({ visitor, path }: Visit) =>
    ask<Policy>(parts, visitor, 'get_policy', { params: { policy_id: path('policy_id') } })
  const form = async (visit: Visit, status: number, view: Omit<PolicyView, 'inboxes'>) =>
    show(
      visit.reply,
      status,
      policyPage({ ...view, inboxes: await allInboxes(parts, visit.visitor) }, visit.visitor),
    )

  scope.get(
    policiesPath,
    forVisitor(visitors, async (visit) => show(visit.reply, 200, await list(visit))),
  )
  scope.get(
    `${policiesPath}/new`,
    forVisitor(visitors, async (visit) => {
      const type = typeOf(visit.query('type'))
      const [action] = policyTypes[type].actions
      const given = { name: '', type, action, inbox_id: '', config: defaultConfig(type) }
      return form(visit, 200, { id: null, given })
    }),
  )
  scope.get(
    one,
    forVisitor(visitors, async (visit) => {
      const policy = await find(visit)
      return form(visit, 200, {
        id: policy.id,
        given: { ...policy, inbox_id: policy.inbox_id ?? '' },
      })
    }),
  )

  const save = async (visit: Visit, fields: Fields, stored: Policy | null) => {
    const given = givenBy(fields, stored?.type ?? typeOf(fields.type))
    const id = stored?.id ?? null
    const { type, ...rest } = given
    const body = { ...rest, inbox_id: rest.inbox_id === '' ? null : rest.inbox_id }
    const { visitor } = visit
    if (fields.do === 'try') {
      const { answer, status } = await parts.door.invoke('backtest_policy', visitor.caller, {
        body: { policy: { ...body, type }, ...(id === null ? {} : { replaces: id }) },
      })
      if (answer.kind === 'error') return form(visit, status, { id, given, ...refusalOf(answer.error) })
      const result = (answer as { value: BacktestResult }).value
      const tried = { result, subjects: await subjectsOf(parts, visitor) }
      return form(visit, 200, { id, given, tried })
    }
    const {
      answer,
      status,
      form: kept,
    } = id === null
      ? await invokeOnce(parts, visitor, 'create_policy', { body: { ...body, type } }, fields)
      : await invokeOnce(parts, visitor, 'update_policy', { params: { policy_id: id }, body }, {})
    if (answer.kind === 'error')
      return form(visit, status, { id, given, form: kept, ...refusalOf(answer.error) })
    return goTo(visit.reply, `${policiesPath}?done=${id === null ? 'created' : 'saved'}`)
  }
  const bodyLimit = limits.reviewEditFormBytes
  scope.post(
    `${policiesPath}/new`,
    { bodyLimit },
    forForm(visitors, (visit, fields) => save(visit, fields, null)),
  )
  scope.post(
    one,
    { bodyLimit },
    forForm(visitors, async (visit, fields) => {
      const params = { policy_id: visit.path('policy_id') }
      const wanted = fields.do ?? ''
      const change = Object.hasOwn(changes, wanted) ? changes[wanted] : undefined
      if (change === undefined) return save(visit, fields, await find(visit))
      const { name, body, done } = change
      const made = await attempt(parts, visit.visitor, name, {
        params,
        ...(body === undefined ? {} : { body }),
      })
      if ('warning' in made)
        return show(visit.reply, made.status, await list(visit, { warning: made.warning }))
      return goTo(visit.reply, `${policiesPath}?done=${done}`)
    }),
  )
}

const changes: Readonly<
  Record<string, { name: 'update_policy' | 'delete_policy'; done: string; body?: { enabled: boolean } }>
> = {
  enable: { name: 'update_policy', done: 'enabled', body: { enabled: true } },
  disable: { name: 'update_policy', done: 'disabled', body: { enabled: false } },
  delete: { name: 'delete_policy', done: 'deleted' },
}

/** @throws ServiceError `not_found` for what is no type. */
function typeOf(given: string | undefined): PolicyTypeName {
  const type = policyTypeNames.find((name) => name === given)
  if (type === undefined) throw new ServiceError('not_found')
  return type
}

const givenBy = (fields: Fields, type: PolicyTypeName): GivenPolicy => ({
  name: (fields.name ?? '').trim(),
  type,
  action: fields.action ?? '',
  inbox_id: fields.inbox_id ?? '',
  config: configOf(type, fields),
})

/** What the API says against a policy: beside the field that it is about, and of the rest in a sentence. */
function refusalOf({ message, details = [] }: ErrorEnvelope['error']): {
  warning: string
  problems: Problems
} {
  const problems = new Map<string, string>()
  for (const { path, message: problem } of details) {
    const names = path.split(/[.[\]]+/).filter((name) => name !== 'body' && name !== 'policy' && name !== '')
    const [first = '', second = '', place] = names
    const field = first === 'config' ? second : first
    const item = first === 'config' ? place : undefined
    const where = item === undefined ? '' : `${texts().policies.line(Number(item) + 1)} `
    if (!problems.has(field)) problems.set(field, `${where}${problem}.`)
  }
  return { warning: details.length === 0 ? message : texts().policies.refused, problems }
}

/** Subjects of the newest messages by id, with what is secret in them masked. */
async function subjectsOf(parts: DashboardParts, visitor: Visitor): Promise<Map<string, string>> {
  const { messages } = await ask<z.output<typeof messagePage>>(parts, visitor, 'list_all_messages', {
    query: { limit: limits.backtestMessages },
  })
  const { masked } = await maskTexts(
    parts.assessors,
    messages.map(({ subject }) => subject),
    secretsOf(messages),
  )
  return new Map(messages.map(({ id }, index) => [id, masked[index]!]))
}
