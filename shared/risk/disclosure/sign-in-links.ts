/** Links that sign their reader in, or give him a new password, and that somebody else was sent. */
import { isMachineMade } from '../secret/randomness.ts'
import { isOwnLink, isPassedOn } from './issued.ts'

const link = /https?:\/\/[^\s<>"'`()]{8,600}/giu
const mostLinks = 100
/** Characters before and behind a link that say whose it is. */
const reach = { before: 320, behind: 240 }

/** A word for signing in, in the path or in the name of a parameter. */
const signsIn =
  /(?:^|[/?&#._=-])(?:log-?[io]n|sign-?in|signon|sso|oauth2?|auth(?:enticate|orize|entication)?|magic(?:-?link)?|reset|recover(?:y)?|password|passwd|verif(?:y|ication)|confirm(?:ation)?|activat(?:e|ion)|session|sessie|sitzung|otp|one-?time|otl|token|invit(?:e|ation)|access|unlock|anmeld(?:en|ung)|einmal|zugang|passwort|connexion|acces|identification|mot-?de-?passe|reinitialis\w{1,6}|entrar|acceso|acessar|acesso|clave|contrasena|restablecer|senha|redefinir|accesso|accedi|entra|reimposta|inlog(?:gen)?|aanmelden|toegang|wachtwoord|herstel|logowani[ae]|zaloguj|haslo|jednorazow\w{1,3})(?=[/?&#._=-]|$)/iu

/** Of these, what a service mails to whoever signs up, whose words say so or not. */
const ofNewcomers = /verif|confirm|activat|invit|token|access|acces|auth/iu

/** What is said to open for whoever follows the link. */
const opens =
  /(?<!\p{L})(?:(?:logs?|signs?|lets?|gets?|takes?|drops?) (?:you|u) (?:straight |right |directly )?in(?:to)?|(?:no|without(?: an?(?:y)?)?|skips? the) (?:password|login|sign-?in)|(?:ohne|kein) (?:passwort|kennwort|anmeldung)|direkt (?:drin|angemeldet|eingeloggt)|sans mot de passe|(?:vous|te|t['’]) ?connecte directement|sin (?:contraseña|clave)|entras? (?:directamente|directo)|sem (?:senha|palavra-passe)|entra(?:s)? direto|senza password|entr[ai] (?:subito|direttamente)|zonder wachtwoord|(?:zit|ben) je (?:direct|meteen) in|bez hasła|(?:magic|sign-?in|log-?in|reset|access|one-?time)[ -]link|(?:anmelde|login|einmal|reset|zugangs)-?link|lien (?:de connexion|magique|de réinitialisation|d['’]accès)|enlace (?:de acceso|mágico|para (?:entrar|restablecer))|link (?:de acesso|mágico|para (?:entrar|redefinir)|di accesso|per (?:entrare|accedere|reimpostare)|do (?:logowania|konta))|(?:inlog|reset)link)(?!\p{L})/iu

/** That somebody else was sent the link, or whose account it opens. */
const ofOthers = [
  /(?<!\p{L})(?:his|her|their|zijn|haar|hun|seine[mnrs]?|sein|ihrem exmann|jego|jej|dele|dela|de(?:l| la|lla)? (?:se[ñn]ora?|signora?|jef[ea])) (?:\p{L}{2,14} ){0,2}(?:account|accounts|e-?mail|mail(?:box)?|inbox|login|profile|portal|konto|postfach|zugang|compte|boîte|cuenta|correo|conta|caixa|casella|rekening|skrzynk\p{L}{1,3}|konta)(?!\p{L})/iu,
  /(?<!\p{L})(?:link|mail|e-mail|lien|enlace|wiadomoś[cć])(?!\p{L})[^.\n]{0,50}(?<!\p{L})(?:(?:was |were |been )?(?:sent|addressed|meant|intended) (?:to|for) (?!you)|an? (?:\p{L}{2,14} )?(?:ging|geschickt)|(?:que |qu['’])?(?:a|ont|ha|han|hanno) (?:reçu|recibido|ricevuto)|que (?:recebeu|recibió|chegou)|(?:jaki|który|którą) (?:dosta|otrzyma)\p{L}{1,3}|(?:bekam|kreeg|bekommen hat|erhalten hat|kreeg|heeft gekregen|binnenkreeg)|(?:got|received) (?:by mistake|today|this morning|just now)|by mistake|by accident|irrtümlich|versehentlich|aus versehen|par erreur|por error|por engano|per errore|per ongeluk|przez pomyłkę)(?!\p{L})/iu,
]
/** The same by a name: `as Willemijn`, `Karin's account`, `the link that Dana got`. */
const ofNamed =
  /(?<!\p{L})(?:as|als|comme|como|come|jako|under|unter|onder|bajo|sous) (?:(?:the|der|die|den|la|le|el|il|de|het|frau|herr|mr|mrs|ms|mme|m|sra?|don|doña|signora|mevrouw|meneer|pani|pana?)\.? ){0,2}\p{Lu}\p{Ll}{2,}|\p{Lu}\p{Ll}{1,20}['’]s (?:\p{Ll}{2,14} ){0,2}(?:account|mailbox|inbox|login|reset|link|rekening)(?!\p{L})|\p{Lu}\p{Ll}{2,20}s (?:Konto|Postfach|Zugang|account)(?!\p{L})|(?:[Ll]inks?|[Ll]ien|[Ee]nlace) (?:(?:that|which|de|que|den|die|che|który|waarmee) )?\p{Lu}\p{Ll}{2,} (?:\p{Lu}\p{Ll}{2,} )?(?:has |hat |a |ha |heeft )?(?:just )?(?:got|received|was|bekam|kreeg|reçu|recib|ricev|receb|dosta|gekregen)/u

/** Whoever is `he` or `she` is not the reader. */
const ofThird =
  /(?<!\p{L})(?:as (?:him|her|them)|(?:his|her|their) (?:\p{L}{2,14} ){0,2}(?:account|mail|mailbox|inbox|portal|payslips?|records?|files?|profile|name|behalf|login|link)|(?:in|auf|für|mit|unter) (?:seine[mnr]?|ihre[mnr])(?= )|(?:sein|seine|seinen) (?:\p{L}{2,14} )?(?:konto|postfach|zugang|link|depot)|(?:dans|sur|de) (?:son|sa|leur) (?:compte|boîte|espace|dossier)|à sa place|en (?:su nombre|lugar de)|no lugar d|al suo posto|a nome di|in (?:zijn|haar) (?:account|mail|dossier|plaats)|(?:jego|jej) (?:konto|kont[aie]|skrzynk\p{L}{1,3}|pocztę|imieniu)|(?:Herr|Frau|Mr|Mrs|Ms|Mme|Monsieur|Madame|señora?|don|doña|signora?|senhora?|dona|mevrouw|meneer|pani|pan|Dr|Prof)\.? (?:\p{Lu}\p{L}{0,20}\.? ){0,2}\p{Lu}\p{Ll}{1,20} (?:has|have|hat|a|ha|heeft|still|noch|n['’]a|aún|todavía|ainda|non|nie))(?!\p{L})/u

/** A link of `text`, and whether the text itself says that it is another's. */
export interface SignInLink {
  start: number
  end: number
  sure: boolean
}

/** The links of `text` that sign in whoever holds them and aren't said to be the reader's own. Linear: links are read one by one. */
export function passedLinks(text: string, readers: readonly string[]): SignInLink[] {
  const found: SignInLink[] = []
  let looked = 0
  for (const { 0: raw, index } of text.matchAll(link)) {
    if (++looked > mostLinks) break
    const href = raw.replace(/[.,;:!?]$/, '')
    if (!carriesToken(href)) continue
    const end = index + href.length
    const before = text.slice(Math.max(0, index - reach.before), index)
    const around = `${before} ${text.slice(end, end + reach.behind)}`
    const word = signsIn.exec(pathOf(href))?.[0]
    if (word === undefined && !opens.test(around)) continue
    const sure =
      namesAnother(href, readers) ||
      isPassedOn(around) ||
      ofOthers.some((one) => one.test(around)) ||
      ofNamed.test(around) ||
      ofThird.test(around)
    if (!sure && (isOwnLink(text, index, end) || (word !== undefined && ofNewcomers.test(word)))) continue
    found.push({ start: index, end, sure })
  }
  return found
}

/** Whether the link has the mail address of somebody who is none of the `readers`. */
function namesAnother(href: string, readers: readonly string[]): boolean {
  const address = /[=/]([\w.+-]{1,64}(?:@|%40)[\w-]{1,60}(?:\.[\w-]{1,20}){1,3})/.exec(pathOf(href))?.[1]
  return address !== undefined && !readers.includes(address.replace('%40', '@').toLowerCase())
}

const pathOf = (href: string): string => href.replace(/^https?:\/\/[^/?#]{0,200}/iu, '')

/** Characters of a value that nobody guesses. */
const shortestToken = 16

/** Whether a part of the path or a value of the query was drawn by a machine. */
const carriesToken = (href: string): boolean =>
  pathOf(href)
    .split(/[/?&#=]/)
    .some((part) => part.length >= shortestToken && isMachineMade(part.replace(/[-_.]/g, '')))
