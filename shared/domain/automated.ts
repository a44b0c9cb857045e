/** Tells mail that programs write from mail that people write (RFC 3834, RFC 2919, RFC 3464): what must not be answered. */

export const automatedKinds = ['human', 'auto_reply', 'list', 'bounce'] as const
/**
 * `human`: nothing says otherwise. `auto_reply`: a program wrote it, or answered by itself. `list`: it went to many.
 * `bounce`: a mail system reports about mail.
 */
export type AutomatedKind = (typeof automatedKinds)[number]

/** What the kind of a message is told by. */
export interface Automatable {
  /** Envelope sender; empty for the null reverse-path (RFC 5321 §4.5.5). */
  mailFrom: string
  headers: readonly { name: string; value: string }[]
  subject: string
  /** Address of From. */
  from: string
}

/** Characters of a value that are looked at. */
const longest = 1_000

/** Accounts that mail systems report from. */
const reporter = /^(?:mailer[-_.]?daemon|mail[-_.]?daemon|postmaster|mdaemon)@/
const vacation =
  /^(?:(?:re|aw|fwd?): ?){0,3}(?:auto(?:matic|mated|matische)?[ -]?(?:reply|response|respon|antwort)|auto: |autosvar|out of (?:the )?office|on vacation|away from|abwesen|r[ée]ponse automatique|respuesta autom|risposta automatica|resposta autom|automatisch antwoord|automatiskt? svar|automaattinen vastaus|odpowiedź automatyczna|automatick[áa] odpov[eě]|automatikus válasz|răspuns automat|otomatik yanıt|автоматический ответ|автоматична відповідь|αυτόματη απάντηση|自動応答|自動回覆|自动答复|자동 회신)/
const undelivered =
  /undeliver|(?:delivery|mail) (?:status notification|failure|failed|delayed|has failed)|returned mail|failure notice|mail delivery (?:failed|subsystem|system)|non[- ]?deliver|could not be delivered|message delayed|delivery (?:report|notification)/

/** Whether a message calls itself a report about mail: by who writes it, or by its subject. */
export const isCalledReport = ({ from, subject }: Pick<Automatable, 'from' | 'subject'>): boolean =>
  reporter.test(from.toLowerCase()) || undelivered.test(subject.slice(0, longest).toLowerCase())

/** The kind of an inbound message. What a sender leaves out can't be seen: a program that says nothing is `human`. */
export function automatedKindOf({ mailFrom, headers, subject, from }: Automatable): AutomatedKind {
  const values = new Map<string, string>()
  for (const { name, value } of headers) {
    const key = name.toLowerCase()
    if (!values.has(key)) values.set(key, value.slice(0, longest).toLowerCase().trim())
  }
  const has = (...names: string[]) => names.some((name) => values.has(name))
  const value = (name: string) => values.get(name) ?? ''
  const contentType = value('content-type')
  const title = subject.slice(0, longest).toLowerCase().trim()
  const precedence = value('precedence')
  const submitted = value('auto-submitted').split(/[;\s]/, 1)[0]!
  const sender = from.toLowerCase()

  if (contentType.startsWith('multipart/report'))
    return contentType.includes('disposition-notification') ? 'auto_reply' : 'bounce'
  if (has('x-failed-recipients')) return 'bounce'
  if (reporter.test(sender) && (mailFrom === '' || undelivered.test(title))) return 'bounce'
  const replies =
    has('x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-autoreply-from', 'x-mail-autoreply') ||
    /^auto[_-]?reply$/.test(precedence) ||
    vacation.test(title) ||
    // Exchange answers in the language of the mailbox, and calls it generated.
    (mailFrom === '' && has('x-ms-exchange-inbox-rules-loop') && !undelivered.test(title))
  // A vacation program may use the null reverse-path too (RFC 3834 §3.3); whatever else does is a report.
  if (mailFrom === '' && !replies && !(submitted === 'auto-replied' && !undelivered.test(title)))
    return 'bounce'
  if (replies || submitted === 'auto-replied') return 'auto_reply'
  if (has('list-id', 'list-post', 'mailing-list', 'x-mailing-list', 'x-mailman-version')) return 'list'
  if (precedence === 'list' || (precedence === 'bulk' && has('list-unsubscribe'))) return 'list'
  if (submitted !== '' && submitted !== 'no') return 'auto_reply'
  if (/^(?:bulk|junk)$/.test(precedence)) return has('x-auto-response-suppress') ? 'auto_reply' : 'list'
  if (has('list-unsubscribe')) return 'list'
  // Whoever asks that no program answer is a program, or writes for one.
  if (/\b(?:all|oof|autoreply)\b/.test(value('x-auto-response-suppress'))) return 'auto_reply'
  return 'human'
}
