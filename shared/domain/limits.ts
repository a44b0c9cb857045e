/** Every limit of the service that is not configuration: one number, one name, each with a test. */

export const limits = {
  /** Recipients of one message (RFC 5321 §4.5.3.1.8 asks for at least 100). */
  recipients: 100,
  /** Characters of an address list in one string, and of one address with its display name. */
  addressListCharacters: 100_000,
  mailboxCharacters: 1_000,
  /** Characters of a subject. */
  subjectCharacters: 998,
  /** Characters of an `X-` field's value of a message that is sent. */
  headerValueCharacters: 998,
  /** Characters of an attachment's name; of mail that comes in, a longer one loses its middle. */
  filenameCharacters: 255,
  /** Characters of the media type of a file (RFC 6838 §4.2 allows 127 on each side of the slash). */
  contentTypeCharacters: 255,
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
  /** Characters of both bodies, and bytes of attachments, of a message that is composed on the event loop; others on a thread. */
  composedHereCharacters: 100_000,
  composedHereBytes: 1024 * 1024,
  /** Characters of a body in Markdown, and levels to which quotes and lists are nested in it; a list is two. */
  markdownCharacters: 200_000,
  markdownDepth: 100,
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
  /** Milliseconds in which a connection to the database is to be had, made anew or from the pool. */
  databaseConnectMs: 5_000,
  /** Milliseconds that one statement may take, unless its work is of another kind: the longest of ours take seconds. */
  databaseQueryMs: 60_000,
  /** Milliseconds that a statement waits for a lock, unless it says otherwise; beyond: 503, 451, or tried again. */
  databaseLockMs: 10_000,
  /** Milliseconds for which a session may say nothing inside a transaction; a starved process says something sooner. */
  databaseIdleMs: 20_000,
  /** Milliseconds for which a host of ours may acknowledge nothing of what Postgres sends; beyond: its session ends. */
  databaseSilentHostMs: 20_000,
  /** Milliseconds for which a connection that owes us an answer may say nothing before it is looked at. */
  databaseSilentMs: 1_500,
  /** Milliseconds in which a database that said nothing is to answer over a new connection, else it is away. */
  databaseProbeMs: 2_000,
  /** Seconds after which a request that met a database, or another part, that is away may be tried again. */
  unavailableRetrySeconds: 2,
  /**
   * Milliseconds in which the header of an HTTP request is to come, and its body behind that, beside a second for each of
   * so many bytes that have come; beyond: 408.
   */
  requestMs: 60_000,
  requestBytesPerSecond: 32 * 1024,
  /** Bytes of a request's body, where the endpoint says nothing else; known before any of it is parsed. */
  bodyBytes: 64 * 1024,
  /** The same of signing up, which anybody may. */
  signUpBodyBytes: 4 * 1024,
  /** The same where metadata can be given: 50 values of 500 characters, as JSON encodes them. */
  metadataBodyBytes: 256 * 1024,
  /** The same of a policy: 1,000 patterns of 320 characters. */
  policyBodyBytes: 512 * 1024,
  /** The same where the text and the HTML of a message can be given, but no files: each character six bytes, escaped. */
  textBodyBytes: 16 * 1024 * 1024,
  /** What a body may have beside a message of the largest size in base64: the other fields. */
  messageBodyExtraBytes: 8 * 1024 * 1024,
  /** Bytes of an event of a payment gateway. */
  gatewayEventBytes: 1024 * 1024,
  /** Values of one mail, or draft, that are remembered, or looked for; of one tenant; and the days for which they count. */
  taintsPerMessage: 200,
  taintsPerTenant: 100_000,
  taintDays: 30,
  /** Inbound messages that are on record as read by one key, the days for which they are, and those that one approval shows. */
  recordedReadsPerKey: 500,
  recordedReadDays: 7,
  recordedReadsShown: 50,
  /** Reads that wait in one process to be put on record; beyond, new ones aren't. */
  recordedReadsWaiting: 20_000,
  /** Seconds in which the use of an API key is written once at most, and keys that a process remembers for that. */
  keyUseSeconds: 60,
  keyUsesRemembered: 10_000,
  /** Bytes of a draft as JSON, its files in base64 included, and of a request about one; drafts of an inbox. */
  draftBytes: 2 * 1024 * 1024,
  draftBodyBytes: 4 * 1024 * 1024,
  draftsPerInbox: 100,
  /** Milliseconds that one look-up of the settings page may take, and for which what it found is shown again. */
  domainCheckMs: 5_000,
  domainCheckFreshMs: 60_000,
  /** Entries of an audit log whose chain the dashboard checks at a time. */
  auditCheckEntries: 100_000,
  /** Messages that a policy is tried on before it is made, and milliseconds that this may take. */
  backtestMessages: 100,
  backtestMs: 15_000,
  /** Characters of a message's text that an agent is shown at a time, unless told, and at most. */
  agentTextCharacters: 8_000,
  agentTextCharactersMax: 40_000,
  /** Attachments whose text stands in a message's view for agents; of more, their own endpoint says it. */
  agentFiles: 5,
  /** Bytes of a request of the Model Context Protocol: a message with small files. */
  mcpBodyBytes: 1024 * 1024,
  /** Items of a list there, unless told, and at most; and characters of a line of one: a subject, a name. */
  mcpListItems: 10,
  mcpListItemsMax: 25,
  mcpLineCharacters: 200,
  mcpRowCharacters: 100,
  /** Sessions of that protocol that a process remembers, those of one key and tenant, and the milliseconds for which nobody uses one. */
  mcpSessions: 1_000,
  mcpSessionsPerKey: 20,
  mcpSessionsPerTenant: 100,
  mcpSessionIdleMs: 3_600_000,
  /** Inboxes that one session is told of, and milliseconds in which all that happens in one is told once. */
  mcpSubscriptions: 10,
  mcpNotifyMs: 250,
  /** Milliseconds before events are asked for anew that broke off, and what that grows to while it fails. */
  mcpFollowMs: 1_000,
  mcpFollowMsMax: 60_000,
  /** Attachments of a message that are named there. */
  mcpAttachments: 20,
  /** Levels of a body's objects and arrays, and its values and keys in all: counted before any is made. */
  bodyDepth: 32,
  bodyValues: 5_000,
  /** Bytes of a body that are parsed on the event loop; larger ones are on a thread. */
  bodyInlineBytes: 256 * 1024,
  /** Bytes from which a body is a large one; of large bodies that a process holds at once; and of those of one tenant. */
  largeBodyBytes: 1024 * 1024,
  largeBodiesBytes: 128 * 1024 * 1024,
  largeBodiesBytesPerTenant: 64 * 1024 * 1024,
  /** Seconds after which a request that found no room for its body may be tried again. */
  largeBodyRetrySeconds: 5,
  /** Milliseconds that a thread may take to parse a body; beyond: 503. */
  bodyParseMs: 10_000,
  /** Characters of the texts in an answer's lists that are written at once; those of more, item by item. */
  answerInlineCharacters: 1_000_000,
  /** Milliseconds for which nothing may hold the event loop without a word in the log. */
  loopHeldMs: 200,
  /** Invalid fields that one answer names, and characters of the path of one. */
  errorDetails: 20,
  errorPathCharacters: 300,
  /**
   * Milliseconds for which a migration waits for a table that somebody holds, with whoever needs it queued behind; those
   * it then leaves them before it tries again; and those after which it says again what it waits for.
   */
  migrationLockMs: 400,
  migrationPauseMs: 400,
  migrationNoticeMs: 10_000,
  /** Characters of an Idempotency-Key. */
  idempotencyKeyCharacters: 255,
  /** Hours in which a request with the same Idempotency-Key is answered from what was kept. */
  idempotencyHours: 24,
  /** Seconds after which a request whose process has died can be made anew: one that is worked on claims it again. */
  idempotencyLeaseSeconds: 10,
  /** Signups with an Idempotency-Key an hour from one network, repeated ones too: guessing another's key is slow. */
  repeatableSignupsPerHour: 60,
  /** SIGNUPS_PER_HOUR at its greatest: none is counted. */
  signupsPerHourUncounted: 1_000_000,
  /** Attempts to sign up a minute from one network, invalid ones too, at each process: counted before they are read. */
  signUpAttemptsPerMinute: 60,
  /** Other requests without a key a minute from one network, at each process. */
  publicRequestsPerMinute: 600,
  /** API keys that nobody has a minute from one network, at each process: each costs a query. */
  unknownKeysPerMinute: 300,
  /** Networks that each of those counters remembers at once. */
  countedNetworks: 10_000,
  /** Hours for which a link that confirms an address works, and mails with one that an account can ask for in an hour. */
  confirmationHours: 48,
  confirmationMailsPerHour: 5,
  /** Minutes for which a link that signs in works, and mails with one that an address can get in an hour. */
  signInMinutes: 15,
  signInMailsPerHour: 10,
  /** Attempts to sign in a minute from one network, at each process. */
  signInAttemptsPerMinute: 30,
  /** Days for which somebody stays signed in. */
  sessionDays: 7,
  /** Pages that one session asks for in a minute, at each process: the rates of API keys don't hold for people. */
  sessionPagesPerMinute: 600,
  /** Minutes in which a passkey is used, or added, that was asked for; and those behind a sign-in in which one can be added. */
  passkeyMinutes: 5,
  passkeySessionMinutes: 60,
  /** Passkeys of a user, and characters of the name of one. */
  passkeysPerUser: 20,
  passkeyNameCharacters: 100,
  /** Mails an hour to a user about passkeys that were added or removed; further ones are on record only. */
  passkeyNoticesPerHour: 20,
  /** Times that such a mail, or one about a webhook, is tried again, with growing pauses: for about as long as a link works. */
  systemMailTries: 50,
  /** Bytes of the form that confirms an address. */
  confirmationFormBytes: 4 * 1024,
  /** Days for which an invite is good unless told, and at most. */
  inviteDays: 7,
  inviteDaysMax: 365,
  /** Seconds for which a process goes by what it knows of a tenant's use: what others take meanwhile may overshoot a quota. */
  quotaSeconds: 5,
  /** Seconds in which whoever began a payment ends it; after them, any process asks what became of it. */
  paymentSeconds: 60,
  /** Hours in which a payment whose outcome nobody can tell is asked for; gateways know a repetition for no longer. */
  paymentHours: 23,
  slugMin: 2,
  slugMax: 64,
  /** SMTP errors in one session before 421. */
  smtpErrors: 20,
  /** Peers whose rate a process counts at once. */
  smtpCountedPeers: 100_000,
  /** Bytes of one SMTP command line (RFC 5321 §4.5.3.1.4 asks for at least 512). */
  smtpCommandBytes: 2_048,
  /** Bytes of mail that all SMTP sessions of a process hold at once; beyond: a large message waits, others hear 452. */
  smtpBufferedBytes: 128 * 1024 * 1024,
  /** Bytes of mail that the sessions of one peer hold of those. */
  smtpBufferedBytesPerPeer: 64 * 1024 * 1024,
  /** Bytes of large messages that are received at once, room for each being had as a whole: two of the largest. */
  smtpRoomBytes: 56 * 1024 * 1024,
  /** Bytes of a message from which room for all of it is had before more of it is read; and those where many wait. */
  smtpLargeBytes: 1024 * 1024,
  smtpAskBytes: 128 * 1024,
  /** Milliseconds for which its sender is made to wait for that, less than senders do (RFC 5321 §4.5.3.2.5); beyond: 452. */
  smtpRoomMs: 120_000,
  /** Bytes of large messages that are parsed and stored at once, of which there are several copies meanwhile. */
  smtpStoringBytes: 32 * 1024 * 1024,
  /** Bytes of one message times its inboxes, each of which has a copy: further ones hear 452, and come afterwards. */
  smtpCopiedBytes: 256 * 1024 * 1024,
  /** How much larger than declared a message for several inboxes may turn out, as a factor: line ends may count once or twice. */
  smtpSizeSlack: 1.125,
  /** Bytes of large messages, and milliseconds, behind which a listener gives back what it has let go of while more come. */
  smtpCollectBytes: 24 * 1024 * 1024,
  smtpCollectMs: 2_000,
  /** Milliseconds behind large messages after which a listener with none left gives their memory back. */
  smtpRestMs: 10_000,
  /** Milliseconds after which the listener looks again whether the files of its certificate have changed. */
  smtpCertificateMs: 60_000,
  /** Seconds that any message may take to be sent, and bytes for which a longer one has one second more. */
  smtpDataSeconds: 120,
  smtpDataBytesPerSecond: 32 * 1024,
  /** Seconds over which the least rate of a message being sent is measured. */
  smtpRateSeconds: 30,
  /** Revisions of a message that waits for approval, the agent's own included. */
  approvalRevisions: 20,
  /** Mails an hour to each user about withheld mail, and messages that one counts; what is more waits for the next. */
  withheldNoticesPerHour: 12,
  withheldNoticeMails: 1_000,
  /** Notice channels of an account, and characters of the name and of the address of one. */
  noticeChannels: 10,
  noticeChannelNameCharacters: 100,
  noticeChannelUrlCharacters: 2_048,
  /** Times an hour that the channels of an account are told, and messages that one notice counts; what is more waits for the next. */
  channelNoticesPerHour: 12,
  channelNoticeMails: 1_000,
  /** Channels of an account, failing a day, whose owners are mailed; further ones are on record only. */
  channelFailureMailsPerDay: 10,
  /** Seconds for which a webhook of a channel can ask not to be tried again. */
  channelRetryAfterSeconds: 3_600,
  /** Messages that a digest names. */
  digestMails: 20,
  /** Reviewers that are told of one approval. */
  approvalReviewers: 20,
  /** Bytes of the form that decides: a reason of 1,000 characters, as forms encode them, and more. */
  reviewFormBytes: 32 * 1024,
  /** Bytes of the form that edits: two bodies of the largest size. */
  reviewEditFormBytes: 8 * 1024 * 1024,
  /** Seconds in which a decision of the dashboard can be undone. */
  undoSeconds: 10,
  /** Messages up to which the queue of the dashboard counts what waits. */
  queueCounted: 1_000,
  /** Decisions that came to nothing, as somebody else was faster, that the queue names at once. */
  failedDecisionsShown: 20,
  /** Fields of a reviewer's form; beyond: it isn't read. Ours have fewer than ten, and one for each mail of a page of the queue. */
  reviewFormFields: 40,
  /** Hours over which answers in a thread are counted, so that two programs don't answer each other for ever. */
  loopHours: 1,
  /** Minutes by which the clock of who schedules a message may be behind ours. */
  sendAtSkewMinutes: 5,
  /** Days ahead that a message may be scheduled. */
  sendAtDays: 365,
  /** Inboxes, API keys and the like that a page of the dashboard names, or has a choice of. */
  listedWhole: 2_000,
  pageDefault: 25,
  pageMax: 100,
  /** Days of nothing but failures after which a webhook is switched off. */
  webhookFailingDays: 5,
  /** Mails a day to an address that nobody has confirmed, of webhooks that were switched off. */
  unconfirmedWebhookNoticesPerDay: 1,
  /** Mails a day to one, of messages that wait for approval, whichever account names it. */
  unconfirmedApprovalNoticesPerDay: 20,
  /** Deliveries that one request replays. */
  webhookReplay: 500,
  /** Milliseconds a webhook receiver may take. */
  webhookMs: 5_000,
  /** Bytes of text of the messages that webhooks are made of at a time. */
  webhookBatchBytes: 4 * 1024 * 1024,
  /** Bytes kept of a webhook receiver's answer. */
  webhookResponseBytes: 1_024,
  /** Seconds an attachment's download URL is valid. */
  downloadUrlSeconds: 900,
  /** Messages of an inbox, newest first, by which its correspondents are known. */
  knownMessages: 200,
  /** Users of an account, and those that it invites in an hour. */
  usersPerAccount: 100,
  invitesPerHour: 20,
  /** Users of an account by whose addresses its house is known. */
  houseUsers: 50,
  /** Messages of a thread, newest first, that a new one is held against; those looked at to find them; characters of each. */
  threadPastMessages: 10,
  threadPastLooked: 1_000,
  threadPastCharacters: 10_000,
  /** Milliseconds all scorers of one message may take. */
  riskMs: 15_000,
  /** Milliseconds that a language model may take of them, waiting for its turn included. */
  modelMs: 12_000,
  /**
   * Milliseconds that the antivirus may take for a file, beside those for its size. More than clamd takes before it breaks
   * a scan off by itself (MaxScanTime): one that is only given up here goes on there, and is tried again beside itself.
   */
  scanMs: 55_000,
  /** Levels of nested archives that are opened. */
  archiveDepth: 5,
  /** Files in one archive. */
  archiveFiles: 1_000,
  /** Headers, blocks and records of one archive, those in it included, that are held against each other at a stretch. */
  archiveParts: 20_000,
  /** Bytes an archive may unpack to. */
  archiveBytes: 100 * 1024 * 1024,
  /** Files that stand encoded in one text (a calendar, a page) and are scanned; beyond: unscannable. */
  embeddedFiles: 1_000,
  /** Bytes that those of one message are decoded to; beyond: unscannable. */
  embeddedBytes: 64 * 1024 * 1024,
  /** Bytes of a text in an archive that is searched for them; a longer one that says it has some is unscannable. */
  embeddingBytes: 2 * 1024 * 1024,
  /** Images of a message in which codes are looked for, and bytes of one. */
  codeImages: 8,
  codeImageBytes: 1_500_000,
  /** Attachments, and files in archives and messages that are attached, whose text is read; beyond: flagged. */
  attachmentTexts: 100,
  /** Files in the attachments of a message (archives, messages) whose names are judged; beyond: flagged. */
  heldNames: 10_000,
  /** Bytes of text that are read of one of them, and of all of a message; beyond: flagged. */
  attachmentTextBytes: 1_000_000,
  attachmentTextsBytes: 4_000_000,
  /** Documents (PDF, Office) of a message that are read, and bytes of one; beyond: flagged. */
  documents: 5,
  documentSize: 25 * 1024 * 1024,
  /** Pages of a PDF that are read, and bytes that the parts of an Office document unpack to, one and all; beyond: flagged. */
  documentPages: 200,
  documentPartBytes: 8 * 1024 * 1024,
  documentBytes: 32 * 1024 * 1024,
  /** Milliseconds in which no further page is begun, and in which a document is given up; of a thread's own time. */
  documentReadMs: 1_000,
  documentMs: 2_000,
  /**
   * Lessons of each kind that a tenant has, learned from releases, reports and rejections: the oldest make room; and those
   * to pass of one sender that a message is held against, newest first.
   */
  lessons: 200,
  lessonsOfSender: 10,
  /** Hashes of words that a reported message is known by; those of one that was let through, and places it links to: beyond, nothing is learned. */
  lessonSample: 128,
  lessonShingles: 8_000,
  lessonLinks: 200,
  /** Tenants whose reports a process remembers; each time it is asked whether they are still the same. */
  lessonTenants: 500,
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
  /** Steps of all regular expressions of a filter, counted on their text before they are compiled: a step takes a microsecond. */
  policyRegexCost: 30_000,
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
  /** Messages that a search looks at one by one, newest first; and matches that it ranks of all that an inbox has. */
  searchLooked: 1_000,
  searchRanked: 1_000,
  /** Inboxes that one search looks up together by the index of words; of more, messages are looked at one by one. */
  searchInboxes: 100,
  /**
   * Messages from all over an inbox by which a search knows what many say: matches among them from which on it does, and
   * times as many as are ranked, by estimate, from which on the index of words isn't asked.
   */
  searchSampled: 64,
  searchSampledMatches: 3,
  searchManyTimesRanked: 4,
  /** Old messages that are made searchable at a time, and milliseconds until the next ones are. */
  searchFillBatch: 50,
  searchFillPauseMs: 250,
  /** Milliseconds that looking through all of an inbox may take; beyond: the newest are what is searched. */
  searchEverywhereMs: 500,
  /** Milliseconds that one statement may take of a list, of a search, and of a page of an export; beyond: 503. */
  listMs: 5_000,
  searchMs: 5_000,
  exportMs: 30_000,
  /** Searches and exports of one tenant that read at once in a process, those that wait there, and how long they do. */
  readsPerTenant: 2,
  readsWaiting: 100,
  readWaitMs: 3_000,
  exportWaitMs: 60_000,
  /**
   * Rows that one page of a list looks at where no index answers its filters together; beyond: the page is short. Fewer
   * where each is found by what lies elsewhere (a label, a rare status).
   */
  listLooked: 1_000,
  listJoined: 500,
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
  /** Seconds that such a request may have waited before it is made again, and events that are looked through for when that was. */
  waitedSecondsMax: 3_600,
  waitedEvents: 10_000,
  /** Requests of one key that wait at once, and its event streams, in each process. */
  waitsPerKey: 1_000,
  streamsPerKey: 10,
  /** Milliseconds between the comments that keep a silent event stream open. */
  streamHeartbeatMs: 15_000,
  /** Milliseconds after which one that had nothing to show asks how far the events have got, for its reader to go on from. */
  streamPlaceMs: 3_600_000,
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
