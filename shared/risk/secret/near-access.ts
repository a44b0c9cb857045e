/** Passwords that stand near words for getting in, before or behind them: `type Copper!Kettle71 where it asks for the password`. */
import type { Span } from '../span.ts'
import { isOfInvitation, isPlaceholder, isSerial } from './allow-list.ts'
import { wordShare } from './randomness.ts'
import { isMixed, isUnlikely } from './spoken.ts'

/** Words for what opens something. */
const password =
  /pass(?:word|wort|code|phrase)|\bpwd?\b|kennw(?:o|ö)rt|zugangsdaten|mots?[ _-]de[ _-]passe|\bsésame\b|parola d['’](?:ordine|accesso)|losungswort|code ?word|key ?word (?:which|that|is|to)|pass-?key|watchword|\bmdp\b|contrase[nñ]a|\bclave\b|senha|palavra-passe|wachtwoord|has[lł][oa]\b|l[oö]senord|passord|adgangskode|salasana|jelsz[oó]|\bheslo\b|\bparol|şifre|пароль|пароля|密码|密碼|口令|パスワード|비밀번호|암호/iu
/** Words of who gets in, or is let in. */
const access =
  /(?<!\p{L})(?:log(?:ged|ging|s)?[ -]?(?:in|on)(?:to)?|sign(?:ed|ing|s)?[ -]?in(?:to)?|unlock(?:s|ed)?|(?:password-)?protected|encrypted|locked|geschützt|verschlüsselt|gesperrt|protég[ée]e?s?|verrouill[ée]e?s?|protegid[oa]s?|cifrad[oa]s?|bloqueado|beveiligd|vergrendeld|zabezpieczon[yae]|zaszyfrowan[yae]|creds?|credentials|get(?:s|ting)? (?:you )?(?:in|past)|user ?names?|admin|root|vault|melde[tn]? (?:sie |du |dich )?(?:sich )?an|melde[tn]? (?:sie |du )?(?:sich|dich) (?:als|mit)|anmeld(?:en|ung)|einloggen|zugang|benutzer(?:name)?|connexion|se connecter|identifiants?|acc[èe]s|usuario|acceso|entrar? (?:con|en|com|no|na)|entra (?:con|en)|accesso|entrare|utente|credenziali|acesso|usu[aá]rio|inlog(?:gen|gegevens)?|gebruiker(?:snaam)?|toegang|logowani[ae]|login(?:em|u)?|dostęp(?:u)?|użytkownik|logga in|inloggning|användar(?:e|namn)|логин|доступ|логін|giriş|kullanıcı)(?!\p{L})|ログイン|ユーザー|登录|用户|로그인/iu

/** That somebody wants one told: `which password do the tills use?`, `mir fehlt das Kennwort`. */
const wants =
  /(?<!\p{L})(?:what(?:.s|'s| is| are)?|which|give|send|tell|share|need|forgot|don.t have|welche[srn]?|wie (?:lautet|ist|heißt)|brauch(?:e|en)|fehlt|schick(?:en|e|t)?|nenn(?:en|e|t)|geben|quel(?:le)?|donne[zr]?|envoye[zr]|besoin|cu[aá]l|das|dame|d[ií]me|env[ií]a(?:me)?|necesito|pasa(?:s|r|me)|qual[ei]?|mandi|manda(?:mi)?|dammi|dare|serve|preciso|passar?|envia|jakie|podaj|potrzebuj[eę]|wat|welk|geef|stuur|nodig|какой|пришлите|нужен)(?!\p{L})[^.!?\n]{0,50}(?<!\p{L})(?:pass(?:word|code|phrase|wort)|kennwort|zugangsdaten|mot de passe|contrase[nñ]a|clave|senha|parola|wachtwoord|has[lł]o|пароль)/iu

/** Characters before and behind a value in which such words count; of a value with weaker looks, words for passwords only. */
const reach = { strong: 160, weak: 70 }
const word = /[^\s"'`“”„«»‘’()<|,;：]{8,64}/gu
/** A mark that people put into passwords, and into little else. */
const inside = /\p{L}|\d/u
const marks = /[!#$%^&*?~@§>]/g
/** A public key of SSH, and who signs in where with one: `backup@vault02`. */
const publicKey = /(?:ssh-(?:ed25519|rsa|dss)|ecdsa-sha2-nistp\d{3}) AAAA/
const userAtHost = /^[a-z_][a-z\d_-]{1,31}@[a-z][a-z\d-]{1,62}$/
/** Values that are looked at: more of them are no letter. */
const mostLookedAt = 300

/**
 * The passwords of `text` whose look and surroundings say so. `around` is what the text is read with: the subject, or the
 * mail that asks for it. Linear: a bounded stretch is read around each word that looks like one.
 */
export function findNearAccess(text: string, around: string): Span[] {
  if (!/\d/.test(text)) return []
  const spans: Span[] = []
  const asked = password.test(around) || access.test(around)
  const wanted = wants.test(around)
  const sshKey = publicKey.test(text)
  const lone: Span[] = []
  let looked = 0
  for (const { 0: raw, index } of text.matchAll(word)) {
    const value = raw.replace(/[.:\]}]{1,8}$/, '')
    const answers = wanted && password.test(around) && isHandedOver(text, index)
    const look = lookOf(value) ?? (answers && isAnswerable(value) ? 'weak' : null)
    if (look === null || isInAddress(text, index) || (sshKey && userAtHost.test(value))) continue
    if (isOfInvitation(text.slice(Math.max(0, index - 240), index))) continue
    if (++looked > mostLookedAt) break
    const span: Span = {
      type: 'secret',
      start: index,
      end: index + value.length,
      confidence: look === 'strong' ? 0.7 : 0.65,
      rule: 'assignment',
    }
    if (
      isLed(text, index) ||
      (look === 'strong' && isQuotedAlone(text, span)) ||
      (asked && isFirst(text, span)) ||
      (isTyped(text, span) && isNear(text, span, [access], reach.strong)) ||
      (isPut(text, span) && isNear(text, span, [access], reach.weak)) ||
      (look === 'strong' && isStill(text, index)) ||
      ((look === 'strong' || isOfWords(value)) && opensSomething(text, span)) ||
      (look === 'strong' && (asked || isNear(text, span, [password, access], reach.strong)))
    )
      spans.push(span)
    else if (
      isNear(text, span, [password], reach.weak) ||
      (asked && (wanted || (password.test(around) && isSaid(text, index))))
    )
      spans.push(span)
    else if (look === 'strong') lone.push(span)
  }
  // Two of them are a list of passwords, whatever is said of it.
  return new Set([...spans, ...lone].map(({ start, end }) => text.slice(start, end))).size > 1
    ? [...spans, ...lone]
    : spans
}

/**
 * `strong`: a word with a mark such as `!` in it, and digits; `weak`: capitalised words and digits, joined by a mark that
 * names of files have, too.
 */
function lookOf(value: string): 'strong' | 'weak' | null {
  if (value.length < 8 || value.length > 40 || !/\d/.test(value)) return null
  if (!/\p{L}{3}/u.test(value) && !isOfAllKinds(value)) return null
  if (!/^[\p{L}\d!#$%^&*?~@§>._+-]+$/u.test(value)) return null
  // Percent-encoded (RFC 3986 §2.1), as names of files and parts of links are.
  if (/%[0-9A-Fa-f]{2}/.test(value)) return null
  if (
    /^[-+#$*.]/.test(value) ||
    isUnlikely(value.replaceAll('>', '!')) ||
    isPlaceholder(value) ||
    isSerial(value)
  )
    return null
  for (const { index } of value.matchAll(marks))
    if (
      inside.test(value.charAt(index - 1)) &&
      (inside.test(value.charAt(index + 1)) || isMixedTo(value, index))
    )
      return 'strong'
  const bare = value.replace(/[!?*#$%&]{1,3}$/, '')
  if (isJoined(bare) || isMixed(value) || isPatchwork(bare) || isOfWords(bare)) return 'weak'
  return bare !== value && isNamedYear(bare) ? 'weak' : null
}

/** `Lm#4491pq`: letters of both cases, digits, and a mark among them. */
const isOfAllKinds = (value: string): boolean =>
  /\p{Lu}/u.test(value) && /\p{Ll}{2}/u.test(value) && /\d/.test(value) && /.[!#$%^&*?~@§]./u.test(value)

/** `Bleuet-2291-Nord`, `Marigold-3-Lane`: capitalised words with a number between them. */
const isPatchwork = (value: string): boolean =>
  /^\p{Lu}\p{Ll}{2,16}[._-]\d{1,6}[._-]\p{Lu}\p{Ll}{2,16}$/u.test(value) ||
  /^(?=.*\d{2})\p{Lu}\p{L}{0,3}\d{2,4}[._]\p{Ll}{3,16}[._]\p{Lu}\p{Ll}{1,16}$/u.test(value)

/** `tangerine9Boat!`: the mark ends it, and digits stand among its letters. */
const isMixedTo = (value: string, index: number): boolean =>
  index === value.length - 1 && /\p{L}\d+\p{L}{2,}/u.test(value.slice(0, index))

/** `Sommer_Regen83`, `Brezel-4711`, `soft-maple-1988`: words that are some, and a number of two digits or more. */
const isJoined = (value: string): boolean =>
  /^(?:\p{L}{3,16}[._-]){1,3}(?:\p{L}{0,16})\d{2,6}$/u.test(value) &&
  (/\p{Lu}\p{Ll}{2,}/u.test(value) || value.split(/[._-]/).length > 2) &&
  (!/^[\x20-\x7e]+$/.test(value) || wordShare(value) > 0.3) &&
  !/(?:^|[._-])(?:19|20)\d\d$/.test(value.replace(/^(?:\p{Ll}+-){2,}/u, ''))

/** `Mistral-1907`, which is as well a title and its year: a password where one was asked for and this is handed over. */
const isNamedYear = (value: string): boolean =>
  /^\p{Lu}\p{Ll}{2,20}[._-]?(?:19|20)\d\d$/u.test(value) && !isUnlikely(value)

/** What nobody says but as a password, where one was asked for: a word and digits, with or without a mark. */
const isAnswerable = (value: string): boolean =>
  isNamedYear(value.replace(/[!?*#$%&]{1,3}$/, '')) ||
  /^\p{L}{3,20}[!?*#$%&._-]\d{2,8}[!?*#$%&]?$/u.test(value)

/** In quotes, with letters of both cases, digits and a mark that only passwords have inside: whatever is said of it. */
const isQuotedAlone = (text: string, { start, end }: Span): boolean =>
  /["“„«‘`]$/.test(text.slice(Math.max(0, start - 1), start)) &&
  /^[.,]?["”“»’`]/.test(text.slice(end, end + 2)) &&
  /\p{Lu}/u.test(text.slice(start, end)) &&
  /\p{Ll}/u.test(text.slice(start, end)) &&
  /[\p{L}\d][!#$%^*?~][\p{L}\d]/u.test(text.slice(start, end))

/** What everybody is given at first, and changes then. */
const isFirst = (text: string, { start, end }: Span): boolean =>
  /(?<!\p{L})(?:starts? (?:out )?with|begins? with|by default|default is|initially|at first|the usual (?:one)?|our (?:standard|usual|default)|fängt mit|anfangs|standardmäßig|immer|par défaut|au début|por defecto|al principio|por padrão|no início|standaard|domyślnie)(?!\p{L})[^.!?\n]{0,40}$/iu.test(
    text.slice(Math.max(0, start - 80), start),
  ) ||
  /^[^.!?\n]{0,40}(?<!\p{L})(?:change it|to change|ändern|changer|cambiar|alterar|mudar|wijzigen|zmienić)(?!\p{L})/iu.test(
    text.slice(end, end + 80),
  )

/** In quotes, behind a colon, or right behind `is`. */
const isHandedOver = (text: string, start: number): boolean =>
  /(?:["“„«'‘`]\s?|[\p{L})][:：]\s{1,3})$/u.test(text.slice(Math.max(0, start - 5), start)) ||
  isSaid(text, start)

/** Part of a longer word, or of a web address, which are full of marks and numbers. */
const isInAddress = (text: string, start: number): boolean =>
  /[^\s"'`“”„«»‘’()<>|,;：]$|(?:https?:\/\/|www\.)\S{0,300}$/i.test(
    text.slice(Math.max(0, start - 310), start),
  )

const stretch = (text: string, { start, end }: Span, far: number): [string, string] => [
  text.slice(Math.max(0, start - far), start),
  text.slice(end, end + far),
]

const isNear = (text: string, span: Span, words: readonly RegExp[], far: number): boolean =>
  stretch(text, span, far).some((side) => words.some((one) => one.test(side)))

/** `kasse1 / Brezel-4711`: behind a name and a slash, on a line of their own or behind a label. */
const isLed = (text: string, start: number): boolean =>
  /(?:^|\n|[:：]\s{0,3})(?:[\w.@-]{3,40} ?\/ ?){1,3}$/.test(text.slice(Math.max(0, start - 130), start))

/** Right behind a verb of typing, or before one: `type Heron-Marsh-62`, `geben Sie Brezel-4711 ein`. */
const isTyped = (text: string, { start, end }: Span): boolean =>
  /(?<!\p{L})(?:type|enter|key in|put(?: in)?|then|(?:unlocks?|opens?|log(?:s|ged)? in|sign(?:s|ed)? in|gets? in) with|geb(?:en|e|t)|gib|tipp(?:en|e|t)?|entre[zr]?|tape[zr]?|saisi(?:s|ssez|r)|mett(?:ez|re|i|a|ete)|mets|pon(?:ga|er|es)?|escrib[ae]|introdu(?:ce|zca|zir)|tecle[ae]|inseris(?:ci|ca|cano)|digit[aei]|scriv[ia]|coloque|escrev[ae]|wpisz|poda(?:j|ć)|vul|typ|toets|skriv|введите|введи)(?: (?:sie|du|dann|danach|dort|there|in|the word|then|vous|allí|poi))?[\s:"'“„«]{1,3}$/iu.test(
    text.slice(Math.max(0, start - 40), start),
  ) ||
  /^["'”“»]{0,2} (?:ein(?:geben|tippen|zugeben)?|invoeren|intikken)(?!\p{L}| \p{L}{3,}e[nrs]? \p{Lu})/u.test(
    text.slice(end, end + 40),
  )

/** `Barnacle-Goose-19`, `Girasol_y_Trigo8`: capitalised words that a mark joins, and digits at their end. */
const isOfWords = (value: string): boolean =>
  /^(?=.*\p{Lu}\p{Ll}{2})(?:\p{L}{1,16}[._-]){1,4}\p{L}{0,16}[._-]?\d{1,4}$/u.test(value) &&
  /\p{L}{4}[\p{L}\d._-]{0,30}[._-]/u.test(value)

/** What stands right before something that is numbered, and opens nothing. */
const numbered =
  /(?<!\p{L})(?:no|nr|ref(?:erence)?|order|ticket|case|model|article|item|sku|part|serial|lot|batch|voucher|coupon|discount|promo|booking|file|folder|branch|version|release|sheet|drawing|room|flight|invoice|contract|project|rechnung|bestellung|artikel|auftrag|gutschein|datei|facture|commande|fichier|pedido|factura|archivo|ficheiro|ordine|file|bestelling|bestand|zam[óo]wienie|plik)[ .:#]{0,3}(?:(?:no|nr|number|code|id)[ .:#]{0,3})?["“„«]?$/iu
/** Things that are locked, and words for how they open. */
const locked =
  /(?<!\p{L})(?:laptop|computer|notebook|pc|tablet|ipad|mac(?:book)?|desktop|machine|till|register|server|drive|share|router|wi-?fi|back ?end|back office|mailbox|account|portal|cms|crm|dashboard|console|vault|locked|unlock\p{L}{0,3}|opens? (?:it|the|everything|them)|gets? (?:you |him |her )?in|rechner|kasse|laufwerk|postfach|konto|gesperrt|entsperr\p{L}{1,4}|hochfahren|kommen sie|kommst du|ordinateur|portable|caisse|serveur|compte|démarrage|verrouill\p{L}{1,4}|port[áa]til|ordenador|servidor|cuenta|al encender|bloquead[oa]|te pide|computador|telem[óo]vel|conta|ao ligar|pede|computer|cassa|account|all['’]accensione|chiede|kassa|schijf|bij het opstarten|vraagt|komputer|konto|przy starcie|zablokowan\p{L})(?!\p{L})/iu

const opensSomething = (text: string, span: Span): boolean =>
  !numbered.test(text.slice(Math.max(0, span.start - 40), span.start)) &&
  isNear(text, span, [locked], reach.strong)

/** In brackets or quotes, or behind a word that hands it over: `the login has not changed (Kattegat_4411)`. */
const isPut = (text: string, { start, end }: Span): boolean =>
  (/[("“„«‘]$/.test(text.slice(Math.max(0, start - 1), start)) &&
    /^[.,]?[)"”“»’]/.test(text.slice(end, end + 2))) ||
  /(?<!\p{L})(?:with|and then|then|using|via|mit|und dann|avec|et puis|puis|con|y luego|luego|com|depois|e poi|poi|met|en dan|dan|a potem|potem)[\s:]{1,3}$/iu.test(
    text.slice(Math.max(0, start - 14), start),
  )

/** Said to be as before, or of late: `it's still Bluebird!77`. */
const isStill = (text: string, start: number): boolean =>
  /(?<!\p{L})(?:still|unchanged|the same|same as (?:ever|before|always)|the usual|now|(?:changed|reset|set) (?:it )?to|(?:immer )?noch|weiterhin|wieder|unverändert|jetzt|nach wie vor|toujours|encore|désormais|inchangé|sigue siendo|todavía|ahora es|de siempre|continua(?: a ser| sendo)?|ainda [ée]|agora [ée]|ancora|sempre|adesso è|nog (?:steeds|altijd)|nu|nadal|wciąż|teraz)[\s:,(–—-]{1,3}["“„«]?$/iu.test(
    text.slice(Math.max(0, start - 30), start),
  )

/** Right behind `is` and its like. */
const isSaid = (text: string, start: number): boolean =>
  /(?:^|[\s:])(?:is|are|ist|lautet|est|c['’]est|es|è|é|är|er|to|это)\s{1,2}["“„«]?$/iu.test(
    text.slice(Math.max(0, start - 14), start),
  )
