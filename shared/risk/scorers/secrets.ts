/** Keys, tokens and passwords that would leave with a mail. */
import type { Detection, Evidence } from '../../domain/analysis.ts'
import { askedBy } from '../disclosure/asked-by.ts'
import {
  isBought,
  isExample,
  isForGuests,
  isInLink,
  isOwnLink,
  isPassedOn,
  isPlaceholder,
  isSomebodyElses,
} from '../disclosure/issued.ts'
import { isAmongColleagues } from '../disclosure/rights.ts'
import { masked } from '../masked.ts'
import { contextOf, outboundTexts } from '../outbound-texts.ts'
import type { Scorer } from '../scorer.ts'

const maxEvidence = 5
/** Of a link that signs its reader in, of the key to a product that he bought, of a network for guests, and of what examples of bad passwords and placeholders are: they are no secrets from him. */
const ownShare = 0.5
/**
 * Of what stays in the house, for colleagues alone: it is flagged and not withheld by itself. Not of the house's own keys to
 * services, nor of what is said to be another's.
 */
const houseShare = 0.5
const ofHouse: ReadonlySet<string> = new Set(['credential', 'assigned', 'one_time_code'])
const around = { before: 160, behind: 80 }

/** The rules of each result; all others are vendors' shapes. */
const results: Readonly<Record<string, string>> = {
  private_key: 'private_key',
  putty_key: 'private_key',
  encoded_private_key: 'private_key',
  totp_secret: 'private_key',
  age_secret_key: 'private_key',
  recovery_phrase: 'private_key',
  service_api_key: 'service_key',
  url_password: 'credential',
  connection_string: 'credential',
  authorization_header: 'credential',
  bearer_token: 'credential',
  command_password: 'credential',
  netrc: 'credential',
  pgpass: 'credential',
  url_token: 'credential',
  app_password: 'credential',
  user_and_password: 'assigned',
  network_key: 'assigned',
  product_key: 'assigned',
  recovery_key: 'private_key',
  configuration_password: 'credential',
  query_key: 'credential',
  session_cookie: 'credential',
  webhook_url: 'credential',
  aws_secret_key: 'credential',
  kubernetes_secret: 'credential',
  service_account: 'credential',
  assignment: 'assigned',
  bare_token: 'possible',
  one_time_code: 'one_time_code',
  backup_codes: 'one_time_code',
  door_code: 'one_time_code',
  security_answer: 'assigned',
}
const sentences: Readonly<Record<string, string>> = {
  private_key: 'Contains a private key.',
  service_key: 'Contains an API key of this service.',
  vendor_token: 'Contains an access token.',
  credential: 'Contains credentials.',
  assigned: 'Gives a value for a password, key or token.',
  possible: 'Contains characters that look like a key or token.',
  one_time_code: 'Passes on a one-time code or the code of a lock.',
}

/** `Karin's password`, `Passwort von Frau Keller`, `the password of the boss`. */
const ofNamed =
  /\p{L}['’]s (?:\p{L}{1,20} ){0,3}(?:pass|pin|code|key|login)|(?:pass\p{L}{0,12}|kennwort|pin|code|login|contraseña|senha|wachtwoord|hasło) (?:of|for|von|de|del|di|van|für|pour|para|per) \p{L}/iu
/** Whether what stands around a secret says that it is another's, or was sent to another. */
const isOfOther = (text: string, start: number, end: number): boolean =>
  isSomebodyElses(text, { start, end }) ||
  ofNamed.test(text.slice(Math.max(0, start - around.before), start)) ||
  isPassedOn(
    `${text.slice(Math.max(0, start - around.before), start)} ${text.slice(end, end + around.behind)}`,
  )

/** Secrets in lines of settings from which a text is a file of them: each opens something else of the house. */
const severalSettings = 3
const setting = /(?:^|\n)[ \t>]{0,8}(?:export |- )?["']?[\w.-]{2,60}["']? ?[=:] ?["']?$/
const isSetting = (text: string, start: number): boolean =>
  setting.test(text.slice(Math.max(0, start - 80), start))

export const secrets: Scorer = {
  name: 'secrets',
  directions: ['outbound'],
  budgetMs: 2_000,
  score: (message) => {
    const found = new Map<string, { confidence: number; evidence: Evidence[]; rules: Set<string> }>()
    const context = contextOf(message)
    const asked = askedBy(context.recipients, context.thread)
    const inHouse = isAmongColleagues(context)
    const settings = new Set<string>()
    for (const { where, text, spans } of outboundTexts(message)) {
      for (const { type, start, end, confidence, rule = '' } of spans) {
        if (type !== 'secret') continue
        const result = results[rule] ?? 'vendor_token'
        const one = found.get(result) ?? { confidence: 0, evidence: [], rules: new Set<string>() }
        const value = text.slice(start, end)
        const share =
          isExample(value) ||
          isBought(text, start, end) ||
          isPlaceholder(value) ||
          isForGuests(text, start, asked) ||
          (isInLink(text, start) && isOwnLink(text, start, end))
            ? ownShare
            : inHouse && ofHouse.has(result) && !isOfOther(text, start, end)
              ? houseShare
              : 1
        one.confidence = Math.max(one.confidence, confidence * share)
        // What is an example, or of the house among colleagues, makes no file of settings.
        if (share === 1 && isSetting(text, start)) settings.add(value)
        if (one.evidence.length < maxEvidence)
          one.evidence.push({ where, text: masked(value), offset: start })
        one.rules.add(rule.replaceAll('_', ' '))
        found.set(result, one)
      }
    }
    const assigned = found.get('assigned')
    if (assigned !== undefined && settings.size >= severalSettings) assigned.confidence = 1
    return [...found].map(
      ([result, { confidence, evidence, rules }]): Detection => ({
        method: 'secrets',
        result,
        detail: `${sentences[result]!.slice(0, -1)} (${[...rules].slice(0, 4).join(', ')}).`,
        confidence,
        evidence,
      }),
    )
  },
}
