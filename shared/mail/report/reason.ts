/** Why mail bounced, from what the peer said: its words first, its codes where they say nothing. */
import type { BounceReason } from '../../domain/mail-report.ts'
import type { RefusedCommand } from './command.ts'

/** Reasons by which the address itself is no good. */
const hardReasons: ReadonlySet<BounceReason> = new Set([
  'unknown_user',
  'unknown_host',
  'moved',
  'no_mail_accepted',
])

export const isHard = (reason: BounceReason): boolean => hardReasons.has(reason)

/** The first that is found counts; the words are those of mail systems in use, in lower case. */
const words: readonly [BounceReason, RegExp][] = [
  ['virus', /\bvirus\b|malware|infected|ransomware|suspicious payload/],
  [
    'blocked',
    /reverse (?:dns|mapping|lookup)|\bptr\b|\brdns\b|\bopen relay\b|not accepting connections|service not available, closing/,
  ],
  [
    'policy',
    // What is wrong with the sender, and what a recipient has chosen: neither says that there is no mailbox.
    /sender (?:address )?(?:rejected|denied)|domain of sender|address is not verified|sender verify failed|invalid sender|\bsender (?:is|not|e-?mail|domain|has been)\b|\bbatv\b|backscatter|bogus mail from|unroutable sender|emetteur invalide|members[- ]only|not (?:allowed|permitted|authorized) to post|null sender|empty envelope sender|unsigned dsn|\be2110\b|recipient preferences|user rules|resolver\.rst|protected by|only accept(?:s|ing) mail from|refuses? to (?:receive|accept) (?:your )?mail|blocked by the recipient|user reject|has restricted|valid-address-filter/,
  ],
  ['network', /did not accept our requests to connect|socket error/],
  [
    'authentication',
    /\bdmarc\b|\bdkim\b|\bspf\b|sender policy framework|unauthenticated|authentication (?:check|fail|result)|does ?n.t pass authentication|not authenticated|sender id \(pra\)|5\.7\.(?:2[0-9]|30|509)\b/,
  ],
  [
    'mailbox_full',
    /(?:mailbox|quota|mail ?box|inbox|account|user|storage|disk)[^.\n]{0,40}\b(?:full|exceed|over (?:disk )?quota|\bpleine\b|enough (?:disk )?space|full mailbox|quota violation|space has been used up|storage allocation|reached (?:its )?(?:disk )?quota|folder is full|maximum allowed storage|out of|limit)|over ?quota|quota[^.\n]{0,20}exceed|exceeded[^.\n]{0,30}(?:quota|storage)|insufficient (?:system )?(?:storage|disk)|not enough (?:storage|space)|mailbox is full|mbox full|too full|disc quota|out of storage|no space left/,
  ],
  [
    'too_large',
    /(?:message|mail|size)[^.\n]{0,40}(?:too (?:big|large|long)|exceed[^.\n]{0,30}(?:size|limit|maximum|fixed))|size limit|exceeds? (?:the )?(?:maximum|fixed|size)[^.\n]{0,20}(?:size|message)|message length exceeds|message size/,
  ],
  [
    'moved',
    /\bmoved\b|has been replaced by|no longer (?:with|works)|new (?:e-?mail )?address is|address (?:has )?changed/,
  ],
  [
    'no_mail_accepted',
    /null mx|does not accept (?:any )?(?:e-?mail|mail)|(?:domain|host)[^.\n]{0,30}(?:never|not) (?:accepts?|receives?) mail|not accept mail|smtp protocol returned a permanent error|no smtp service/,
  ],
  [
    'suspended',
    /suspend|inactive|\bterminated\b|archiv[eé]e|\bfrozen\b|discontinued|disabled|deactivat|not active|account (?:is|has been) (?:locked|closed|blocked|frozen)|tempora(?:ry|rily) (?:locked|unavailable mailbox)|mailbox currently|invalid\/inactive|unavailable[^.\n]{0,20}mailbox is/,
  ],
  [
    'rate_limited',
    /too many|rate ?limit|throttl|too (?:fast|frequent)|(?:exceed|excess)[^.\n]{0,40}(?:rate|connections|messages|recipients)|connection (?:rate|limit)|unusual rate|resources (?:temporarily )?restricted|sending rate|max(?:imum)? (?:number of )?(?:connections|recipients)/,
  ],
  [
    'relaying_denied',
    /relay(?:ing)?[^.\n]{0,30}(?:den|not (?:allow|permit)|prohib|refus|access)|unable to relay|not (?:allowed|permitted) to relay|relay (?:access|not)|isn.t in my list of allowed|rcpthosts|not local host|we (?:do not|don.t) handle mail for|as a relay|not (?:an open|configured to) relay|no relaying|insecure mail relay|not a (?:gateway|relay)/,
  ],
  [
    'unknown_host',
    /domain[^.\n]{0,20}must exist|unknown domain|domain[^.\n]{0,40}\bis unknown|domain is not reachable|host (?:or domain name )?(?:unknown|not found)|unknown host|domain (?:name )?(?:does ?n.t exist|not found|is not|is no)|no such (?:domain|host)|name (?:or )?(?:service )?(?:not found|not known)|nxdomain|bad destination (?:system|host|mailbox)[^.\n]{0,20}domain|unrouteable (?:mail )?domain|invalid (?:domain|host)|dns (?:error|lookup|server)|couldn.t find any host|no (?:mx|a) record|illegal host|no mail server|lookup of|bad host|could not be resolved|no mx found|(?:^|\s)[\w-]{1,63}(?:\.[\w-]{1,63}){1,9} does not exist|couldn.t find a mail exchanger|unable to resolve|no valid hosts|address resolution|all relevant mx records point to non-existent/,
  ],
  [
    'unknown_user',
    /user (?:is )?(?:unknown|not found|does(?: not|n.t) exist|not known)|unknown (?:user|recipient|mailbox|account|address|local[- ]part|rcpt|e-?mail)|no such (?:user|recipient|mailbox|address|person|account|local)|(?:mailbox|address|account|recipient|e-?mail address)[^.\n]{0,30}(?:does(?: not|n.t) exist|not found|unknown)|recipnotfound|badrcptto|utilisateur inconnu|no mailbox (?:here )?by that name|(?:nobody|account) by that name|no existe dicha persona|not our customer|left the organi[sz]ation|account or domain may not exist/,
  ],
  [
    'rejected_as_spam',
    /\bspam\b|\bu[cb]e\b|unsolicited|bulk mail|spamassassin|bogofilter|looks like spam|content (?:filter|rejected)/,
  ],
  [
    'blocked',
    /black ?list|\bdnsbl\b|\brbl\b|spamhaus|spamcop|barracuda|reputation|your ip\b|ip (?:address )?is (?:blocked|listed)|banned|dynamic ip|gr[ae]ylist|listed at/,
  ],
  [
    'unknown_user',
    /(?:user|recipient|mailbox|account|address|alias|addressee|name|mail ?box|member|maildrop|destination|local[ -]?part|person|customer|subscriber)[^.\n:;]{0,60}(?:unknown|not (?:found|exist|listed|known|valid|recogni|present|registered|available|local|a valid|our)|does ?n.t (?:exist|have)|invalid|unavailable|no longer|rejected|nonexist|undeliverable|is not|unroutable|cannot be found|could not be found|reject|has been deleted|deleted)|(?:unknown|no such|invalid|nonexistent|non-existent|no|bad|undeliverable|not a valid|incorrect|unrouteable|unroutable|illegal|not our|wrong|discontinued|doesn.t have a[n]?)[^.\n:;]{0,30}(?:user|recipient|mailbox|account|address|alias|local[ -]?part|person|customer|mail ?drop|member|destination)|doesn.t have an?[^.\n]{0,30}account|does not exist|nosuchuser|can.t be verified|not known here|domino ディレクトリには見つかりません|user_unknown|unknown_user|not listed in|dosn.t exist|there is no one at|verify(?:ing)? (?:the )?(?:recipient|address)/,
  ],
  [
    'rejected_as_spam',
    /\bspam\b|\bu[cb]e\b|junk|unsolicited|bulk mail|appears? to be|spamassassin|bogofilter|unwanted|looks like|content (?:filter|rejected)|blocked by[^.\n]{0,20}filter|high score|advertis|gray\b/,
  ],
  [
    'blocked',
    /block(?:ed|list|ing)?|black ?list|\bdnsbl\b|\brbl\b|spamhaus|barracuda|reputation|denied by|access denied|connection refused by|banned|bad helo|helo|reverse (?:dns|mapping|lookup)|\bptr\b|rdns|client host|your ip|ip (?:address )?[^.\n]{0,40}(?:list|reject|deny|den)|dynamic ip|greylist|graylist|listed at|no reverse|cannot find your/,
  ],
  [
    'content',
    /syntax|invalid (?:header|content|data|mime)|lone cr|bare lf|malformed|line too long|8 ?bit|charset|encoding|attachment|rfc ?(?:2|5)[38]2[12]|header/,
  ],
  [
    'policy',
    /policy|prohibit|not (?:allowed|permitted|authorized|accepted)|administrat|security|denied|refused|restricted|reject|violat|forbid|tls|encrypt/,
  ],
  [
    'expired',
    /expired|timed? ?out|too long in queue|retry (?:time|limit|timeout)|retry time|could not be delivered for|delivery time|has been in the queue|undelivered for|deliver[^.\n]{0,30}(?:for|within|after|over) [^.\n]{0,10}(?:hours|days)|gave up|given up|giving up|not been delivered/,
  ],
  [
    'network',
    /connection (?:refused|reset|lost|timed|dropped|died|failed)|network|unreachable|no route|tcp|could ?n.t (?:connect|establish)|unable to connect|cannot connect|mail loop|loop(?:s|ing)? (?:back|detected)|too many hops|hop count|mail for .{0,80} loops|routing loop/,
  ],
  [
    'system',
    /system|configuration|internal|local (?:error|problem)|server|mailer|pipe|command|i\/o error|cannot open|temporar/,
  ],
]

/** Enhanced status codes (RFC 3463, RFC 7505, RFC 7372) whose meaning is plain, for when words are missing. */
const codes: readonly [RegExp, BounceReason][] = [
  [/^[45]\.1\.(?:10)$/, 'no_mail_accepted'],
  [/^[45]\.1\.6$/, 'moved'],
  [/^[45]\.1\.2$/, 'unknown_host'],
  [/^5\.1\.[013]$/, 'unknown_user'],
  [/^[45]\.2\.1$/, 'suspended'],
  [/^[45]\.2\.2$/, 'mailbox_full'],
  [/^[45]\.(?:2\.3|3\.4)$/, 'too_large'],
  [/^[45]\.4\.[167]$/, 'expired'],
  [/^[45]\.4\.\d+$/, 'network'],
  [/^[45]\.3\.\d+$/, 'system'],
  [/^[45]\.5\.3$/, 'rate_limited'],
  [/^[45]\.[56]\.\d+$/, 'content'],
  [/^[45]\.7\.(?:2[0-9]|30)$/, 'authentication'],
  [/^[45]\.7\.\d+$/, 'policy'],
]

/** Characters of a peer's words that are looked at. */
const longest = 4_000

/** How Postfix announces what its access rules say (access(5)); what follows may be anything. */
const wrapper =
  /\b(recipient address|sender address|client host|helo command)\b[^:\n]{0,200} rejected: {0,3}|\b(recipient address|sender address|client host|helo command) rejected:? {0,3}/
const wrapped: Record<string, BounceReason> = {
  'recipient address': 'policy',
  'sender address': 'policy',
  'client host': 'blocked',
  'helo command': 'blocked',
}

/** Codes with which a host says of a mailbox that it wants no such mail, in whatever words (RFC 3463 §3.3, §3.8). */
const filtered = /^(?:[45]\.7\.\d+|[45]\.2\.0|[45]\.3\.\d+)$/

/**
 * The reason that `text` gives; else that of `enhancedCode`. `command` is the one that was refused: a host that knows its
 * users says so at RCPT, and what it says of an address at another command is about the sender, or a filter's pretext.
 */
export function reasonOf(
  text: string,
  enhancedCode: string | null,
  command: RefusedCommand = null,
): BounceReason {
  const plain = codes.find(([pattern]) => enhancedCode !== null && pattern.test(enhancedCode))?.[1]
  // Codes of the address are as plain as words; those above them are used for everything.
  if (plain === 'no_mail_accepted' || plain === 'moved') return plain
  if (enhancedCode !== null && senderCodes.test(enhancedCode)) return 'policy'
  const lower = text.slice(0, longest).toLowerCase()
  const found = inWords(lower) ?? plain ?? 'unknown'
  if (!isHard(found)) return found
  if (found === 'unknown_host' && transient.test(enhancedCode ?? '')) return 'network'
  if (command === 'mail') return 'policy'
  if (command === 'connect') return 'blocked'
  if (found !== 'unknown_user' || plainlyNobody.test(lower)) return found
  const pretext = command === 'data' && !/^5\.1\.1$/.test(enhancedCode ?? '')
  return pretext || filtered.test(enhancedCode ?? '') ? 'policy' : found
}

/** Said of accounts, and of nothing else: by Yahoo after the data too, and by Exchange Online of users it doesn't know. */
const plainlyNobody = /doesn.t have an? [\w.@-]{1,100} account|recipient address rejected: access denied/

/** RFC 3463 §3.2, §3.5: DNS gave no answer until it was given up, which is none that there is no such domain. */
const transient = /^4\.(?:1\.2|4\.\d+)$/

/** RFC 3463 §3.2: what is wrong is the sender's address. */
const senderCodes = /^[45]\.1\.[78]$/

function inWords(lower: string): BounceReason | undefined {
  const match = wrapper.exec(lower)
  const rule = match === null ? undefined : (match[1] ?? match[2])
  if (match === null || rule === undefined) return find(lower)
  if (plainlyNobody.test(lower)) return 'unknown_user'
  const behind = lower.slice(match.index + match[0].length)
  if (rule !== 'recipient address') return find(behind, isSoft) ?? wrapped[rule]
  return find(behind) ?? wrapped[rule]
}

const isSoft = (reason: BounceReason): boolean => !isHard(reason)

const find = (
  lower: string,
  fits: (reason: BounceReason) => boolean = () => true,
): BounceReason | undefined => words.find(([reason, pattern]) => fits(reason) && pattern.test(lower))?.[0]
