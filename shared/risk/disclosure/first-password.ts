/** Tells a first password, which whoever opens an account hands to its user to be changed, from one that stays. */

const password =
  '(?:pass(?:word|phrase|code|wort)|kennwort|kodewort|mot de passe|contrase[nñ]a|clave|senha|palavra-passe|wachtwoord|has[lł]\\p{L}|heslo|l[oö]senord|adgangskode|kodeord|parola|şifre\\p{L}?|パスワード|密码|пароль)'
const first =
  '(?:first[- ]time|first|temp(?:orary)?|initial|one-off|one-time|starting|starter|start|erst(?:es)?|vorläufig(?:e[sn]?)?|einmal|provisoire|temporaire|provisional|temporal|inicial|provis[óo]ri[oa]|tempor[áa]ri[oa]|provvisori[ao]|iniziale|temporane[ao]|tijdelijke?|eerste|tymczasow\\p{L}{1,2}|startow\\p{L}{1,2}|początkow\\p{L}{1,2}|dočasn\\p{L}|tillfällig\\p{L}{0,2}|midlertidig\\p{L}{0,2}|geçici|仮|初期|临时|初始|временн\\p{L}{2})'
const firstLogin =
  '(?:first|erste[rsn]?|premi[eè]re?|primer|primo|primeiro|pierwsze|eerste|första|første) (?:log-?[io]n|sign-?in|anmeldung|login|connexion|acceso|accesso|acesso|logowanie|inlog\\p{L}{0,4}|inloggning)'
const forIt =
  '(?:for (?:the|your)|für (?:die|den|Ihre|deine)|na|do|para (?:el|tu|su|o|seu)|pour (?:la|votre|ta)|per (?:il|la)|voor (?:de|het|uw)|för|til)'

/** What stands right before it: `temporary password X`, `Startkennwort: X`, `clave provisional X`, `First login: name / X`. */
const label = new RegExp(
  `(?<!\\p{L})(?:(?:${first}[- ]?${password}|${password}[ :,(]{1,2}${first}|${password} ${forIt} ${firstLogin})(?: (?:is|ist|lautet|est|es|è|é|to|jest|är|er))?|${firstLogin}[ :]{1,3}[\\p{L}\\d._@-]{2,30} ?/)[\\s:：=“„"'(]{0,3}$`,
  'iu',
)
/** That it is to be changed, or is good for a while only. */
const toBeChanged =
  /(?<!\p{L})(?:chang(?:e[sd]?|ing)|replac(?:e[sd]?|ing)|new one|your own|choose (?:a new|another)|pick (?:a new|another)|expires?|valid (?:for|until|till)|works? (?:once|only|until|today)|only (?:works|valid)|änder\p{L}{0,4}|eigenes|neue[ns]|gilt (?:bis|nur)|läuft|modifi(?:ez|er|e|é)|chang(?:ez|er|é)|remplac(?:ez|er)|choisir (?:un|une) autre|(?:d['’]en|en) choisir|choisissez|valable|expire[rz]?|c[aá]mbi\p{L}{1,5}|caduca\p{L}{0,3}|elegir (?:otra|una nueva)|elija|válid[ao]|scade|vale (?:solo|fino|por|só)|alter(?:e|ar|á-la)|tro(?:que|car|cá-la)|mud(?:e|ar|á-la)|pede-(?:lhe|te)|só funciona|pede uma nova|escolh(?:a|er) (?:outra|uma nova)|expira|wijzig\p{L}{0,3}|verander\p{L}{0,3}|geldig|verloopt|zmia\p{L}{1,3}|zmie[nń]\p{L}{0,3}|ważn[eay]|wygasa|změ[nň]\p{L}{0,3}|platí do|byt(?:er|a)?|giltigt?|ændr?e?r?|skift\p{L}{0,2}|gyldigt?|değiştir\p{L}{0,6}|geçerli)(?!\p{L})|変更|有効|修改|更改|有效/iu
/** What is said not to be: `never changes`, `ändert sich nicht`. */
const denied =
  /(?<!\p{L})(?:never|not|don['’]t|doesn['’]t|won['’]t|no need to|nie|nicht|ne|jamais|nunca|non|mai|não|nooit|niet|nigdy|inte|ikke)\s{1,2}(?:\p{L}{1,12}\s){0,2}\p{L}{1,14}|\p{L}{1,14}\s(?:sich\s)?(?:nicht|niet|inte|ikke|pas)(?!\p{L})/giu
/** An account that is no person's: whoever holds it holds the house. */
const ofNobody =
  /(?<!\p{L})(?:root|admin\p{L}{0,12}|sa|superuser|sysop|system|service|postgres|mysql|master|main|shared|server|databases?|datenbank|firewall|router|safe|alarm|vault|production|prod|live)(?!\p{L})/iu

/** Characters of its sentence before the value, and of the three behind it, that are read. */
const reach = { before: 140, behind: 200 }
const sentenceEnd = /[.!?。](?:\s|$)|\n{1,3}/g

/**
 * Whether a password is called a first one where it stands, for its reader to change. Everybody can be brought to write
 * so: it tells what is probably right, and lets nothing out by itself.
 */
export function isFirstPassword(text: string, start: number, end: number): boolean {
  const before = lastSentence(text.slice(Math.max(0, start - reach.before), start))
  if (!label.test(before) || ofNobody.test(before)) return false
  const behind = threeSentences(text.slice(end, end + reach.behind))
  return toBeChanged.test(`${before} ${behind}`.replace(denied, ' '))
}

function lastSentence(text: string): string {
  let from = 0
  for (const { index } of text.matchAll(sentenceEnd)) if (index + 1 < text.length) from = index + 1
  return text.slice(from)
}

function threeSentences(text: string): string {
  const [, , third] = text.matchAll(sentenceEnd)
  return third === undefined ? text : text.slice(0, third.index)
}
