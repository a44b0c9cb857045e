/** Every limit of the service that is not configuration: one number, one name, each with a test. */

export const limits = {
  /** Recipients of one message (RFC 5321 §4.5.3.1.8 asks for at least 100). */
  recipients: 100,
  /** Characters of a subject. */
  subjectCharacters: 998,
  /** Characters of an `X-` field's value, and of an attachment's name, of a message that is sent. */
  headerValueCharacters: 998,
  filenameCharacters: 255,
  /** Bytes of the header block that are parsed; beyond: kept raw, flagged. */
  headerBytes: 256 * 1024,
  /** Nesting of MIME parts; beyond: kept raw, flagged. */
  mimeDepth: 100,
  /** Number of MIME parts; beyond: kept raw, flagged. */
  mimeParts: 1_000,
  /** Milliseconds a message may take to parse; beyond: kept raw, flagged. */
  parseMs: 10_000,
  /** Characters of text or HTML body kept in the parsed row; the rest stays in the raw message. */
  bodyCharacters: 1_000_000,
  /** Message-IDs of References and In-Reply-To that are followed. */
  references: 200,
  /** Bytes of one Message-ID that are kept. */
  messageIdBytes: 998,
  /** Hours in which the same mail from the same sender is one message: a peer that lost our 250. */
  duplicateHours: 24,
  /** Milliseconds for which a message being accepted waits for an inbox that someone else holds; beyond: 451. */
  inboxLockMs: 1_000,
  /** Milliseconds for which a batch of admissions waits for an account that someone else holds; beyond: 503 for its own. */
  accountLockMs: 500,
  /** Milliseconds for which the paid requests of such an account are then refused unasked: others wait for it no more. */
  accountBusyMs: 2_000,
  /** Milliseconds in which a database that a statement waited for in vain is to answer, else it is away. */
  databaseProbeMs: 3_000,
  /** Characters of an Idempotency-Key. */
  idempotencyKeyCharacters: 255,
  /** Hours in which a request with the same Idempotency-Key is answered from what was kept. */
  idempotencyHours: 24,
  /** Seconds after which a request whose process has died can be made anew: one that is worked on claims it again. */
  idempotencyLeaseSeconds: 10,
  /** Signups with an Idempotency-Key an hour from one network, repeated ones too: guessing another's key is slow. */
  repeatableSignupsPerHour: 60,
  /** Seconds in which whoever began a payment ends it; after them, any process asks what became of it. */
  paymentSeconds: 60,
  /** Hours in which a payment whose outcome nobody can tell is asked for; gateways know a repetition for no longer. */
  paymentHours: 23,
  slugMin: 2,
  slugMax: 64,
  /** SMTP errors in one session before 421. */
  smtpErrors: 20,
  /** Bytes of one SMTP command line (RFC 5321 §4.5.3.1.4 asks for at least 512). */
  smtpCommandBytes: 2_048,
  /** Bytes of mail that all SMTP sessions of a process hold at once; beyond: 452. */
  smtpBufferedBytes: 512 * 1024 * 1024,
  /** Bytes of mail that the sessions of one peer hold of those; beyond: 452. */
  smtpBufferedBytesPerPeer: 128 * 1024 * 1024,
  /** Seconds that any message may take to be sent, and bytes for which a longer one has one second more. */
  smtpDataSeconds: 120,
  smtpDataBytesPerSecond: 32 * 1024,
  /** Seconds over which the least rate of a message being sent is measured. */
  smtpRateSeconds: 30,
  /** Revisions of a message that waits for approval, the agent's own included. */
  approvalRevisions: 20,
  /** Reviewers that are told of one approval. */
  approvalReviewers: 20,
  /** Bytes of the form that decides: a reason of 1,000 characters, as forms encode them, and more. */
  reviewFormBytes: 32 * 1024,
  /** Bytes of the form that edits: two bodies of the largest size. */
  reviewEditFormBytes: 8 * 1024 * 1024,
  /** Fields of a reviewer's form; beyond: it isn't read. Ours have fewer than ten. */
  reviewFormFields: 20,
  /** Hours over which answers in a thread are counted, so that two programs don't answer each other for ever. */
  loopHours: 1,
  /** Days ahead that a message may be scheduled. */
  sendAtDays: 365,
  pageDefault: 25,
  pageMax: 100,
  /** Milliseconds a webhook receiver may take. */
  webhookMs: 5_000,
  /** Bytes kept of a webhook receiver's answer. */
  webhookResponseBytes: 1_024,
  /** Seconds an attachment's download URL is valid. */
  downloadUrlSeconds: 900,
  /** Milliseconds all scorers of one message may take. */
  riskMs: 15_000,
  /** Levels of nested archives that are opened. */
  archiveDepth: 5,
  /** Files in one archive. */
  archiveFiles: 1_000,
  /** Bytes an archive may unpack to. */
  archiveBytes: 100 * 1024 * 1024,
  /** Policies of a tenant. */
  policies: 1_000,
  /** Policies of one scope: the global ones of a tenant, or those of one inbox. A message is held against two scopes. */
  policiesPerScope: 50,
  policyNameCharacters: 200,
  /** Patterns of a domain list, and characters of one. */
  policyDomains: 1_000,
  policyPatternCharacters: 320,
  /** Keywords of a filter, and characters of one. */
  policyKeywords: 100,
  policyKeywordCharacters: 500,
  /** Steps of the RE2 program of one regular expression: what a character of text can cost at worst. */
  policyRegexSize: 300,
  /** Milliseconds for which one message is searched for keywords; beyond: filters that are not through fire. */
  policySearchMs: 1_000,
  /** Bounds of a rate limit. */
  policyMaxMessages: 1_000_000,
  policyWindowSeconds: 31 * 86_400,
  policyReplacementCharacters: 100,
  /** Seconds in which refusals of mail by one policy at one inbox are one audit entry. */
  policyAuditSeconds: 60,
  /** Characters of a search query, and words and phrases in it. */
  searchQueryCharacters: 500,
  searchTerms: 32,
  /** Characters of a message's text that are searched, different words of it that are kept, and characters of a word. */
  searchedCharacters: 100_000,
  searchedWords: 10_000,
  searchedWordCharacters: 64,
  /** Messages that a search ranks: the newest that match. */
  searchRanked: 5_000,
  /** Characters of a body that highlights are looked for in, and of what is shown of it. */
  highlightedCharacters: 50_000,
  highlightCharacters: 240,
  /** Labels of a message, and characters of a label. */
  labels: 50,
  labelCharacters: 64,
  /** Labels, and values of metadata, that one list can be filtered by. */
  tagFilters: 10,
  /** Seconds that a request may wait for a message, and those it waits unless told. */
  waitSecondsMax: 60,
  waitSecondsDefault: 30,
  /** Requests of one key that wait at once, and its event streams, in each process. */
  waitsPerKey: 1_000,
  streamsPerKey: 10,
  /** Milliseconds between the comments that keep a silent event stream open. */
  streamHeartbeatMs: 15_000,
  /** Milliseconds that the reader of an event stream may take nothing; beyond: it is closed, to be resumed. */
  streamStallMs: 30_000,
  /** Events that a stream reads at a time, and bytes of their bodies: it holds no more than these. */
  streamBatch: 100,
  streamBatchBytes: 2 * 1024 * 1024,
  /** Milliseconds in which a stream, or a waiting request, notices that its key was revoked or has expired. */
  streamKeyMs: 800,
  /** Days for which events can be read again. */
  eventDays: 7,
} as const
