/** What each finding is worth, as data: points per `method.result`, with the reason. */
import type { Detection } from '../domain/analysis.ts'

/**
 * Points at full confidence (31 flags, 71 withholds); a floor under the score; or the points that a scorer of ours
 * gives itself, since it has weighed its findings against each other.
 */
export type Weight =
  | { points: number; reason: string }
  | { floor: number; reason: string }
  | { given: true; reason: string }

export const listedWeights: Readonly<Record<string, Weight>> = {
  'clamav.infected': { points: 100, reason: 'A known virus is never let through.' },
  'clamav.clean': { points: 0, reason: 'No signature matched: says nothing of what the mail asks for.' },
  'clamav.error': { floor: 40, reason: 'What can not be scanned is not known to be clean: a person looks.' },

  'attachment_text.cut': {
    floor: 31,
    reason: 'Text that was not looked at is not known to be harmless: the message is flagged.',
  },

  'unread.text': {
    floor: 31,
    reason: 'Text that was not looked at is not known to be harmless: the message is flagged.',
  },
  'unread.encodings': {
    floor: 31,
    reason: 'Decoys in front are how an encoded order is kept from being decoded.',
  },

  'injection.*': {
    given: true,
    reason: 'What each finding is worth together with the others was measured (docs/detection.md).',
  },

  'structure.*': {
    points: 35,
    reason: 'Odd structure hides content from scanners; honest software makes it, too.',
  },

  'authentication.dmarc_fail_reject': {
    points: 50,
    reason: 'The domain itself asks for such mail to be refused.',
  },
  'authentication.dmarc_fail_quarantine': {
    points: 40,
    reason: 'The domain itself asks for such mail to be set aside.',
  },
  'authentication.dmarc_fail_none': { points: 10, reason: 'The domain is still trying DMARC out.' },
  'authentication.dmarc_temperror': { points: 3, reason: 'A look-up failed: nothing is known.' },
  'authentication.dmarc_permerror': { points: 3, reason: 'A record is broken: nothing is known.' },
  'authentication.dmarc_pass': {
    points: -8,
    reason: 'The name is proven, which speaks against an imitation, and not for what the mail says.',
  },
  'authentication.spf_fail': { points: 12, reason: 'Forwarding breaks SPF, so alone it says little.' },
  'authentication.spf_softfail': { points: 4, reason: 'The domain itself is not sure.' },
  'authentication.spf_temperror': { points: 2, reason: 'A look-up failed: nothing is known.' },
  'authentication.spf_permerror': { points: 2, reason: 'A record is broken: nothing is known.' },
  'authentication.dkim_fail': { points: 6, reason: 'Lists and gateways break signatures.' },
  'authentication.not_evaluated': { points: 3, reason: 'Nothing is known of the sender.' },

  'impersonation.address_in_name': { points: 35, reason: 'Mail programs show the name only.' },
  'impersonation.domain_in_name': {
    points: 15,
    reason: 'Resellers and services name their customers so, too.',
  },
  'impersonation.brand_name': {
    points: 45,
    reason: 'A known name from a domain that is not theirs; firms that send for them do so, too.',
  },
  'impersonation.disguised_brand': {
    points: 65,
    reason: 'Nobody writes a known name with other letters but to pass a filter.',
  },
  'impersonation.lookalike_domain': { points: 45, reason: 'Registered to be mistaken; seldom by chance.' },
  'impersonation.deceptive_domain': {
    points: 45,
    reason: 'Look-alike letters in a domain have no honest use.',
  },
  'impersonation.reply_to_free_mail': { points: 15, reason: 'A firm that is answered at a free mailbox.' },
  'impersonation.reply_to_elsewhere': { points: 4, reason: 'Services that send for others do so.' },
  'impersonation.null_sender': { points: 15, reason: 'Badly made software does so, too.' },

  'impersonation.own_domain': {
    points: 35,
    reason: 'Phishing for mailboxes poses as the reader’s own house; its own services write from it.',
  },
  'impersonation.reader_domain': {
    points: 35,
    reason: 'Phishing for mailboxes poses as the reader’s own house; services that send for it do so, too.',
  },
  'impersonation.borrowed_brand': {
    points: 30,
    reason: 'Taken to be mistaken; also resellers and fan pages.',
  },

  'known_sender.clean_history': {
    points: -20,
    reason:
      'A proven name with a clean past; accounts are captured, so it never speaks for what a mail orders or carries.',
  },

  'scam.*': {
    given: true,
    reason: 'What each finding is worth together with the others was measured (docs/detection-scam.md).',
  },
  'rspamd.*': { given: true, reason: 'By the action that rspamd would take.' },
  'spamassassin.*': { given: true, reason: 'By its score, as a share of what it asks for.' },

  'attachments.program': {
    points: 45,
    reason: 'Programs are sent as links; mailed, they are malware mostly.',
  },
  'attachments.double_ending': { points: 50, reason: 'Made to be taken for a document.' },
  'attachments.turned_name': { points: 60, reason: 'Made to be taken for a document.' },
  'attachments.macro_document': { points: 25, reason: 'Offices still send them to each other.' },
  'attachments.html_attachment': {
    points: 25,
    reason: 'Log-in pages come so, past filters of links; also reports of programs.',
  },
  'attachments.sealed_archive': {
    points: 31,
    reason: 'Nobody has looked inside; honest senders lock files, too.',
  },

  'links.brand_in_link': { points: 25, reason: 'Taken to be mistaken; also pages about a brand.' },
  'links.lure_link': { points: 15, reason: 'Log-in pages of small firms are called so, too.' },
  'links.cheap_link_domain': { points: 8, reason: 'Scams favour what costs nothing; so do hobbies.' },
  'links.shortened_link': { points: 5, reason: 'Ordinary in newsletters.' },
  'links.page_builder': { points: 8, reason: 'Log-in pages are put up there, and honest small sites.' },
  'links.odd_port': { points: 8, reason: 'Captured machines serve so; also internal tools.' },
  'links.deep_host': { points: 8, reason: 'Long hosts hide their end; also clouds have them.' },

  'codes.link': {
    points: 20,
    reason: 'A code in an image passes filters of links and leads away from the reader’s own device.',
  },
  'codes.odd_link': { points: 25, reason: 'Hidden in an image, an odd link is no accident.' },
  'codes.text': { points: 3, reason: 'Tickets and bank details come as codes.' },

  'links.mismatch': { points: 15, reason: 'Newsletters count clicks this way; phishing lives by it.' },
  'links.deceptive_host': { points: 45, reason: 'Look-alike letters in a domain have no honest use.' },
  'links.ip_address': { points: 25, reason: 'Phishing kits on captured machines; also internal tools.' },
  'links.userinfo': {
    points: 35,
    reason: 'A host hidden behind a user name (bank.example@evil.example) has hardly an honest use.',
  },
  'links.script': {
    points: 28,
    reason: 'A link that runs a script or opens a page of its own; old newsletters have them.',
  },
  'links.executable': { points: 12, reason: 'Honest software is announced by mail, too.' },
  'links.form': {
    points: 25,
    reason: 'Forms in mail are rare and hand input to strangers; surveys have them.',
  },
  'links.credential_lure': { points: 20, reason: 'The wording of phishing, and of honest warnings.' },

  'hidden_text.smuggled': { points: 60, reason: 'Invisible letters have no honest use in mail.' },
  'hidden_text.zero_width': {
    points: 35,
    reason: 'Filters are passed this way; honest mail splits a word or two.',
  },
  'hidden_text.bidi_control': { points: 15, reason: 'Disguises file names and addresses; stray ones occur.' },
  'hidden_text.prose': { points: 33, reason: 'Whole passages nobody sees are meant for machines.' },
  'hidden_text.obfuscated': { points: 40, reason: 'Instructions in disguise are meant to pass filters.' },
  'hidden_text.encoded': {
    points: 10,
    reason: 'Readable text in base64 or hexadecimal: also logs and tokens.',
  },

  'secrets.private_key': { points: 90, reason: 'A private key is never mailed on purpose by an agent.' },
  'secrets.service_key': { points: 100, reason: 'Whoever reads it can act as the inbox itself.' },
  'secrets.vendor_token': { points: 80, reason: 'A shape that its vendor made to be recognised.' },
  'secrets.credential': { points: 80, reason: 'Stands where only credentials stand.' },
  'secrets.assigned': { points: 60, reason: 'Named a password or key: also a placeholder that looks real.' },
  'secrets.possible': { points: 50, reason: 'Drawn at random: also identifiers of systems.' },
  'secrets.one_time_code': { points: 60, reason: 'Codes are passed on by those who were talked into it.' },

  'pii.payment_card': {
    points: 40,
    reason: 'Card numbers have no place in mail; a customer may be told his own.',
  },
  'pii.identity_number': { points: 35, reason: 'Enough to pose as somebody; some business needs it.' },
  'pii.bank_account': { points: 12, reason: 'Invoices carry them.' },
  'pii.date_of_birth': { points: 10, reason: 'Harmless alone, a part of an identity beside others.' },
  'pii.contact': { points: 3, reason: 'Nearly all mail names somebody.' },
  'pii.technical': { points: 3, reason: 'Ordinary in the mail of engineers.' },
  'pii.bulk': { points: 45, reason: 'Cards and documents by the dozen leave by mistake or by attack.' },
  'pii.contact_list': {
    points: 25,
    reason: 'Lists of people leave by mistake; also the quoted heads of old mail.',
  },

  'exfiltration.canary': {
    points: 100,
    reason: 'Planted to be found only by who searches the inbox for others.',
  },
  'exfiltration.encoded_secret': { points: 90, reason: 'Nobody encodes a secret but to pass a filter.' },
  'exfiltration.encoded_personal_data': {
    points: 70,
    reason: 'Hidden from readers and filters; also exports in attachments.',
  },
  'exfiltration.encoded_thread': { points: 75, reason: 'What a reader may see needs no disguise.' },
  'exfiltration.encoded_text': { points: 31, reason: 'Also tokens and examples of engineers.' },
  'exfiltration.packed': {
    points: 31,
    reason: 'Files are attached, not pasted; engineers paste them still.',
  },
  'exfiltration.url_secret': { points: 80, reason: 'Who serves the link gets the secret.' },
  'exfiltration.url_personal_data': { points: 60, reason: 'Who serves the link gets the data.' },
  'exfiltration.url_host': { points: 45, reason: 'Name servers see it even where the link is blocked.' },
  'exfiltration.url_thread': {
    points: 60,
    reason: 'Words of the thread in an address are sent to its server.',
  },
  'exfiltration.url_text': { points: 40, reason: 'Also links to searches and prefilled forms.' },
  'exfiltration.image_query': { points: 40, reason: 'Fetched without a click: the classic way out.' },
  'exfiltration.recipient_of_attack': { points: 75, reason: 'The attacker chose who gets it.' },
  'exfiltration.tainted_recipient': { points: 35, reason: 'People do ask to copy a colleague.' },
  'exfiltration.tainted_link': {
    points: 35,
    reason: 'Spreads what an attacker wrote; replies quote it, too.',
  },
  'exfiltration.tainted_instruction': {
    points: 45,
    reason: 'What an attacker told one agent must not reach the next; forwards to a colleague do, too.',
  },
  'exfiltration.data_for_suspect': {
    points: 50,
    reason: 'Asked for by a mail that was judged risky, and given.',
  },
  'exfiltration.thread_dump': { points: 50, reason: 'Forwarding is ordinary; to a stranger it is a leak.' },
  'exfiltration.other_thread': { points: 55, reason: 'What one correspondent wrote is not for another.' },

  'llm_scan.clean': { points: 0, reason: 'A model can be talked into it.' },
  'llm_scan.injection': {
    points: 75,
    reason: 'Models tell instructions from talk about them better than rules.',
  },
  'llm_scan.phishing': { points: 60, reason: 'A model sees the wording, not the sender.' },
  'llm_scan.fraud': { points: 60, reason: 'A model sees the wording, not the sender.' },
  'llm_scan.malware': { points: 50, reason: 'A model sees the wording, not the file.' },
  'llm_scan.other': { points: 40, reason: 'Something is odd, and a person should look.' },

  '*.error': { floor: 31, reason: 'A scorer that failed leaves the message unjudged: a person looks.' },
  '*.timeout': { floor: 31, reason: 'A scorer that is late leaves the message unjudged: a person looks.' },
}

/** The most one method gives, where its findings are of one kind: many of them must not withhold alone. */
export const methodCaps: Readonly<Record<string, number>> = {
  structure: 45,
}

/** Methods that judge who sent it: what authentication proves speaks against these findings only. */
export const creditedMethods: ReadonlySet<string> = new Set(['authentication', 'impersonation', 'links'])

/** Methods that a clean past speaks against; never what a mail orders an agent to do, nor what it carries. */
export const trustedMethods: ReadonlySet<string> = new Set([...creditedMethods, 'scam'])

/** Points of findings beyond both from which a clean past counts for nothing: then the account may be captured. */
export const trustEndsAt = 15

/** Of an outside scorer's finding that brings no points of its own. */
const unknown: Worth = { points: 20, reason: 'A finding that this table does not know.' }

/** What a detection is worth: points at full confidence (`whole`: at any), or a floor. */
export type Worth = { points: number; whole?: boolean; reason: string } | { floor: number; reason: string }

/** The weight of a detection: its own line, its method's, or what it brings itself. */
export function weightOf({ method, result, points }: Detection): Worth {
  const listed =
    listedWeights[`${method}.${result}`] ?? listedWeights[`*.${result}`] ?? listedWeights[`${method}.*`]
  if (listed !== undefined && !('given' in listed)) return listed
  if (result === 'clean') return { points: 0, reason: 'Nothing found.' }
  if (points === undefined || !Number.isFinite(points)) return unknown
  const given = Math.min(100, Math.max(0, points))
  if (listed !== undefined) return { points: given, whole: true, reason: listed.reason }
  return { points: given, reason: 'Points given by the outside scorer.' }
}
