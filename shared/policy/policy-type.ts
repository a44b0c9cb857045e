/** The contract of a policy type: its config, and whether it fires on a message. */
import type { z } from 'zod'
import type { Entity } from '../domain/entity.ts'
import type { PolicyAction, PolicyConfig, PolicyDirection, PolicyTypeName } from '../domain/policy.ts'
import type { Search } from './search.ts'

/** What is known at RCPT: the envelope sender, lower case or not; nothing of it is proven. */
export interface EnvelopeSubject {
  stage: 'rcpt'
  direction: 'inbound'
  /** Empty for a null sender. */
  mailFrom: string
}

/** What a message says, whichever way it goes. */
interface Content {
  stage: 'message'
  subject: string
  /** The bodies in all the forms in which somebody may read them: as given, visible, HTML as text. */
  texts: readonly string[]
  attachmentNames: readonly string[]
  /** Kinds of value found in subject and texts, of those that `pii_redaction` policies ask for. */
  entities: readonly Entity[]
  /** Ids of the `pii_redaction` policies that have rewritten something. */
  redacted: readonly string[]
  /** Ids of the `rate_limit` policies that the message is over the limit of. */
  exceeded: readonly string[]
}

export interface InboundSubject extends Content {
  direction: 'inbound'
  /** Every address in From; empty where there is none. */
  authors: readonly string[]
  /** The names beside them, as readers see them. */
  authorNames: readonly string[]
  /** Whether the domain in From is proven: an aligned DMARC pass. */
  authenticated: boolean
  /** Empty for a null sender. */
  mailFrom: string
}

export interface OutboundSubject extends Content {
  direction: 'outbound'
  /** Every recipient of the envelope: To, Cc and Bcc. */
  recipients: readonly string[]
  /**
   * By the id of each `output_scan` policy: what the findings of its detectors come to, from 0 to 100; null where one of
   * them gave no answer.
   */
  scanScores: Readonly<Record<string, number | null>>
}

export type MessageSubject = InboundSubject | OutboundSubject

/** What policies are held against. Plain data: it crosses thread borders. */
export type PolicySubject = EnvelopeSubject | MessageSubject

/** What a type is asked about: one policy's config, beside those of the same type and scope that apply too. */
export interface Question<Config> {
  policyId: string
  action: PolicyAction
  config: Config
  /** Configs of all policies of this type and scope (global, or of the inbox) that apply, this one's included. */
  peers: readonly Config[]
  search: Search
}

/** What is wrong with a key of a config, or an item of it. */
export interface ConfigProblem {
  path: (string | number)[]
  message: string
}

/**
 * One type of policy. Adding one is a new file and a line in `index.ts`; the API's validation and documentation follow.
 * `config` is strict; it has a `direction`, unless the type has one.
 */
export interface PolicyType<Config> {
  type: PolicyTypeName
  description: string
  actions: readonly [PolicyAction, ...PolicyAction[]]
  /** The direction of all its policies; absent where each has its own. */
  direction?: PolicyDirection
  /** `rcpt`: also held against the envelope before the message is taken, where its action is `block`. */
  stages: readonly ('rcpt' | 'message')[]
  /** The shape of the config. It says nothing that takes work to find out: what is stored is read by it too. */
  config: z.ZodType<Config, unknown>
  /** What else is wrong with a config that somebody gives, by key; absent: nothing can be. */
  problems?(config: Config): ConfigProblem[]
  /** Why it fires on `subject`, in a sentence; null where it doesn't. Pure. */
  evaluate(question: Question<Config>, subject: PolicySubject): string | null
}

/** Defines a type; the config that it is given is what its schema answers. */
export const definePolicy = <Config extends PolicyConfig & { direction?: PolicyDirection }>(
  type: PolicyType<Config>,
): PolicyType<Config> => type

/** A type among others: what its schema answers is what it is asked with. */
export type AnyPolicyType = PolicyType<PolicyConfig>
