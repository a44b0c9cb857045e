/** Every setting an operator may change: its name, type, default and meaning, as one zod object. */
import { isIP, isIPv4, isIPv6 } from 'node:net'
import { z } from 'zod'

/** The parts of the service that a process may run; each can have any number of replicas. */
const ROLES = ['smtp', 'worker', 'relay', 'api'] as const

const list = (value: string): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

const flag = z
  .enum(['true', 'false', '1', '0', 'on', 'off'])
  .transform((v) => ['true', '1', 'on'].includes(v))
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be from ${min} to ${max}`)
const port = integer(0, 65_535)
const text = z.string().min(1, 'must not be empty')
const strings = z.string().transform(list)
/** Delays, of six digits at most: so many seconds from now is a date that there is. */
const seconds = strings.pipe(
  z
    .array(
      z
        .string()
        .regex(/^\d{1,6}$/, 'must be whole seconds')
        .transform(Number),
    )
    .min(1),
)
/** What looks like one, and is one: a port that there isn't would be found out with the first connection. */
const url = (shape: RegExp, problem: string) =>
  z.string().refine((value) => shape.test(value) && URL.canParse(value), problem)

/** An address, a network (`10.0.0.0/8`, `10.0.0.0/255.0.0.0`), or a name that Fastify has for some of them. */
function isNetwork(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true
  const [address = '', ...masks] = value.split('/')
  const [mask] = masks
  if (isIP(address) === 0 || masks.length > 1) return false
  if (mask === undefined || (isIPv4(address) && isIPv4(mask))) return true
  return /^\d{1,3}$/.test(mask) && Number(mask) > 0 && Number(mask) <= (isIPv4(address) ? 32 : 128)
}

/** A name of a host, by the rules of the DNS or of a network of containers. */
const isHostName = (value: string): boolean => /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i.test(value)

/** An address or a name, and a port where there may be one: `dns.example`, `::1`, `[::1]:53`, `10.0.0.5:9000`. */
function isHostAndPort(value: string): boolean {
  if (isIP(value) !== 0) return true
  const [, bracketed, name = '', port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(value) ?? []
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return false
  return bracketed === undefined ? isHostName(name) : isIPv6(bracketed)
}

/** The name of a host, or an address as SMTP writes it (RFC 5321 §4.1.3). */
function isMailName(value: string): boolean {
  const [, literal] = /^\[(?:IPv6:)?([^\]]+)\]$/i.exec(value) ?? []
  return literal === undefined ? isHostName(value) : isIP(literal) !== 0
}

/** Of a URL with a password: what would end it, or begin something else. */
const escaped = '; in its password # is written %23, / %2F, ? %3F and @ %40'

/** What node-postgres reads, which takes no host as one that `?host=` names. */
const databaseUrl = z
  .string()
  .refine(
    (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value.replace('@/', '@host/')),
    `must be a postgres:// URL${escaped}`,
  )

const each = (fits: (value: string) => boolean, problem: string) =>
  strings.pipe(z.array(z.string().refine(fits, problem)))

/** One setting: `kind` parses the text of the environment variable; `doc` goes into example.env. */
const setting = <T extends z.ZodType>(kind: T, fallback: string | undefined, doc: string) => ({
  kind,
  fallback,
  doc,
})

/** The settings by environment variable. A fallback of `undefined` means optional. */
export const settings = {
  ROLES: setting(
    strings.pipe(z.array(z.enum(ROLES)).min(1)),
    'smtp,worker,relay,api',
    'Which parts this process runs: smtp, worker, relay, api.',
  ),
  DATABASE_URL: setting(
    databaseUrl,
    undefined,
    'Postgres to use. Unset: an embedded Postgres under DATA_DIR.',
  ),
  DATABASE_OWNER_URL: setting(
    databaseUrl,
    undefined,
    'The same Postgres as the user that owns the tables: makes and changes them, and lets the user of DATABASE_URL work on them. Unset: DATABASE_URL owns them, or finds them up to date.',
  ),
  DATABASE_POOL_SIZE: setting(
    integer(2, 200),
    '10',
    'Connections of the service to Postgres, per process (the queue has its own).',
  ),
  DATABASE_READ_POOL_SIZE: setting(
    integer(1, 100),
    '4',
    'Connections to Postgres for searches and exports, per process that runs the API: so many run at once, others wait.',
  ),
  DATA_DIR: setting(text, '.data', 'Embedded Postgres, generated secrets, captured mail.'),
  INBOX_DOMAIN: setting(
    z
      .string()
      .toLowerCase()
      .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, 'must be a domain name'),
    'inbox.localhost',
    'The domain that inboxes receive at: <slug>@<INBOX_DOMAIN>.',
  ),
  SMTP_HOST: setting(text, '127.0.0.1', 'Address the SMTP listener binds.'),
  SMTP_PORT: setting(port, '2525', 'Port of the SMTP listener. 0: any free one, told in the ready line.'),
  SMTP_NAME: setting(
    z.string().refine(isMailName, 'must be the name of a host, or an address: [192.0.2.25]'),
    undefined,
    'Host name in the greeting. Unset: INBOX_DOMAIN.',
  ),
  SMTP_LMTP: setting(flag, 'false', 'Speak LMTP (RFC 2033) instead of SMTP, to stand behind another MTA.'),
  SMTP_PROXY_PROTOCOL: setting(
    each((one) => one === '*' || isIP(one) !== 0, 'must be addresses, no names and no networks, or *'),
    '',
    'Addresses of load balancers whose PROXY protocol header is believed; "*" believes every peer.',
  ),
  SMTP_TLS_CERT_FILE: setting(
    text,
    undefined,
    'PEM certificate for STARTTLS. Unset: a self-signed one is made.',
  ),
  SMTP_TLS_KEY_FILE: setting(text, undefined, 'PEM private key for STARTTLS.'),
  SMTP_MAX_CLIENTS: setting(
    integer(1, 100_000),
    '1000',
    'Concurrent SMTP connections; one more is answered 421.',
  ),
  SMTP_MAX_CLIENTS_PER_ADDRESS: setting(
    integer(1, 100_000),
    '100',
    'Concurrent SMTP connections of one peer address; one more is answered 421.',
  ),
  SMTP_SESSION_SECONDS: setting(
    integer(1, 86_400),
    '1800',
    'Age at which an SMTP session is ended with 421.',
  ),
  SMTP_IDLE_SECONDS: setting(
    integer(1, 3_600),
    '300',
    'Silence after which an SMTP session is ended (RFC 5321 §4.5.3.2: 5 minutes).',
  ),
  SMTP_MIN_BYTES_PER_SECOND: setting(
    integer(0, 1_000_000),
    '128',
    'Slowest rate of a message being sent, over 30 seconds; slower is ended with 421. 0: off.',
  ),
  HTTP_HOST: setting(text, '127.0.0.1', 'Address the API binds.'),
  HTTP_PORT: setting(port, '8080', 'Port of the API. 0: any free one, told in the ready line.'),
  PUBLIC_URL: setting(
    url(/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/, 'must be an http(s) URL without a user, ? or #'),
    undefined,
    'Address under which clients reach the API, for links. Unset: the bound address.',
  ),
  SECRET_KEY: setting(
    z.string().min(32, 'must have 32 characters or more'),
    undefined,
    'Signs URLs and cursors, seals webhook secrets. Unset: generated in DATA_DIR. Required in production. SECRET_KEY_FILE reads it from a file.',
  ),
  SECRET_KEY_PREVIOUS: setting(
    z.string().min(32, 'must have 32 characters or more'),
    undefined,
    'The key before, while SECRET_KEY is being changed: what it signed and sealed still counts. SECRET_KEY_PREVIOUS_FILE reads it from a file.',
  ),
  CLAMAV_URL: setting(
    url(/^(managed:|tcp:\/\/\S+:\d+|unix:\/.+)$/, 'must be managed:, tcp://host:port or unix:/path'),
    'managed:',
    "tcp://host:3310, unix:/path, or managed: which starts the machine's own clamd with config/clamav.",
  ),
  RELAY_URL: setting(
    url(/^(capture:|mx:|smtps?:\/\/.+)$/, `must be capture:, mx:, smtp:// or smtps://${escaped}`),
    'capture:',
    'Where sent mail goes: smtp://user:pass@host:port, smtps://…, mx:, or capture: which writes .eml under DATA_DIR/outbox.',
  ),
  RELAY_LOCAL_URL: setting(
    url(/^smtps?:\/\/.+/, `must be smtp:// or smtps://${escaped}`),
    undefined,
    'Where the relay reaches our own listener, for mail between inboxes: smtp://host:port. Unset: SMTP_HOST and SMTP_PORT.',
  ),
  RELAY_MX_PORT: setting(integer(1, 65_535), '25', 'Port of the hosts that mx: sends to.'),
  RELAY_ALLOWED_HOSTS: setting(
    each((one) => isIP(one) !== 0 || isHostName(one), 'must be names or addresses, without a port'),
    '',
    'Names or addresses of mail hosts that mx: may send to although their address is not public.',
  ),
  RELAY_CONNECTIONS: setting(
    integer(1, 1_000),
    '10',
    'Connections of one relay to one destination at once: to one domain with mx:, to the one host otherwise.',
  ),
  RELAY_TIMEOUT_SECONDS: setting(
    integer(1, 600),
    '300',
    'How long a peer may take to greet, and over an envelope and the end of a message twice that (RFC 5321 §4.5.3.2).',
  ),
  RELAY_RETRY_DELAYS: setting(
    seconds,
    '60,300,900,1800,3600,7200,14400',
    'Seconds before each further attempt to hand a message over; the last one is used for all that follow.',
  ),
  RELAY_RETRY_HOURS: setting(
    integer(0, 720),
    '120',
    'Hours after its first attempt in which a message is given up (RFC 5321 §4.5.4.1: 4 to 5 days).',
  ),
  DKIM_DOMAIN: setting(text, undefined, 'Domain that sent mail is signed for (RFC 6376).'),
  DKIM_SELECTOR: setting(text, undefined, 'Selector of the DKIM key; of two keys, both, comma between.'),
  DKIM_PRIVATE_KEY_FILE: setting(
    text,
    undefined,
    'PEM file of the DKIM private key, RSA or Ed25519; of two keys, both, comma between. npm run dkim:keygen makes them.',
  ),
  DNS_SERVERS: setting(
    each(isHostAndPort, 'must be host or host:port'),
    '',
    "Resolvers for SPF, DKIM, DMARC and MX look-ups (host or host:port). Empty: the system's.",
  ),
  LLM_URL: setting(
    url(/^https?:\/\/[^/?#@\s]+([/?][^#\s]*)?$/, 'must be an http(s) URL without a user or password'),
    undefined,
    'Base URL of an OpenAI-compatible endpoint, http://127.0.0.1:8000/v1 for example: what llm_scan asks about mail leaves for there. Unset: no llm_scan.',
  ),
  LLM_MODEL: setting(text, undefined, 'Model that llm_scan asks for.'),
  LLM_API_KEY: setting(text, undefined, 'Key for LLM_URL. LLM_API_KEY_FILE reads it from a file.'),
  LLM_SCAN_MIN: setting(
    integer(0, 100),
    '40',
    'Lowest score at which llm_scan is asked: below, the others are sure.',
  ),
  LLM_SCAN_MAX: setting(integer(0, 100), '85', 'Highest score at which llm_scan is asked.'),
  LLM_PER_MINUTE: setting(
    integer(0, 100_000),
    '60',
    'Requests a minute that a process makes to LLM_URL; a message beyond is at least flagged.',
  ),
  LLM_PER_DAY: setting(
    integer(0, 100_000_000),
    '20000',
    'Requests a day (UTC) that a process makes to LLM_URL, counted from its start; a message beyond is at least flagged.',
  ),
  LLM_TOKENS_PER_DAY: setting(
    integer(0, 50_000_000_000),
    '50000000',
    'Tokens a day (UTC), of questions and answers, that a process uses at LLM_URL, counted from its start; a message beyond is at least flagged.',
  ),
  LLM_TENANT_SHARE: setting(
    integer(1, 100),
    '50',
    "Percent of what is left of these budgets, and of LLM_AT_ONCE, that one tenant's mail may use. 100: all of it.",
  ),
  LLM_AT_ONCE: setting(
    integer(1, 64),
    '4',
    'Requests to LLM_URL that a process has under way at once: as many as the server works on side by side.',
  ),
  LLM_MAX_CHARACTERS: setting(
    integer(1_000, 100_000),
    '12000',
    'Characters of the text of a mail that LLM_URL is shown at most: its start, its end, and what other scorers have marked.',
  ),
  RSPAMD_URL: setting(
    url(/^https?:\/\/[^/]/, 'must be an http(s) URL'),
    undefined,
    'rspamd to ask about each message, http://host:11333; a password as http://:password@host:11333. Unset: none.',
  ),
  SPAMD_URL: setting(
    url(/^(tcp:\/\/[^/\s]+|unix:\/.+)$/, 'must be tcp://host:783 or unix:/path'),
    undefined,
    'spamd of SpamAssassin to ask about each message: tcp://host:783 or unix:/path. Unset: none.',
  ),
  RISK_WITHHOLD_ABOVE: setting(integer(0, 100), '70', 'Messages with a higher risk score are withheld.'),
  RISK_FLAG_ABOVE: setting(integer(0, 100), '30', 'Messages with a higher risk score are flagged.'),
  RISK_SCORERS: setting(strings, '', 'Further scorers: paths of modules, or http(s) URLs.'),
  WEBHOOK_ALLOW_HTTP: setting(flag, 'false', 'Allow webhook URLs without TLS.'),
  WEBHOOK_ALLOWED_HOSTS: setting(
    each(isHostAndPort, 'must be hosts, with port or without: no URLs, no networks'),
    '',
    'Hosts (with port or without) exempt from the private-address guard.',
  ),
  WEBHOOK_RETRY_DELAYS: setting(
    seconds,
    '0,30,120,600,3600',
    'Seconds before each delivery attempt; their count is the number of attempts.',
  ),
  RATE_LIMIT_PER_MINUTE: setting(integer(0, 1_000_000), '100', 'Requests a minute per API key. 0: off.'),
  RATE_LIMIT_PER_SECOND: setting(integer(0, 1_000_000), '20', 'Requests a second per API key. 0: off.'),
  SIGNUP: setting(
    z.enum(['open', 'confirm', 'invite', 'closed']),
    undefined,
    'Who may sign up: open (anybody), confirm (anybody; live mail leaves and credits are bought once a mailed link was followed), invite (codes of npm run invite), closed (npm run account). Unset: open; to be set in production.',
  ),
  SIGNUPS_PER_HOUR: setting(
    integer(0, 1_000_000),
    '1',
    'Signups an hour of one network, where SIGNUP asks for no code. 0: none; 1000000: any number, uncounted.',
  ),
  SLUG_QUARANTINE_DAYS: setting(
    integer(0, 36_500),
    '90',
    'Days for which the slug of a deleted inbox can be taken by the account that had it only, and by nobody where that is deleted. 0: anybody may, at once.',
  ),
  SEND_HEADERS: setting(
    strings.pipe(
      z.array(
        z
          .string()
          .regex(/^X-[A-Za-z0-9-]*\*?$/i, 'must be names of X- header fields; * stands for the rest of one'),
      ),
    ),
    'X-Entity-Ref-ID,X-Campaign-ID,X-Request-ID,X-Agent-*',
    'Header fields that senders may set: names, in any letter case; * at the end stands for the rest. Never any that mail systems act on (X-MC-BccAddress, X-SMTPAPI …), whatever is named here.',
  ),
  QUOTA_STORED_BYTES: setting(
    integer(0, Number.MAX_SAFE_INTEGER),
    '0',
    'Bytes of mail that one tenant (an account has two: live and sandbox) may store. 0: any number.',
  ),
  QUOTA_INBOXES: setting(integer(0, 1_000_000_000), '0', 'Inboxes that one tenant may have. 0: any number.'),
  QUOTA_MESSAGES_PER_DAY: setting(
    integer(0, 1_000_000_000),
    '0',
    'Messages that one tenant may receive and send in a day (UTC). 0: any number.',
  ),
  INBOUND_PER_MINUTE: setting(
    integer(0, 1_000_000),
    '3000',
    'Messages a minute that one inbox takes, over all processes; one more is put off with 451. 0: any number.',
  ),
  INBOUND_PER_MINUTE_PER_PEER: setting(
    integer(0, 1_000_000),
    '6000',
    'Messages a minute that one peer (an IPv4 address, or an IPv6 /64) may bring to a process; one more is put off with 451. 0: any number.',
  ),
  APPROVAL_TTL_HOURS: setting(integer(1, 8_760), '72', 'Hours after which a pending approval expires.'),
  LOOP_ANSWERS_PER_HOUR: setting(
    integer(0, 10_000),
    '20',
    'Answers that may go out in one thread within an hour, so that two programs do not answer each other for ever. 0: any number.',
  ),
  APPROVAL_NOTICES: setting(
    flag,
    'true',
    'Tell the users of an account by mail of messages that wait for approval, with links to PUBLIC_URL.',
  ),
  MAX_MESSAGE_BYTES: setting(
    integer(1_024, 268_435_456),
    '26214400',
    'Largest message accepted, in bytes (SMTP SIZE and API).',
  ),
  BLOB_STORE: setting(z.literal('postgres:'), 'postgres:', 'Where raw messages are kept.'),
  BILLING_GATEWAY: setting(
    text,
    'manual',
    'Who takes money: stripe, or manual, which puts orders on record and grants their credits at once.',
  ),
  PLANS_FILE: setting(text, undefined, 'JSON file with plans and prices. Unset: config/plans.json.'),
  STRIPE_SECRET_KEY: setting(
    text,
    undefined,
    'Secret key of the Stripe account. STRIPE_SECRET_KEY_FILE reads it from a file.',
  ),
  STRIPE_WEBHOOK_SECRET: setting(
    text,
    undefined,
    'Signing secret of the Stripe webhook that posts to /api/v1/billing/stripe/webhook. STRIPE_WEBHOOK_SECRET_FILE reads it from a file.',
  ),
  STRIPE_API_URL: setting(
    url(/^https?:\/\/[^/]+$/, 'must be an http(s) URL without a path'),
    undefined,
    "Another place that speaks Stripe's protocol: a proxy, or a test server. Unset: Stripe.",
  ),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'Least level of log lines, on standard error.',
  ),
  METRICS_PORT: setting(port, undefined, 'Port of the Prometheus metrics, at /metrics. Unset: off.'),
  METRICS_HOST: setting(text, '127.0.0.1', 'Address the metrics bind.'),
  TRUST_PROXY: setting(
    strings.pipe(z.array(z.string().refine(isNetwork, 'must be addresses or networks: 10.0.0.0/8'))),
    '',
    'Addresses of reverse proxies whose X-Forwarded-For is believed. Empty: none.',
  ),
  NODE_ENV: setting(
    text.refine(
      (value) => value === 'production' || !/^\s*prod/i.test(value),
      'must be production, spelled like this, for what production asks for',
    ),
    undefined,
    'production asks for SECRET_KEY, and for SIGNUP where the API runs.',
  ),
}

/** Settings that hold a secret: each may be given as a file instead, `<NAME>_FILE`. */
export const secretSettings = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'LLM_API_KEY',
  'RSPAMD_URL',
  'RELAY_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const
