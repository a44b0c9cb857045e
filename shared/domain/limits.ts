/** Every limit of the service that is not configuration: one number, one name, each with a test. */

export const limits = {
  /** Recipients of one message (RFC 5321 §4.5.3.1.8 asks for at least 100). */
  recipients: 100,
  /** Characters of a subject. */
  subjectCharacters: 998,
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
  /** Milliseconds in which a database that a statement waited for in vain is to answer, else it is away. */
  databaseProbeMs: 3_000,
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
} as const
