/** What each finding is worth, as data: points per `method.result`, with the reason. */
import type { Detection } from '../domain/analysis.ts'

/**
 * Points at full confidence (31 flags, 71 withholds); a floor under the score; the points that a scorer of ours gives
 * itself, since it has weighed its findings against each other; or those that it takes back from weak findings.
 */
export type Weight =
  | { points: number; reason: string }
  | { floor: number; reason: string }
  | { given: true; reason: string }
  | { taken: true; reason: string }

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

  'own_domain.not_ours': {
    points: 35,
    reason: 'Who poses as the reader’s own service is believed; also programs of a host beside it.',
  },
  'own_domain.not_ours_by_dmarc': {
    floor: 35,
    reason: 'The same, where DMARC has given points for it; also where it only reports.',
  },

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

  'behind_back.moves_something': {
    points: 75,
    reason: 'Of 5,300 honest mails none keeps somebody unaware of what it wants sent, paid or opened.',
  },
  'behind_back.asked': {
    points: 45,
    reason: 'People spare each other bother, too; rarely in mail to a firm.',
  },

  'impostor.known_name': {
    points: 24,
    reason: 'Fraud on firms comes in the name of somebody known; people have private addresses, too.',
  },
  'impostor.house_name': {
    points: 25,
    reason: 'The own house writes from its own domain; so do services for it.',
  },
  'impostor.domain_lookalike': {
    points: 45,
    reason: 'Registered to be taken for somebody known; seldom by chance.',
  },
  'impostor.domain_contains': {
    points: 28,
    reason: 'A known name with something put to it; also branches and namesakes.',
  },
  'impostor.domain_suffix': { points: 15, reason: 'The same name under another ending; firms have several.' },
  'impostor.reply_to_lookalike': {
    points: 45,
    reason: 'Answers led to a copy of somebody known have hardly an honest use.',
  },
  'impostor.changed_reply_to': {
    points: 20,
    reason: 'Answers led away from where they went; also holidays.',
  },
  'impostor.unproven': {
    points: 25,
    reason: 'Proven each time and now not: forged, or a forwarder that has broken it.',
  },
  'impostor.changed_account': {
    points: 40,
    reason: 'Money goes astray this way; firms change banks, too, and a person asks them.',
  },
  'impostor.announced_account': { points: 15, reason: 'Firms change banks; captured mailboxes say so, too.' },
  'impostor.asks_account': { points: 35, reason: 'What a name is borrowed for.' },
  'impostor.asks_money': { points: 25, reason: 'What a name is borrowed for; also ordinary business.' },
  'impostor.asks_secrecy': { points: 20, reason: 'So that nobody is asked first; also people in a hurry.' },
  'impostor.asks_data': { points: 25, reason: 'What a name is borrowed for; also ordinary business.' },

  'known_sender.well_known': {
    points: -12,
    reason: 'A known house whose name is proven is no imitation of itself; never for what the mail orders.',
  },
  'known_sender.clean_history': {
    points: -20,
    reason:
      'A proven name with a clean past; accounts are captured, so it never speaks for what a mail orders or carries.',
  },

  'known_sender.leads_nowhere': {
    points: -30,
    reason:
      'Without a link, the way a known sender writes is no reason to withhold his mail: what he asks for is judged beside it.',
  },

  'known_sender.own_house': {
    points: -45,
    reason:
      'Colleagues tell their agent what to do, and talk about agents; a captured account still flags, and what would hurt the house stays withheld.',
  },

  'report.delivery': {
    points: -85,
    reason:
      'Reports on mail read like what they carry back; one that leads nowhere can do little, whoever wrote it. Never for what it orders.',
  },

  'feedback.like_reported': {
    points: 75,
    reason: 'A person of the tenant has said what it is: its like waits for one, whoever sends it.',
  },
  'feedback.like_rejected': {
    points: 75,
    reason: 'A reviewer did not let it out: its like waits for one, whoever asks.',
  },
  'feedback.like_released': {
    points: -300,
    reason:
      'A person has read it and let it through: what it is merely like counts no more. What it orders or carries does.',
  },

  'scam.*': {
    given: true,
    reason: 'What each finding is worth together with the others was measured (docs/detection-scam.md).',
  },
  'overall.attack': { given: true, reason: 'What all findings come to together was measured.' },
  'overall.unwanted': { given: true, reason: 'What all findings come to together was measured.' },
  'overall.like_honest': {
    taken: true,
    reason: 'Honest mail has many weak likenesses; what is strong alone or carried stands as it is.',
  },

  'disclosure.resembles_leak': {
    given: true,
    reason: 'What words, findings and readers come to together was measured on drafts of other authors.',
  },
  'disclosure.like_honest': {
    taken: true,
    reason: 'Drafts that tell their readers what is theirs match rules that go by words alone.',
  },

  'pretext.resembles_pretext': {
    given: true,
    reason: 'By a curve from honest mail of authors and products that the model has not learned from.',
  },
  'pretext.like_honest': {
    taken: true,
    reason:
      'Mail that reads and comes like honest mail has weak likenesses, too; what is strong stands as it is.',
  },
  'pretext.from_correspondent': {
    taken: true,
    reason:
      'People tell each other’s assistants what to do, and talk about agents; hardly any hostile mail of the training reads and comes like this.',
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
  'attachments.smuggling_page': {
    points: 75,
    reason: 'Files are built on the reader’s machine to pass scanners; hardly a report does so by itself.',
  },
  'attachments.active_page': {
    points: 31,
    reason: 'Log-in pages run scripts; also reports of programs, which a person may open.',
  },
  'attachments.active_drawing': {
    points: 45,
    reason: 'A drawing needs no script, and no page within it; hardly one that is mailed has them.',
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
  'links.open_redirect': {
    points: 5,
    reason:
      'Filters know the site that the link starts at, and not where it ends; shared documents link so, too.',
  },
  'links.odd_port': { points: 8, reason: 'Captured machines serve so; also internal tools.' },
  'links.deep_host': { points: 8, reason: 'Long hosts hide their end; also clouds have them.' },

  'clone.address_as_link': { points: 35, reason: 'Nobody links an address to a page of somebody else.' },
  'clone.dressed_domain': {
    points: 35,
    reason: 'A name taken once more, with a word of trust; also agencies.',
  },
  'clone.own_name_elsewhere': { points: 35, reason: 'A house writes from its own domain, or leads there.' },
  'clone.strange_action': {
    points: 30,
    reason: 'Name, sender and page have nothing in common, and the page costs nothing.',
  },
  'clone.foreign_action': { points: 12, reason: 'Small senders put up forms and pages there.' },
  'clone.three_houses': { points: 12, reason: 'So do senders that have others write for them.' },
  'clone.odd_one_out': {
    points: 25,
    reason: 'A real mail with one link changed; also links to a friend’s page.',
  },

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
  'hidden_text.one_form': {
    points: 6,
    reason: 'Meant for those who read the other form, or the two were written apart.',
  },
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
  'exfiltration.field_secret': {
    points: 90,
    reason: 'Nobody mails a secret in an address or a name but to hide it.',
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
  'exfiltration.recipient_of_withheld': {
    points: 75,
    reason: 'Who wrote a withheld mail chose who gets it.',
  },
  'exfiltration.recipient_of_untrusted': { points: 35, reason: 'People do name a colleague to write to.' },
  'exfiltration.domain_of_withheld': {
    points: 40,
    reason: 'Another address at a domain that a withheld mail has named.',
  },
  'exfiltration.passed_of_withheld': {
    points: 75,
    reason: 'Spreads where an attacker wants money, calls or clicks to go.',
  },
  'exfiltration.passed_of_untrusted': {
    points: 35,
    reason: 'People do pass on numbers and links that they were given.',
  },
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
  'exfiltration.card_with_code': {
    points: 75,
    reason: 'Number and code are all it takes to spend; who wrote them himself may read them.',
  },
  'exfiltration.secret_for_stranger': {
    points: 45,
    reason:
      'Beside what the secret itself gives: whoever gets it is unknown to the inbox, and it is not theirs.',
  },
  'exfiltration.code_passed_on': {
    points: 75,
    reason: 'Nobody but whoever steals an account needs the code that another person was sent.',
  },
  'exfiltration.link_passed_on': {
    points: 75,
    reason:
      'Whoever follows it is signed in as somebody else; what nothing says is another’s counts for less.',
  },
  'exfiltration.list_for_stranger': {
    points: 75,
    reason: 'Data of several people, told to somebody who is none of them and whom the inbox does not know.',
  },
  'exfiltration.person_for_stranger': {
    points: 75,
    reason: 'What is somebody’s own is told to nobody else, asked or not.',
  },
  'exfiltration.mail_of_others': {
    points: 75,
    reason: 'What others wrote to each other, told to somebody who neither sent nor received it.',
  },
  'exfiltration.value_of_others': {
    points: 75,
    reason: 'What one correspondent has told in confidence is not for another.',
  },
  'exfiltration.marked_internal': {
    points: 75,
    reason:
      'The text stands under a word that says it must not leave; written of or above nothing, for less.',
  },
  'exfiltration.own_instructions': {
    points: 75,
    reason: 'Whoever knows what an agent may not do knows how to talk it into that.',
  },
  'exfiltration.resembles_leak': {
    given: true,
    reason: 'By a curve from honest drafts of authors whom the model has not learned from.',
  },
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
const trustedMethods: ReadonlySet<string> = new Set([...creditedMethods, 'scam'])

/** The most points of a finding on sender or links that is weak: two of them do not flag a message. */
const mostOfWeak = 15

/** Findings of those who weigh themselves that honest mail has as well; rules that nothing honest matches are none. */
const weakGiven: ReadonlySet<string> = new Set([
  'injection.resembles_attacks',
  'injection.command',
  'injection.data_request',
  'injection.discretion',
  'injection.override_request',
])

/** Findings on a draft that rules make by its words, or for numbers that honest drafts have as well; never what is told to who has no right to it. */
const byWords: ReadonlySet<string> = new Set([
  'secrets.assigned',
  'secrets.one_time_code',
  'pii.identity_number',
  'pii.bank_account',
  'pii.date_of_birth',
  'pii.bulk',
  'exfiltration.marked_internal',
  'exfiltration.own_instructions',
  'exfiltration.person_for_stranger',
])
/** Those that correspondents may have a right to, beside them. */
const forCorrespondents: ReadonlySet<string> = new Set([
  'secrets.possible',
  'exfiltration.list_for_stranger',
  'exfiltration.mail_of_others',
  'exfiltration.other_thread',
  'exfiltration.secret_for_stranger',
  'exfiltration.value_of_others',
])

/**
 * Whether what all findings come to together may take back points of a finding: likenesses, and what is weak about a
 * sender or a link. Never viruses, attachments, what is hidden, orders to an agent, or floors.
 */
export function isWeak(detection: Detection): boolean {
  const { method, result } = detection
  if (method === 'scam' || weakGiven.has(`${method}.${result}`)) return true
  const weight = listedWeights[`${method}.${result}`]
  return (
    creditedMethods.has(method) && weight !== undefined && 'points' in weight && weight.points <= mostOfWeak
  )
}

export const isByWords = ({ method, result }: Pick<Detection, 'method' | 'result'>): boolean =>
  byWords.has(`${method}.${result}`)
/** Whether a draft that reads like honest ones may go a step down from a finding where all of its readers are correspondents. */
export const isForCorrespondents = ({ method, result }: Pick<Detection, 'method' | 'result'>): boolean =>
  forCorrespondents.has(`${method}.${result}`)

/** Whether the last word on drafts may take back points of a finding. */
export const isOfDrafts = (detection: Pick<Detection, 'method' | 'result'>): boolean =>
  isByWords(detection) ||
  isForCorrespondents(detection) ||
  (detection.method === 'exfiltration' && detection.result === 'resembles_leak')

/** Whether a clean past speaks against a finding. */
export const isTrusted = ({ method, result }: Pick<Detection, 'method' | 'result'>): boolean =>
  trustedMethods.has(method) || (method === 'overall' && result === 'unwanted')

/**
 * Findings that a message is like bad ones, by `method` or `method.result`: what a person has let through is not judged by
 * its looks again. Those of the second list only where nothing is found that an agent would obey.
 */
export const likenessFindings: ReadonlySet<string> = new Set([
  ...trustedMethods,
  'overall.unwanted',
  'pretext',
  'clone',
  // Whom the sender resembles; not what he asks for, nor what has changed.
  'impostor.known_name',
  'impostor.house_name',
  'impostor.domain_lookalike',
  'impostor.domain_contains',
  'impostor.domain_suffix',
  'rspamd',
  'spamassassin',
])
export const likenessOfOrders: ReadonlySet<string> = new Set([
  'injection.resembles_attacks',
  'overall.attack',
])

/**
 * Orders to an agent that somebody of its own house may give. Nothing that is concealed, and nothing that hands out mail, codes,
 * money or rights, is one of them: where such has points, that somebody's word counts for nothing.
 */
const ofColleagues: ReadonlySet<string> = new Set([
  'addressed_to_ai',
  'agent_instruction',
  'chat_template',
  'combined',
  'command',
  'data_request',
  'discretion',
  'fake_authority',
  'override_request',
  'prompt_leak',
  'resembles_attacks',
  'role_change',
  'tool_call',
])

/** Whether a finding is an order that a colleague may give; null where it is one that none may. */
export function isOfColleague({ method, result }: Pick<Detection, 'method' | 'result'>): boolean | null {
  if (method === 'hidden_text') return null
  if (method === 'overall') return result === 'attack'
  if (method !== 'injection') return false
  return ofColleagues.has(result) || result === 'reported' ? true : null
}

/** Whether a finding is an order to an agent: by its words, or all in all. */
export const isOrder = ({ method, result }: Pick<Detection, 'method' | 'result'>): boolean =>
  method === 'injection' || (method === 'overall' && result === 'attack')

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
  if (listed !== undefined && 'taken' in listed) return takenBy(points, listed.reason)
  if (listed !== undefined && !('given' in listed)) return listed
  if (result === 'clean') return { points: 0, reason: 'Nothing found.' }
  if (points === undefined || !Number.isFinite(points)) return unknown
  const given = Math.min(100, Math.max(0, points))
  if (listed !== undefined) return { points: given, whole: true, reason: listed.reason }
  return { points: given, reason: 'Points given by the outside scorer.' }
}

/** What a finding takes back: the amount that it brings, or has taken before. */
function takenBy(points: number | undefined, reason: string): Worth {
  const amount = points === undefined || !Number.isFinite(points) ? 0 : Math.min(100, Math.abs(points))
  return { points: -amount, whole: true, reason }
}
