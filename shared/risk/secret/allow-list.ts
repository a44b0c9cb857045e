/** Values that stand in a secret's place without being one: placeholders, examples, masked and referenced ones. */

const placeholders =
  /^(?:[<[{(].*[>\]})]|\$[{(].*|\$[A-Za-z_]\w*|%[\w(].*|\{\{.*|@@?\w+.*|#\{.*|process\.env\b.*|os\.(?:environ|getenv)\b.*|env\..*|System\.getenv.*|ENV\[.*|(?:secrets|vars|var|data|local|module|config|settings|self|this|params|props|req|request|args|opts|options)\.[\w.[\]]+|null|none|nil|true|false|undefined|empty|void|string|str|text|bytes?|int(?:eger)?|number|boolean|object|optional|required|yes|no|n\/?a|tbd|todo|unset|disabled|enabled|default|password|passwd|pwd|pass|passphrase|secret|token|key|apikey|api_key|username|user|login|admin|root|guest|test(?:ing)?|demo|sample|foo|bar|baz|foobar|value|change_?me|change_?it|replace_?me|insert_?here|my_?(?:secret|password|token|key)|mot_?de_?passe|utilisateur|identifiant|passwort|kennwort|benutzer(?:name)?|contrase(?:ñ|n)a|usuario|clave|senha|usu[aá]rio|wachtwoord|gebruiker|utente|has[lł]o|użytkownik|your[_-]?.*|<?your.*|xxx+|\*{3,}|\.{3,}|_+|-+|•+|●+)$/i
const inside =
  /x{5,}|X{5,}|\*{3,}|\.{3,}|•{3,}|…|(?:^|[^a-z])(?:example|sample|dummy|placeholder|redacted|censored|masked|hidden|notreal|changeme|replaceme|your[_-]?(?:api|token|key|secret|password|access|app|client)|my[_-]?(?:api|secret|token))(?:[^a-z]|$)|EXAMPLE(?:KEY)?$|_HERE\b|\$\{|\{\{|<[\w :.-]{2,40}>/i
const serial = /(?:0123456789|1234567890|123456789|12345678|abcdefghij|abcdefgh|ABCDEFGHIJ|qwertyuiop)/g
const repeats = /^(.{1,4})\1{3,}.{0,3}$/
/** One character over and over. */
const run = /(.)\1{7,}/

/** Whether `value` is a placeholder, an example or a reference to where the secret is kept. */
export function isPlaceholder(value: string): boolean {
  return placeholders.test(value) || inside.test(value) || isRepetitive(value)
}

/** Whether the better part of `value` counts up or repeats itself, as keys in documentation do. */
export const isSerial = (value: string): boolean =>
  value.replace(serial, '').length <= value.length * 0.7 || isRepetitive(value)

/** Padding is in real keys, too: only where it is the better part of the value does it make a placeholder. */
function isRepetitive(value: string): boolean {
  const longest = run.exec(value)?.[0].length ?? 0
  return longest * 3 >= value.length + 2 || repeats.test(value)
}

const meeting =
  /\b(?:meeting (?:id|link|number|password)|teams meeting|zoom|webex|conference|webinar|dial(?:s|ed|-?in)?|visio|class link|join (?:here|link|url)|video ?(?:call|link)|one tap mobile)\b|zoom\.us\/|(?:besprechungs?|konferenz|meeting|sitzungs?|reuni[oó]n|r[ée]union|reuni[aã]o|riunione|conf[ée]ren(?:ce|cia)|webinar)[- ]?(?:id|nummer|kennung)|\bID (?:de (?:la )?|da |der |del |della )?(?:r[ée]union|reuni[oó]n|reuni[aã]o|riunione|conf[ée]ren|besprechung)|einwahl|videokonferenz|visioconf[ée]rence|videollamada|videochamada|https?:\/\/[^\s/]{0,60}(?:meet|video|visio|webinar|zoom|teams|reunion|webex)/i
/** Words that say that a code opens something else than a meeting. */
const otherDoors =
  /\b(?:root|admin|db|database|server|router|wi-?fi|vpn|account|safe|door|alarm|phone|system)\b[^\n]{0,20}$/i
const newsletter = /unsub|opt-?out|abmeld|desinscri|preferences|newsletter/i

/**
 * Whether what follows `lead`, the text before a value with its name, lets in to a meeting or out of a newsletter:
 * each invitation and each mailing has such a value, and is meant to.
 */
export function isOfInvitation(lead: string): boolean {
  const name = lead.slice(-40)
  if (
    /(?:pass ?code|kenncode|meeting password|meeting-?kennwort|konferenz-?(?:code|pin)|c[oó]digo de acceso|code d['’]acc[èe]s|c[oó]digo de acesso|codice di accesso|conference (?:code|password|pin))\b[^\n]{0,6}\s{0,3}$/iu.test(
      name,
    )
  )
    return meeting.test(lead) && !otherDoors.test(lead)
  const link = /(?:https?:\/\/|www\.)\S{0,300}$/i.exec(lead)?.[0]
  if (link === undefined) return false
  return /[?&]pwd=$/i.test(link)
    ? meeting.test(link)
    : /[?&;](?:token|key|auth|t)=$/i.test(link) && newsletter.test(lead.slice(-link.length - 40))
}
