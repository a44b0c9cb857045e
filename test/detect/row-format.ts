/** The format of a row of labelled data: what a row may have, and a sentence on each field that is not as it should be. */
import { z } from 'zod'

const result = z.enum(['pass', 'fail', 'softfail', 'neutral', 'none', 'temperror', 'permerror', 'policy'])
const count = z.int().min(0, 'is below 0')
/** RFC 5322 §2.2. */
const fieldName = z.string().regex(/^[!-9;-~]+$/, 'is no name of a field')
/** Fields in order, or by name: one value, or several of one name. */
const fields = z.union([
  z.array(z.strictObject({ name: fieldName, value: z.string() })),
  z.record(fieldName, z.union([z.string(), z.array(z.string())])),
])

/**
 * What our own evaluation of the sender would have said: the listener believes no Authentication-Results of a message, and
 * neither does a row. What isn't given is `none`; a domain that isn't is that of MAIL FROM, and of From.
 */
const authentication = z.strictObject({
  spf: z.union([result, z.strictObject({ result, domain: z.string().optional() })]).optional(),
  dkim: z.array(z.strictObject({ result, domain: z.string(), selector: z.string().optional() })).optional(),
  dmarc: z
    .union([
      result,
      z.strictObject({
        result,
        domain: z.string().optional(),
        policy: z.enum(['none', 'quarantine', 'reject', '']).optional(),
      }),
    ])
    .optional(),
  arc: z.union([result, z.strictObject({ result })]).optional(),
})

/** A correspondent of the inbox: whose mail was clean how often, bad how often, and for how many days. */
const correspondent = z.strictObject({
  address: z.string().regex(/^[^\s@]+@[^\s@]+$/, 'is no address'),
  name: z.string().optional(),
  clean: count.optional(),
  bad: count.optional(),
  days: z.number().min(0, 'is below 0').optional(),
  /** Other domains that answers to it went to. */
  reply_domains: z.array(z.string()).optional(),
})

/** An earlier message of the thread: `from` as in a header (`Name <address>`), and the score it got when it came in. */
const threadMessage = z.strictObject({
  from: z.string(),
  text: z.string(),
  subject: z.string().optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  score: z.number().min(0, 'is below 0').max(100, 'is above 100').optional(),
})

/** Mail of another thread of the inbox: `from` as in a header. */
const otherMessage = z.strictObject({ from: z.string(), text: z.string(), subject: z.string().optional() })

const known = z.object({
  id: z.string().optional(),
  /** `injection`, `phishing`, `fraud`, `spam`, `ham`, `benign`, `benign_hard`, `pii`, `secret`. */
  kind: z.string().optional(),
  /** Near-copies share a group: never split one between training and test. */
  group: z.string().optional(),
  text: z.string().optional(),
  subject: z.string().optional(),
  from: z.string().optional(),
  /** The whole message, as it came in: then the fields of a header (`subject`, `from`, `headers` …) are of no concern. */
  raw: z.string().optional(),
  reply_to: z.string().optional(),
  headers: fields.optional(),
  /** Links that the text has lost: where each leads, and what is shown for it. */
  links: z.array(z.tuple([z.string(), z.string()])).optional(),
  /** MAIL FROM; empty for a null reverse-path. */
  mail_from: z.string().optional(),
  /** Recipients of a draft. */
  to: z.union([z.string(), z.array(z.string())]).optional(),
  authentication: authentication.optional(),
  known: z.array(correspondent).optional(),
  /** Whose inbox it is: the account's name, and its users' addresses. */
  house: z.strictObject({ name: z.string(), addresses: z.array(z.string()) }).optional(),
  /** Oldest first. */
  thread: z.array(threadMessage).optional(),
  /** What the inbox of a draft has received in other threads, newest first. */
  others: z.array(otherMessage).optional(),
  label: z.string().optional(),
  source: z.string().optional(),
  licence: z.string().optional(),
  lang: z.string().optional(),
  may_train: z.boolean().optional(),
  payload: z.string().optional(),
  frame: z.string().optional(),
  goal: z.string().optional(),
  obfuscation: z.string().optional(),
})

/** Other keys of the data (spans, anchors) are of no concern here, and stay as they are. */
export const rowSchema = known.loose().refine(({ text, raw }) => text !== undefined || raw !== undefined, {
  path: ['text'],
})

export type RowFields = z.infer<typeof known>

/** What is wrong with a row, a clause for each bad field: `"authentication.spf" has to be one of …`. */
export function complaintsOf({ issues }: z.ZodError): string {
  return issues.flatMap((issue) => complaintOf(issue)).join('; ')
}

function complaintOf(issue: z.core.$ZodIssue, within: PropertyKey[] = []): string[] {
  const whole = [...within, ...issue.path]
  const path = whole.join('.')
  if (path === 'text') return ['the row has no "text" that is a string']
  switch (issue.code) {
    case 'invalid_type':
      return [`"${path}" is no ${words[issue.expected] ?? issue.expected}`]
    case 'invalid_value':
      return [`"${path}" has to be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`]
    case 'unrecognized_keys':
      return issue.keys.map((key) => `"${[...whole, key].join('.')}" is no field of a row`)
    case 'invalid_union':
      return nearest(issue).flatMap((one) => complaintOf(one, whole))
    case 'invalid_key':
      return issue.issues.map(({ message }) => `"${path}" ${message}`)
    case 'invalid_format':
      return [
        `"${path}" ${issue.format === 'datetime' ? 'is no ISO 8601 time with its zone' : issue.message}`,
      ]
    default:
      return [`"${path}" ${issue.message}`]
  }
}

const words: Readonly<Record<string, string>> = { int: 'whole number', tuple: 'pair', record: 'object' }

/** Of a field that may have several shapes: what is wrong with the shape that it comes nearest to. */
const nearest = ({ errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] =>
  errors.toSorted((a, b) => (b[0]?.path.length ?? 0) - (a[0]?.path.length ?? 0))[0] ?? []
