/** Tells a code or password that is given to its owner from one that is passed on. */

/** What opens something, in the languages that codes and passwords are mailed in most. */
const things =
  '(?:code|pin|otp|tan|(?:licen[cs]e|product|activation) key|lizenzschlüssel|passcode|password|passphrase|link|token|login|account|voucher|kennwort|passwort|anmeldecode|zugangscode|konto|zugang|mot de passe|identifiant|compte|lien|contrase[nñ]a|clave|c[oó]digo|cuenta|enlace|codice|conto|senha|palavra-passe|conta|wachtwoord|toegangscode|has[lł]o|kod|kode|kod|l[oö]senord)'
const owning =
  '(?:your|ihr(?:e|en|em)?|dein(?:e|en|em)?|votre|vos|ton|tu|su|tus|sus|seu|sua|teu|tua|tuo|vostr[oa]|il suo|la sua|uw|je|jouw|tw[oó]j|pa[nń](?:a|i|stwa)|din|ditt|deres)'
/** What comes next is no possession, then: `je het wachtwoord`. */
const article = '(?:the|a|an|de|het|een|der|die|das|den|la|le|les|el|il|lo|o)'
const word = "[\\p{L}'’-]{1,20}"

/** `your temporary password`, `Ihr neuer Code`, `votre code d'activation`. */
const owned = new RegExp(
  `(?<![\\p{L}])${owning}[ ](?:(?!${article}[ ])${word}[ ]){0,3}(?:${word})?${things}(?![\\p{L}])`,
  'iu',
)
const ownedPhrases =
  /\b(?:code|password|link|pin)s? (?:for|of) your (?:stay|account|booking|room|order|sign-?in|parcel)|\byou (?:asked|requested|wanted) (?:for\b|to (?:be |have |get |receive|sign|log|reset|change|confirm|verify))|\bif (?:it was not|it wasn.t|this was not|this wasn.t|you did(?: not|n.t)) |\b(?:please |safely )?ignore this (?:e-?mail|message)|\bwenn sie sich nicht|\bsi vous n.(?:avez|êtes)|\bsi no (?:has|fuiste)|\b(?:use|enter|type in) (?:the |this )?code\b|\bsign[- ]in code\b.{0,40}\bhere is\b/iu

/** Words of somebody who was sent it, or took it from where it was meant for another. */
const passedOn =
  /\b(?:(?:i|we) (?:just |have |.ve )?(?:received|got)|(?:sms|text(?: message)?|(?:e-?)?mail|message|app) (?:says|said|reads|shows)|(?:in|auf) (?:der|dieser) (?:sms|nachricht|app|mail) steht|(?:le|ce) (?:sms|message) dit|(?:el|ese) (?:sms|mensaje) (?:dice|pone)|c.è scritto|(?:mail|sms|text|message) (?:from|von|de|da|di|van|od) (?!your\b|us\b|the\b|our\b)\p{Lu}\p{Ll}|i.ve (?:just )?(?:got|received)|(?:just|has|have|that|which) (?:just )?(?:came|come|arrived|landed)|just arrived|came (?:in|through)|(?:you|they|it|bank|google|(?:and|has|have)) (?:has |have )?(?:just )?(?:texted|sent|messaged)|from (?:the|my|his|her|our) (?:sms|text|phone|authenticator|app)\b|authenticator(?: app)?(?: (?:of|for|on) (?:the |my |our |his |her )?\p{L}{2,14})? (?:shows|says|reads)|log(?:in)? (?:in )?as \p{Lu}|get in as \p{Lu}|aus der sms|per sms (?:bekommen|erhalten)|(?:ich|wir) (?:habe|haben) .{0,30}(?:bekommen|erhalten)|(?:gerade|eben|soeben) (?:gekommen|angekommen|bekommen)|(?:reçue?|arrivée?) (?:par|hier|à l.instant)|j.ai reçu|que j.ai reçu|me ha llegado|(?:ha|han) (?:mandado|enviado) (?:al|a mi|a nuestro|por)|(?:mandou|enviou) (?:para o|ao) telem|a envoyé (?:sur|au) (?:le |mon |son )?(?:portable|téléphone)|ha inviato (?:al|sul) (?:cellulare|telefono)|he recibido|recib[ií]do por|(?:appena )?(?:arrivato|ricevuto)|ho ricevuto|recebi|chegou|acabou de chegar|z sms|(?:shows|appears|popped up|pops up) on (?:the|my|his|her|our) |veio (?:por|no|pelo)|que veio|ist (?:gerade |eben |soeben )?von \p{Lu}\p{Ll}{2,} (?:ge|an)|(?:gerade|eben|soeben) von \p{Lu}\p{Ll}{2,} (?:ge|an)|ik (?:net )?kreeg|net kreeg|przysz[eł]\p{L}{0,3}|届いた|届きました|送られてきた|otrzyma[lł]|dosta[lł]|ontvangen|binnengekomen|net gekregen)/iu
/** `the code for Karin`: somebody else's by name. */
const ofSomebody =
  /\b(?:code|password|passcode|link|pin|reset link)[^.\n]{0,40} (?:for|of) (?!your\b|the\b|a\b|an\b|this\b|our\b|all\b)\p{Lu}\p{Ll}{2,}|\breset link of (?:our|the|my) \p{L}{3,}/u

const meeting = /\bmeeting id\b|\bvideo (?:link|call)\b|\bdial-?in\b|\bwebinar\b/i

/** Characters before and behind a value that say whose it is. */
const reach = { before: 160, behind: 80 }

/** Whether `text` as a whole speaks to the owner of what it tells. Asked once a text: it may be long. */
export const speaksToOwner = (text: string): boolean => ownedPhrases.test(text)

/** Whether what stands around a code or password says that it is the reader's own, as an issuer writes. */
export function isIssued(text: string, start: number, end: number, speaking: boolean): boolean {
  const around = `${text.slice(Math.max(0, start - reach.before), start)} ${text.slice(end, end + reach.behind)}`
  return (speaking || owned.test(around)) && !isPassedOn(around)
}

/** Whether it is the key to a product, told to who has bought it: the goods, and no secret from him. */
export const isBought = (text: string, start: number, end: number): boolean =>
  /(?:(?:licen[cs]e|product|activation|serial) (?:key|code|number)|lizenzschlüssel|clé de (?:la )?licence|clave de (?:la )?licencia|chiave di licenza)[^\n]{0,12}\s{0,4}$/iu.test(
    text.slice(Math.max(0, start - 60), start),
  ) && isIssued(text, start, end, false)

/** Whether what stands around it says that somebody was sent it, or whose else it is. */
export const isPassedOn = (around: string): boolean => passedOn.test(around) || ofSomebody.test(around)

/** A name to sign in with, which may be the reader's own or another's. */
const named =
  /(?<!\p{L})(?:user(?: ?name)?|benutzer(?:name)?|nutzer|utilisateur|identifiant|usuario|utilizador|usu[áa]rio|utente|gebruiker(?:snaam)?|użytkownik)[ :]{1,2}(?!is |ist |name)[\p{L}\d._@-]{3,40}(?!\p{L})/iu
/** That somebody else signs in with it: `under her name`, `as Marja`, `she uses`. */
const ofAnother =
  /(?<!\p{L})(?:(?:her|his|their|haar|zijn) name(?: as usual)?|her (?:prescribing )?account|(?:under|in|unter|sous|bajo|con|onder|met|a nome|pod) (?:her|his|their|ihrem|seinem|son|leur|su|el suyo|haar|zijn|hun|suo|jej|jego) (?:own )?(?:name|account|user|login|namen|konto|nom|compte|nombre|cuenta|naam|nome|nazwiskiem|kontem)|(?:her|his|their|(?<!\p{L})seine?|haar|zijn|jej|jego) (?:own )?(?:login|log-in|account|user(?: ?name)?|password|credentials|zugang|passwort|konto|wachtwoord|inlog|login|hasło)|(?:log|sign|get)(?:ging|s)? (?:you )?(?:in|on) as (?!you|admin|root|guest)|(?:is|are) (?:on leave|away|off sick|out|ill|on holiday)|(?:is|sind) (?:krank|im urlaub|nicht da)|est (?:malade|absente?|en congé)|está (?:de baja|de vacaciones|enferm[oa]|fuera|de f[ée]rias|doente)|è (?:malat[oa]|assente|in ferie)|is (?:ziek|met vakantie|er niet)|jest (?:chor[ay]|na urlopie))(?!\p{L})/iu

/** Whether what stands around a password says that somebody else signs in with it. */
export const isSomebodyElses = (text: string, { start, end }: { start: number; end: number }): boolean =>
  ofAnother.test(aroundUser(text, start, end))

/** The same, or names who signs in, who may be the reader. */
export const isOfAnother = (text: string, { start, end }: { start: number; end: number }): boolean =>
  isSomebodyElses(text, { start, end }) || named.test(aroundUser(text, start, end))

const aroundUser = (text: string, start: number, end: number): string =>
  `${text.slice(Math.max(0, start - 200), start)} ${text.slice(end, end + 120)}`

/** Guests are given the key of a network for guests, and those who have announced themselves (`asked`) the code of the door. */
export const isForGuests = (text: string, start: number, asked: readonly string[] = []): boolean => {
  const before = text.slice(Math.max(0, start - 80), start)
  const isKey =
    /wi-?fi|wlan|network|netzwerk|r[ée]seau|\bred\b|\brete\b|key ?box|lock ?box|schlüsseltresor/iu.test(
      before,
    )
  const near = text.slice(Math.max(0, start - 80), start + 120)
  if (isKey && ofStaff.test(near)) return false
  if (
    isKey &&
    (guest.test(near) || guestNetwork.test(before) || (wireless.test(before) && onDisplay.test(near)))
  )
    return true
  if (!isKey && !entrance.test(before)) return false
  return asked.some(announces) || (welcomes.test(text.slice(0, 4_000)) && !ofOthers.test(before))
}

/** Whoever writes so awaits the reader: a guest, a tenant, a member. */
const welcomes =
  /(?<!\p{L})(?:arrival (?:details|info\p{L}{0,7}|instructions)|(?:self[ -])?check-?in|your (?:personal |own )?(?:door |gate |entry )?(?:code|pin) (?:is|for)|your (?:stay|visit|booking|pitch|slot|rehearsal|lesson|appointment)|see you (?:on|at|there|soon|tonight|tomorrow)|new (?:door|gate|entry) code|(?:as a|dear|for) members?|directions:|cabin|weekend trip|hallo zusammen|bonjour à tous|hola a tod[oa]s|ol[áa] a tod[oa]s|ciao a tutt[ie]|hallo allemaal|cześć wszystkim|anreise\p{L}{0,12}|ankunft|ihr(?:en)? (?:besuch|aufenthalt|termin)|neue[rn]? (?:tür-?|haustür-?|tor-?)?code|liebe (?:mitglieder|familie|eltern|gäste)|bis (?:morgen|bald|dann|samstag|sonntag)|(?:votre|ton) (?:arrivée|séjour|visite)|à (?:samedi|dimanche|demain|bientôt)|nouveau code|chers (?:membres|adhérents|parents)|(?:su|tu|vuestra) (?:llegada|estancia|visita)|nuevo c[óo]digo|hasta (?:el|ma[ñn]ana|pronto)|(?:sua|tua) (?:chegada|estadia|visita)|novo c[óo]digo|c[óo]digo novo|at[ée] (?:s[áa]bado|amanh[ãa]|logo)|(?:suo|tuo|vostro) (?:arrivo|soggiorno)|nuovo codice|a (?:sabato|domani|presto)|(?:je|uw|jullie) (?:aankomst|verblijf|bezoek)|nieuwe (?:deur|poort)?code|als lid|tot (?:zaterdag|morgen|snel)|(?:twój|pana|pani|państwa) (?:przyjazd|pobyt|wizyta)|nowy kod|do zobaczenia|kochani)(?!\p{L})/iu

const guest =
  /\b(?:guests?|gäste|gast|invit[ée]s?|invitados|ospiti|visitors?|your (?:room|stay|flat|apartment)|check-?in|ihr(?:en|em|e)? (?:aufenthalt|zimmer|ferienwohnung)|votre (?:séjour|chambre)|su (?:estancia|habitación)|tu estancia|sua (?:estadia|estada))\b/iu
/** The name of a network that says for whom it is: `TheLanternGuest`, `Kurhaus_Gast`. */
const guestNetwork =
  /[\p{L}\d][_-]?(?:Guests?|GUESTS?|G[äa]ste?|G[ÄA]STE?|Visitors?|Invit[ée]s?|Invitados|Ospiti|Gasten|_guests?|-guests?)(?!\p{L})/u
/** Where everybody who comes in can read it. */
const onDisplay =
  /(?<!\p{L})(?:(?:on|at|by) (?:the|our|every|each) (?:\p{L}{2,12} )?(?:chalk ?board|black ?board|white ?board|notice ?board|board|wall|counter|bar|till|tables?|menus?|receipts?|sign|window|front desk|poster)|(?:auf|an|über) (?:der|dem|den|jedem|jeder) (?:tafel|kreidetafel|wand|theke|tresen|tischen?|karte|speisekarte|aushang|bon)|(?:sur|au) (?:le |la |l['’]|les )?(?:ardoise|tableau|mur|comptoir|ticket|carte|tables)|en la (?:pizarra|pared|barra|carta|mesa)|en el (?:mostrador|ticket|cartel)|(?:sulla|alla) (?:lavagna|parete)|op (?:het|de) (?:krijtbord|bord|muur|bar|bonnetje|kaart|tafels?))(?!\p{L})/iu
const wireless = /wi-?fi|wlan|network is|netzwerk|netz heißt|r[ée]seau|\bred\b|\brete\b/iu
/** A network that guests are kept out of. */
const ofStaff =
  /(?<!\p{L})(?:vpn|servers?|warehouse|lager|account(?:s|ing|ants?)|buchhaltung|printers?|drucker|router|staff|internal|office|back[ -]?office|employees?|private|admin|corp(?:orate)?|till|pos|mitarbeiter|intern(?:es|e)?|büro|personal|verwaltung|interne|bureau|personnel|oficina|interna|ufficio|kantoor)(?!\p{L})|[-_](?:internal|staff|office|corp|intern|admin)(?!\p{L})/iu
/** What a code or key opens that guests go through. */
const entrance =
  /(?<!\p{L})(?:door|gate|key ?(?:safe|box)|lock ?box|entrance|lobby|tür\p{L}{0,6}|schlüssel(?:kasten|safe|tresor)?|haustür|eingang|porte|boîte à clés|digicode|portail|entrée|puerta|cajet[ií]n|portal|entrada|porta|port[ãa]o|cofre|deur|sleutel(?:kluis|kastje)?|ingang|drzwi|skrytka|brama|klucz\p{L}{0,2}|porta|ingresso|wi-?fi|wlan)(?!\p{L})|玄関|入口|鍵|ドア|ボックス/iu
/** `we arrive on Friday, how do we get in?`: who stays, and asks for the way in of nobody else's. */
const stays =
  /(?<!\p{L})(?:(?:we|i)(?:['’]ll| will|['’]re| are|['’]m| am)? (?:be )?(?:arriv\p{L}{1,4}|there|here|standing|staying|checking in|outside|in front)|our (?:stay|booking|arrival|check-?in)|my (?:stay|booking|arrival|room|check-?in)|(?:wir|ich) (?:kommen?|stehen?|reisen?|sind|bin)|unsere anreise|(?:on|nous|j['’]) ?(?:arriv\p{L}{1,4}|est devant|sommes)|notre (?:séjour|arrivée)|(?:llegamos|llego|llegaremos|estamos)|nuestra (?:estancia|reserva|llegada)|(?:chegamos|chego|estamos)|(?:we|wij|ik) (?:komen|kom|staan|sta|zijn|arriveren)|(?:będziemy|przyjeżdżamy|jesteśmy|stoimy)|arriviamo)(?!\p{L})|着きます|到着|泊ま/iu
const wayIn =
  /(?<!\p{L})(?:get in|let in|come in|door|key|enter|code|wi-?fi|rein|hinein|herein|schlüssel|tür|entr(?:er?|amos|ar|o)|porte|clé|puerta|llave|porta|chave|apê|binnen|deur|sleutel|wejść|wejdziemy|drzwi|klucz)(?!\p{L})|入り|入れ|鍵/iu
const ofOthers =
  /(?<!\p{L})(?:neighbou?r|admin|office|alarm|safe combination|master|nachbar|büro|alarmanlage|voisin|alarme|vecino|alarma|vizinho)/iu

function announces(asked: string): boolean {
  const text = asked.slice(0, 2_000)
  return stays.test(text) && wayIn.test(text) && !ofOthers.test(text)
}

/** Whether what starts at `start` is part of a web address. */
export const isInLink = (text: string, start: number): boolean =>
  /https?:\/\/[^\s<>"']{0,300}$/i.test(text.slice(Math.max(0, start - 310), start))

/** What examples of bad passwords are. */
export const isExample = (value: string): boolean =>
  /^(?:secret|passw(?:or|0r)d|p[a@]ssw0rd|passwort|motdepasse|contraseña|senha|foo|bar|foobar|example|hunter|letmein|qwert[yz]?|azerty|swordfish|changeme|abc|demo|test)[\d!]{0,4}$/i.test(
    value,
  )

/** Whether a key is a placeholder of documentation: what it has beside a prefix and words that say so are zeros. */
export const isPlaceholder = (value: string): boolean => {
  const words = value.toLowerCase().replace(/^[a-z]{1,6}[_-]/, '')
  return (
    /example|demo|sample|sandbox|test/.test(words) &&
    /^[0x_-]*$/.test(words.replaceAll(/example|demo|sample|sandbox|test|secret|token|key|your|api/g, ''))
  )
}

/** Whether a link with a token is one that its reader asked for, or leads him into a meeting. */
export function isOwnLink(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 600), start)
  const around = `${before} ${text.slice(end, end + 400)}`
  const near = `${text.slice(Math.max(0, start - reach.before), start)} ${text.slice(end, end + reach.behind)}`
  return !isPassedOn(near) && (speaksToOwner(around) || owned.test(around) || meeting.test(around))
}
