/** The thread that mail is assessed on: authenticates senders and runs the scorers, redacts and assesses drafts. */

import { workerData } from 'node:worker_threads'
import { serveThread } from '../lib/serve-thread.ts'
import { authenticate } from '../mail/authentication.ts'
import { loadMailauth } from '../mail/load-mailauth.ts'
import { unpack } from '../mail/pack.ts'
import { createResolver } from '../net/resolver.ts'
import { type AssessOptions, assess } from '../risk/assess.ts'
import { taintsOf } from '../risk/exfiltration/taints.ts'
import { httpClient } from '../risk/http-client.ts'
import { traitsFor } from '../risk/likeness/traits.ts'
import { type GateLimits, LlmGate } from '../risk/llm/gate.ts'
import { loadScorers } from '../risk/outside.ts'
import { redact } from '../risk/redact.ts'
import type { LlmSettings } from '../risk/scorer.ts'
import { createRspamd } from '../risk/scorers/rspamd.ts'
import { createSpamAssassin } from '../risk/scorers/spamassassin.ts'
import { applyInbound, withoutQuotes } from './apply-policies.ts'
import { attachedText } from './attached-text.ts'
import { DocumentPool } from './documents/document-pool.ts'
import type { DocumentReader } from './documents/read-document.ts'
import { imagesOf } from './images.ts'
import { holdHere, judgeHere } from './judge-on-thread.ts'
import { ownDomainOf } from './own-domain.ts'
import { revisionDiff } from './revision-diff.ts'
import { seenText } from './seen-text.ts'
import { simulateHere } from './simulate-policies.ts'
import type { AssessInput, AssessOutput, Task, TraitsTask } from './tasks.ts'
import { textsOf } from './texts.ts'

/** Settings that a thread starts with. */
export interface AssessThreadData {
  dnsServers: string[]
  llm: (Omit<LlmSettings, 'gate'> & { limits: GateLimits; gate: SharedArrayBuffer }) | null
  scorers: string[]
  /** Outside scorers; absent: none. */
  rspamdUrl?: string | null
  spamdUrl?: string | null
}

/** Milliseconds that the look-ups for one message may take. */
const authenticationMs = 5_000

const { dnsServers, llm, scorers, rspamdUrl = null, spamdUrl = null } = workerData as AssessThreadData
const resolver = createResolver(dnsServers)
const documentPool = new DocumentPool()
const documents: DocumentReader = (content, format) => documentPool.read(content, format)
// Before the first request, whose time is short.
if (llm !== null) httpClient()
// A thread that can't load them doesn't start: no message is to blame.
const options: AssessOptions = {
  llm: llm === null ? null : { ...llm, gate: new LlmGate(llm.gate, llm.limits) },
  outside: [
    ...(rspamdUrl === null ? [] : [createRspamd(rspamdUrl)]),
    ...(spamdUrl === null ? [] : [createSpamAssassin(spamdUrl)]),
    ...(await loadScorers(scorers)),
  ],
}

async function assessOne({
  message: packed,
  raw,
  files,
  sentByUs,
  policies,
  exceeded,
  tenantId,
}: AssessInput): Promise<AssessOutput> {
  const message = { ...packed, mail: unpack(packed.mail) }
  // A message that is only analysed may have come from nowhere.
  const known = message.envelope.peerAddress !== ''
  const authentication = !known
    ? null
    : await authenticate({
        raw,
        envelope: message.envelope,
        headers: message.mail.headers,
        from: message.mail.from,
        resolve: resolver.resolve,
        deadlineMs: authenticationMs,
      })
  const inboxDomain = message.inboxAddress.slice(message.inboxAddress.lastIndexOf('@') + 1)
  const ownDomain =
    authentication === null ? undefined : ownDomainOf(message, authentication, inboxDomain, sentByUs)
  const texts = await textsOf(files, message.mail, documents)
  const assessment = await assess(
    { ...message, authentication, ownDomain, ...texts },
    { ...options, raw, images: imagesOf(files, message.mail), tenantId },
  )
  const applied = applyInbound(policies, {
    ...message,
    exceeded,
    authenticated: authentication?.dmarc.result === 'pass',
  })
  const { inboxAddress, mail } = message
  const { attachmentTexts } = texts
  const taints = taintsOf({
    mail,
    attachmentTexts,
    inboxAddress,
    authentication,
    analysis: assessment.analysis,
  })
  if (applied.rewritten === null) return { ...assessment, authentication, applied, taints }
  const analysis = withoutQuotes(assessment.analysis, policies)
  return { ...assessment, analysis, authentication, applied, taints }
}

function ofOne(task: Task) {
  if (task.task === 'judge') return judgeHere(task, options, documents)
  if (task.task === 'hold') return holdHere(task)
  if (task.task === 'redact') return redact(task.parts, task.options, seenText)
  if (task.task === 'diff') return revisionDiff(task.before, task.after)
  if (task.task === 'simulate') return simulateHere(task)
  if (task.task === 'attached_text') return attachedText(task.file, documents)
  return traitsOf(task)
}

/** Read as it was when it was judged, its attachments included. */
async function traitsOf({ kind, direction, mail: packed, files, authentication }: TraitsTask) {
  const mail = unpack(packed)
  return traitsFor(kind, {
    direction,
    inboxAddress: '',
    envelope: { peerAddress: '', helo: '', mailFrom: '', rcptTo: [], tls: null },
    mail,
    scan: null,
    authentication,
    knownDomains: [],
    ...(await textsOf(files, mail, documents)),
  })
}

serveThread(
  (input: AssessInput[] | Task) => (Array.isArray(input) ? Promise.all(input.map(assessOne)) : ofOne(input)),
  // Nearly every message from outside needs it: it is there before the first comes, and no start waits for it.
  loadMailauth,
)
