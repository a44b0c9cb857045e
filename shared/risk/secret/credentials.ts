/** Secrets by where they stand: private keys, headers, commands, addresses with a password, connection strings. */
import { isKey } from '../../domain/api-key.ts'
import { anyCase } from '../any-case.ts'
import type { Span } from '../span.ts'
import { isPlaceholder, isSerial } from './allow-list.ts'
import { entropyOf, isMachineMade, isUuid, looksRandom, wordShare } from './randomness.ts'

interface Place {
  rule: string
  /** Text (lower case) without which the pattern can't match. */
  keywords: readonly string[]
  /** Its first group is the secret; without one, the whole match. */
  pattern: RegExp
  confidence: number
  accepts?(secret: string): boolean
}

const notPlain = (secret: string): boolean => !isPlaceholder(secret)
const mixed = (secret: string): boolean =>
  notPlain(secret) && (/\d/.test(secret) || /[^A-Za-z0-9]/.test(secret) || looksRandom(secret))

/** `user:password` in base64 (RFC 7617), as manuals have it. */
function isSampleOfBasic(secret: string): boolean {
  if (secret.length > 60) return false
  const [, password] =
    /^[\w.@-]{1,40}:([\x20-\x7e]{1,40})$/.exec(Buffer.from(secret, 'base64').toString('latin1')) ?? []
  return password !== undefined && (isPlaceholder(password) || isSerial(password))
}

const places: readonly Place[] = [
  {
    rule: 'private_key',
    keywords: ['private key'],
    pattern:
      /-----BEGIN[ A-Z0-9]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]{16,20000}?-----END[ A-Z0-9]{0,40}PRIVATE KEY(?: BLOCK)?-----|[\\\sA-Za-z0-9+/=:,.-]{40,20000})/g,
    confidence: 0.99,
  },
  {
    rule: 'putty_key',
    keywords: ['putty-user-key-file'],
    pattern: /PuTTY-User-Key-File-\d:[\s\S]{20,4000}?Private-MAC: [0-9a-f]{40,64}/g,
    confidence: 0.99,
  },
  {
    rule: 'service_account',
    keywords: ['private_key_id'],
    pattern: /"private_key_id"\s{0,4}:\s{0,4}"([0-9a-f]{40})"/g,
    confidence: 0.95,
  },
  {
    rule: 'kubernetes_secret',
    keywords: ['secret'],
    pattern:
      /\bkind:\s{0,12}["']?secret\b["']?[\s\S]{0,400}?\b(?:data|stringData):\s{0,12}(\S[^\n]{0,400})/gi,
    confidence: 0.8,
    accepts: notPlain,
  },
  {
    rule: 'kubernetes_secret',
    keywords: ['secret'],
    pattern: /\b(?:data|stringData):([\s\S]{1,400}?)\bkind:\s{0,12}["']?secret\b["']?/gi,
    confidence: 0.8,
    accepts: notPlain,
  },
  {
    rule: 'url_password',
    keywords: ['://'],
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"'<>]{0,100}:([^\s:@/"'<>]{3,200})@[^\s"'<>]{1,200}/gi,
    confidence: 0.995,
    accepts: notPlain,
  },
  {
    rule: 'connection_string',
    keywords: ['password=', 'pwd='],
    pattern:
      /\b(?:server|data source|host|hostname|addr|initial catalog|database|user id|uid|user|provider|driver)\s?=\s?[^;\n]{1,100};[^\n]{0,300}?\b(?:password|pwd)\s?=\s?([^;"'\n]{3,100})/gi,
    confidence: 0.92,
    accepts: notPlain,
  },
  {
    rule: 'authorization_header',
    keywords: ['authorization', 'bearer', 'x-api', 'api-key', 'apikey', 'x-auth', '-token'],
    pattern:
      /\b(?:proxy-)?authorization["']?\s?[:=]\s?["']?(?:(?!bearer eyj)[a-z][a-z0-9-]{2,20}[ =]{1,3}(?:token=|key=|api_?key=)?)?["']?([A-Za-z0-9_.~+/=@-]{8,4000})/gi,
    confidence: 0.9,
    accepts: (secret) => mixed(secret) && /\d/.test(secret) && !isSampleOfBasic(secret),
  },
  {
    rule: 'authorization_header',
    keywords: ['x-'],
    pattern:
      /(?<![\w-])x-[a-z0-9-]{2,40}-(?:key|token|secret|auth)["']?\s?:\s?["']?([A-Za-z0-9_.~+/=-]{12,1000})/gi,
    confidence: 0.85,
    accepts: (secret) => notPlain(secret) && isMachineMade(secret),
  },
  {
    rule: 'authorization_header',
    keywords: ['geniekey', 'ssws ', 'splunk '],
    pattern: /\b(?:GenieKey|SSWS|Splunk)\s([A-Za-z0-9_-]{30,60})(?![\w-])/g,
    confidence: 0.9,
    accepts: mixed,
  },
  {
    rule: 'authorization_header',
    keywords: [
      'api-key',
      'apikey',
      'x-auth',
      'x-token',
      'access-token',
      'private-token',
      'auth-token',
      'api-token',
    ],
    pattern:
      /\b(?:x-)?[a-z-]{0,30}(?:api-?key|auth(?:entication)?(?:-(?:key|token))?|access-token|private-token|api-token|x-token)["']?\s?:\s?["']?([A-Za-z0-9_.~+/=-]{8,1000})/gi,
    confidence: 0.85,
    accepts: (secret) => mixed(secret) && /\d/.test(secret),
  },
  {
    rule: 'bearer_token',
    keywords: ['bearer'],
    pattern: /\bbearer\s{1,3}([A-Za-z0-9_.~+/=-]{16,4000})/gi,
    confidence: 0.85,
    accepts: (secret) => notPlain(secret) && looksRandom(secret),
  },
  {
    rule: 'command_password',
    keywords: ['curl', 'wget', 'http'],
    pattern:
      /\b(?:curl|wget|https?)\b(?:[^\n\\]|\\\n?){0,400}?(?:\s-u\s?|\s--user(?:name)?[ =]{1,3}|\s--proxy-user[ =]{1,3}|\s-a )(?:"([^"\n]{2,200})"|'([^'\n]{2,200})'|([^\s"']{2,100}(?:'[^'\n]{2,100}'|"[^"\n]{2,100}")?))/g,
    confidence: 0.88,
    accepts: isUserAndPassword,
  },
  {
    rule: 'command_password',
    keywords: ['--password', 'sshpass', 'mysql', 'pgpassword', 'redis-cli'],
    pattern:
      /(?:--password[ =]|\bsshpass -p ?|\bmysql\b[^\n]{0,100}? -p|\bPGPASSWORD=|\bredis-cli\b[^\n]{0,60}? -a )["']?([^\s"'-][^\s"']{3,100})/g,
    confidence: 0.85,
    accepts: mixed,
  },
  {
    rule: 'command_password',
    keywords: ['docker login', 'helm registry', 'az login', 'podman login', 'oc login', 'vault login'],
    pattern:
      /\b(?:docker|podman|registry|az|oc|vault) login\b[^\n]{0,200}?(?:\s-p[ =]?|\s--password[ =]|\s--token[ =]|login )["']?([^\s"'-][^\s"']{5,200})/g,
    confidence: 0.85,
    accepts: (secret) => mixed(secret) && !/\.[a-z]{2,10}(?::\d+)?(?:\/|$)|:\/\//.test(secret),
  },
  {
    rule: 'command_password',
    keywords: [
      'ldapsearch',
      'ldapadd',
      'ldapmodify',
      'htpasswd',
      'net use',
      'smbclient',
      'snmpwalk',
      'snmpget',
      'keytool',
      'unzip -p',
      'zip -p',
      '7z ',
    ],
    pattern:
      /\b(?:ldap(?:search|add|modify)\b[^\n]{0,200}?\s-w ?|htpasswd -\w{0,4}b\w{0,4} \S{1,80} \S{1,60} |net use [^\n]{1,120}?\/user:\S{1,60} |smbclient [^\n]{0,80}?-U ?[\w\\/.-]{1,60}%|snmp(?:walk|get) [^\n]{0,120}?-[AX] |keytool [^\n]{0,120}?-(?:store|key)pass |(?:un)?zip -P |7z [a-z] [^\n]{0,60}?-p)["']?([^\s"'-][^\s"']{3,100})/g,
    confidence: 0.85,
    accepts: mixed,
  },
  {
    rule: 'command_password',
    keywords: ['sqlplus', 'jdbc:oracle'],
    pattern: /\b(?:sqlplus (?:-\w )?|jdbc:oracle:thin:)["']?\w{1,40}\/([^\s@"'/]{4,60})["']?@/gi,
    confidence: 0.88,
    accepts: notPlain,
  },
  {
    rule: 'configuration_password',
    keywords: ['secret ', 'password ', 'community', 'server key', 'server host'],
    pattern:
      /(?:^|\n)[ \t]{0,8}(?:username \S{1,60} (?:privilege \d{1,2} )?(?:password|secret) \d |enable (?:secret|password) (?:\d )?|snmp-server community |(?:radius|tacacs)-server (?:host \S{1,60} )?key (?:\d )?)([^\s"']{5,120})/g,
    confidence: 0.85,
    accepts: mixed,
  },
  {
    rule: 'configuration_password',
    keywords: [
      'securestring',
      'networkcredential',
      'getconnection',
      'auth=(',
      'auth = (',
      'basicauth',
      '.login(',
    ],
    pattern:
      /(?:ConvertTo-SecureString (?:-String )?|(?:NetworkCredential|HTTPBasicAuth|BasicAuth|UsernamePasswordCredentials|\bauth ?= ?|\.login)\(["'][^"'\n]{1,80}["'], ?|getConnection\([^\n,]{1,120}, ?["'][^"'\n]{1,60}["'], ?)["']([^"'\n]{4,100})["']/g,
    confidence: 0.88,
    accepts: mixed,
  },
  {
    rule: 'pgpass',
    keywords: [':54', ':33', ':*:'],
    pattern:
      /(?:^|\n)[ \t>]{0,4}[\w.*-]{1,80}:(?:\d{4,5}|\*):[\w*-]{1,40}:[\w.*-]{1,40}:([^\s:]{4,80})(?=\s|$)/g,
    confidence: 0.85,
    accepts: (secret) => notPlain(secret) && /[a-z]/i.test(secret),
  },
  {
    rule: 'encoded_private_key',
    keywords: ['ls0tls1crudjti'],
    pattern: /\bLS0tLS1CRUdJTi[A-Za-z0-9+/=]{40,20000}/g,
    confidence: 0.97,
    accepts: (secret) => Buffer.from(secret.slice(0, 80), 'base64').includes('PRIVATE KEY'),
  },
  {
    rule: 'private_key',
    keywords: ['begin openvpn static key'],
    pattern:
      /-----BEGIN OpenVPN Static key V1-----[0-9a-f\s]{100,1200}(?:-----END OpenVPN Static key V1-----)?/g,
    confidence: 0.97,
  },
  {
    rule: 'private_key',
    keywords: ['private', 'wallet', 'seed'],
    pattern:
      /\b(?:private|secret|wallet)[ _-]?(?:key|seed)\b(?: (?:is|was|of|for)\b)?[^\n\da-f]{0,30}["':= ](?:0x)?([0-9a-fA-F]{64})(?![0-9a-fA-F])/gi,
    confidence: 0.85,
    accepts: notPlain,
  },
  {
    rule: 'url_token',
    keywords: ['://'],
    pattern: /\bhttps?:\/\/([A-Za-z0-9_-]{20,100})(?::[xX]?(?:-oauth-basic)?)?@[\w.-]{3,100}/g,
    confidence: 0.9,
    accepts: (secret) => (looksRandom(secret) || isUuid(secret)) && notPlain(secret),
  },
  {
    rule: 'app_password',
    keywords: ['pass'],
    pattern:
      /\b(?:app(?:lication)?|smtp|gmail|google|imap|mail)[ _-]?(?:specific )?pass(?:word|wd)?\b(?: (?:is|for \w{1,20}(?: is)?))?\s{0,2}[:=]?\s{1,2}["']?((?:[A-Za-z0-9]{4} ){3,5}[A-Za-z0-9]{4})(?![A-Za-z0-9])/gi,
    confidence: 0.85,
    accepts: (secret) => /\d/.test(secret) || wordShare(secret.replaceAll(' ', '')) < 0.5,
  },
  {
    rule: 'app_password',
    keywords: ['smtp_pass', 'mail_pass', 'email_pass', 'gmail_pass', 'email_host_pass'],
    pattern: /\b[A-Z_]{0,20}PASS(?:WORD)?\s?=\s?["']?((?:[a-z]{4} ){3}[a-z]{4})(?![a-z])/g,
    confidence: 0.85,
  },
  {
    rule: 'totp_secret',
    keywords: ['setup key', '2fa', 'totp', 'authenticator', 'otp secret', 'mfa'],
    pattern: new RegExp(
      `${anyCase(`\\b(?:setup|totp|2fa|mfa|otp|authenticator)(?: app)?(?: (?:setup|secret|manual))?[ _-]?(?:key|secret|seed|code)?(?: is)?\\s{0,2}[:=]?\\s{1,2}["']?`)}((?:[A-Z2-7]{4}[ -]?){3,12}[A-Z2-7]{4})(?![A-Za-z0-9])`,
      'g',
    ),
    confidence: 0.85,
    accepts: (secret) => /[2-7]/.test(secret) && /[A-Z]/.test(secret) && notPlain(secret),
  },
  {
    rule: 'totp_secret',
    keywords: ['otpauth://'],
    pattern: /otpauth:\/\/[ht]otp\/[^\s"'<>]{0,200}?[?&]secret=([A-Z2-7a-z]{16,128})/g,
    confidence: 0.95,
    accepts: notPlain,
  },
  {
    rule: 'backup_codes',
    keywords: ['backup code', 'recovery code', 'scratch code', 'emergency code'],
    pattern:
      /\b(?:backup|recovery|scratch|emergency) codes?\b[^\n\d]{0,60}?[\s:]{1,4}((?:[0-9a-zA-Z]{4,6}[- ]?[0-9a-zA-Z]{4,6}[\s,;]{1,4}){1,15}[0-9a-zA-Z]{4,6}-?[0-9a-zA-Z]{4,6})(?![\w-])/gi,
    confidence: 0.85,
    accepts: (secret) => secret.split(/[\s,;]+/).every((code) => /\d/.test(code)),
  },
  {
    rule: 'backup_codes',
    keywords: [
      'two-step',
      'two-factor',
      '2-step',
      '2fa',
      'zwei-faktor',
      'zweifaktor',
      'deux facteurs',
      'dos pasos',
      'dois passos',
      'due passaggi',
    ],
    // Told in a sentence, without their name: `if it asks for two-step, take 8ab5a-6f293 or 3c862-ef546`.
    pattern:
      /(?<!\p{L})(?:(?:two|2)-(?:step|factor)|2fa|zwei-?faktor|deux facteurs|dos pasos|dois passos|due passaggi)(?!\p{L})[^\n]{0,80}?[\s:]{1,3}([0-9a-zA-Z]{4,6}-[0-9a-zA-Z]{4,6}(?:(?:[\s,;]|or |and |oder |und |ou |et |o |y |e ){1,5}[0-9a-zA-Z]{4,6}-[0-9a-zA-Z]{4,6}){1,11})(?![\w-])/giu,
    confidence: 0.8,
    accepts: (secret) =>
      secret
        .split(/[\s,;]+/)
        .every((code) => !code.includes('-') || (/\d/.test(code) && /[a-z]/i.test(code))),
  },
  {
    rule: 'session_cookie',
    keywords: ['sessid=', 'sessionid=', 'connect.sid=', '_session='],
    pattern:
      /(?<![\w;?&/.-])(?:PHPSESSID|[JA]SESSIONID\w{0,10}|ASP\.NET_SessionId|connect\.sid|[a-z]{3,12}_session)=([A-Za-z0-9%_.~+/-]{16,400})/gi,
    confidence: 0.85,
    accepts: (secret) => isMachineMade(secret),
  },
  {
    rule: 'command_password',
    keywords: ['ftp', 'ssh', 'scp'],
    pattern:
      /\b(?:sftp|scp|ssh|l?ftp)\b[^\n@]{0,60}?\s[\w.-]{1,40}:([^\s:@/]{4,60})@[\w-]{1,60}\.[\w.-]{2,60}/g,
    confidence: 0.88,
    accepts: mixed,
  },
  {
    rule: 'user_and_password',
    keywords: [' / '],
    pattern:
      /\b(?:administrator|admin|root|user(?:name)?|log-?in|rdp|ssh|vpn|vnc|imap|smtp|ftp|sa|postgres)\b[^\n/]{0,40} \/ ([^\s/]{6,40})(?=[ \t]*(?:[\r\n,;.)]|$))/gi,
    confidence: 0.7,
    accepts: isMarked,
  },
  {
    // An address to sign in with, and behind a slash what goes with it.
    rule: 'user_and_password',
    keywords: [' / '],
    pattern:
      /(?<![\w.-])(?:log(?:ged)?[ -]?(?:in|on|into)|sign(?:ed)?[ -]?(?:in|on)|einloggen|anmelden|anmeldung|zugang|connexion|connectez|connecter|identifiant|acced\w{1,4}|acceso|entra\w{0,3}|accesso|acesso|inloggen|zaloguj|logowani\w)(?!\w)[^\n]{0,90}?[\w.+-]{1,64}@[\w-]{1,60}\.[\w.-]{2,60} \/ ([^\s/]{6,40}?)(?=[,;.)]?(?:\s|$))/gi,
    confidence: 0.75,
    // Telephone numbers stand behind addresses, too.
    accepts: (secret) => notPlain(secret) && /\p{L}/u.test(secret) && /\d/.test(secret),
  },
  {
    rule: 'network_key',
    keywords: ['wi-fi', 'wifi', 'wlan', 'network', 'netz', 'réseau'],
    pattern:
      /(?<!\p{L})(?:wi-?fi|wlan|network|netzwerk|netz|réseau)(?!\p{L})[^\n]{0,90}(?<![\p{L}-]|palabra |palavra |parola |mot )(?:key|schlüssel|clé|clave|chave|chiave)(?: is|:| ist| est| es| è| é)? {0,2}["“„«]([^"“”„«»\n]{8,60})["”“»]/giu,
    confidence: 0.65,
    accepts: notPlain,
  },
  {
    rule: 'door_code',
    keywords: ['pin'],
    pattern:
      /(?<!\p{L})(?:manager['’]?s?|till|cash(?:ier)?|drawer|safe|alarm|terminal|tablet|phone|kassen?|tresor|caisse|coffre|caja|alarma|cassa|kassa|kluis)[ -]pin(?: is|:| ist| lautet| est| es| è| é)? {0,2}["“]?(\d{4,8})(?!\d)/giu,
    confidence: 0.75,
  },
  {
    // What a bank's site asks for beside a name.
    rule: 'user_and_password',
    keywords: ['memorable', 'customer number', 'customer id'],
    pattern:
      /(?<![\w-])(?:memorable (?:word|number|date|name)(?:(?: is|:) {0,2}["“'‘]?| ["“'‘])([\p{L}\d-]{4,30})|customer (?:number|id)[^\n]{0,60}?pass(?:code|number)(?: is|:)? {0,2}["“'‘]?((?=[\w-]{0,29}\d)[\w-]{4,30}))/giu,
    confidence: 0.75,
  },
  {
    rule: 'user_and_password',
    keywords: ['p:', 'pw:', 'pass:'],
    pattern: /(?<![\w-])u(?:ser)?: {0,2}\S{1,60}[,;\s]{1,3}p(?:w|ass)?: {0,2}(\S{6,40})/gi,
    confidence: 0.8,
    accepts: mixed,
  },
  {
    rule: 'user_and_password',
    keywords: ['passw', 'passphrase', 'passcode', ' pw'],
    pattern:
      /(?<!\S)["'“]?(\S{6,40}?)["'”]? (?:is|ist|was) (?:the|my|your|our|his|her|their|das|mein|dein) (?:[a-zäöü]{2,10} ){0,2}(?:password|passwort|passphrase|passcode|pw)(?![\w-])/gi,
    confidence: 0.7,
    accepts: (secret) => isMarked(secret) || /^[a-z]{4,20}\d{2,6}$/i.test(secret),
  },
  {
    rule: 'configuration_password',
    keywords: ['community string'],
    pattern: /\bcommunity string(?: is|:)?\s{1,2}["']?([^\s"'.,;]{6,40})/gi,
    confidence: 0.75,
    accepts: mixed,
  },
  {
    rule: 'product_key',
    keywords: ['licen', 'product', 'serial', 'windows', 'office', 'activation', 'registration'],
    pattern:
      /\b(?:licen[cs]e|product|serial|windows|office|activation|registration)\b[^\n\d]{0,30}?((?:[A-Z0-9]{5}-){4}[A-Z0-9]{5})(?![\w-])/gi,
    confidence: 0.75,
    accepts: (secret) => notPlain(secret) && /\d/.test(secret) && /[A-Z]/.test(secret),
  },
  {
    rule: 'recovery_key',
    keywords: ['recovery', 'bitlocker'],
    pattern: /(?<![\w-])(?:\d{6}-){7}\d{6}(?![\w-])/g,
    confidence: 0.95,
  },
  {
    rule: 'one_time_code',
    keywords: ['otp', '2fa', 'mfa'],
    pattern:
      /\b(?:otp|[2m]fa)(?: code| pin)?(?: is)?\s?[:=]?\s{1,2}(?!(?:19|20)\d\d(?!\d))(\d{3} \d{3}|\d{4,8})(?![\w.-])/gi,
    confidence: 0.6,
  },
  {
    rule: 'door_code',
    keywords: ['pin', 'puk'],
    pattern:
      /\b(?:(?:card|sim|phone|bank|debit|atm) pin(?: code)?|puk(?: code)?)(?: is)?\s?[:=]?\s{1,2}(\d{4,8})(?![\w.-])/gi,
    confidence: 0.6,
  },
  {
    rule: 'door_code',
    keywords: ['pin'],
    // What signs in at a bank: `contract number 30048812, PIN 58213`.
    pattern:
      /(?<!\p{L})(?:contract|account|customer|client|user|card|konto|vertrags?|kunden|karten|teilnehmer|compte|client|contrat|cuenta|cliente|conta)[ -]?(?:number|no\.?|nummer|nr\.?|id|n[°º.])?[ :=#]{1,3}[\d -]{5,20},?\s{0,3}(?:and |und |et |y |e |with |mit )?(?:the |die )?pin(?: is| ist|:)?\s{1,2}(\d{4,6})(?!\d|[.,]\d)/giu,
    confidence: 0.65,
  },
  {
    rule: 'door_code',
    keywords: ['code', 'pin', 'combination'],
    pattern:
      /\b(?:(?:door|gate|alarm|safe|vault|entry|lock(?:box)?|garage|voicemail)(?: access)? (?:code|pin|combination)|(?:pin|code|combination) (?:for|of|to) (?:the|my|our|your) (?:[a-z]{2,12} ){0,2}(?:alarm|door|gate|safe|vault|lock(?:box)?|garage|card|voicemail|phone|sim))(?: (?!of (?:conduct|practice)\b)(?:of|for|to|at|in|on)(?: [a-z'’]{1,14}){1,4})?(?: (?:is|to))?\s?[:=]?\s{1,2}(#?\d{4,8}#?|\d{1,2}-\d{1,2}-\d{1,2}|\d(?:[ -]\d){3,7}|\d\d[ -]\d\d)(?![\w.-]\d|[ -]?\d)/gi,
    confidence: 0.6,
  },
  {
    rule: 'door_code',
    keywords: ['code', 'codice', 'código', 'codigo', 'kod'],
    // With a letter among the digits, as keypads have: `back entrance, code C5590X`, `le code de l'immeuble est 47B19`.
    pattern:
      /(?<!\p{L})(?:(?:entrance|door|gate|buzzer|key ?pad|lobby|building|immeuble|porte|portail|hall|entrée|puerta|portal|edificio|portone|porta|portaria|prédio|haustür|eingang|deur|ingang|drzwi|bram\p{L}|klatk\p{L})(?!\p{L})[^\n.!?]{0,50}(?<!\p{L})(?:code|c[óo]digo|codice|kod)(?!\p{L})|(?:code|c[óo]digo|codice|kod) (?:for |of |to |de |du |del |des |der |della |do |da |van |für |zur |von )?(?:the |your |our |l['’]|la |le |el |il |het |de |die |notre |votre )?(?:entrance|door|gate|building|immeuble|porte|portail|hall|entrée|puerta|portal|edificio|portone|porta|prédio|haustür|eingang|deur|drzwi|bram\p{L}))[^\n\d.!?]{0,16}?[\s:]((?:[A-Z]\d{3,6}[A-Z]?|\d{2,5}[A-Z]\d{0,4}))(?![\p{L}\d-])/gu,
    confidence: 0.5,
  },
  {
    rule: 'door_code',
    keywords: ['alarm', 'allarme', 'tresor', 'cassaforte', 'coffre', 'kluis', 'tür', 'caja fuerte', 'safe'],
    // Told in words, without one for a code: `the alarm goes off with 4-7-1-9`.
    pattern:
      /(?<!\p{L})(?:alarm(?:anlage|system|a|e)?|allarme|tresor|cassaforte|coffre(?:-fort)?|kluis|caja fuerte|safe|(?:haus|keller|seiten|zweite[rn]?|hinter)[ -]?tür)(?!\p{L})[^\n.!?]{0,40} (?:mit|with|with the|avec|con|com|con il|met|gilt|is|ist|est|es|è|é)(?: (?:code|pin|dem code|el c[oó]digo|le code|il codice|de code))? (\d(?:-\d){3,7}|\d{4,6})(?![\p{L}\d]|[.,/:-]\d|\s?(?:uhr|eur|usd|€|\$|kg|km|%))/giu,
    confidence: 0.6,
  },
  {
    rule: 'security_answer',
    keywords: ['secret answer', 'security answer'],
    pattern: /\b(?:secret|security) answer(?: is)?(?:\s?:\s{1,2}|\s?["“])([^\n"'.]{3,40})/gi,
    confidence: 0.6,
    accepts: notPlain,
  },
  {
    rule: 'configuration_password',
    keywords: ['_auth', '_password'],
    pattern: /(?:^|[\s:])_(?:auth|password)\s?=\s?["']?([A-Za-z0-9+/_-]{8,400}={0,2})/g,
    confidence: 0.9,
    accepts: mixed,
  },
  {
    rule: 'netrc',
    keywords: ['machine '],
    pattern: /\bmachine \S{1,100}\s{1,4}login \S{1,100}\s{1,4}password (\S{3,100})/g,
    confidence: 0.9,
    accepts: notPlain,
  },
  {
    rule: 'configuration_password',
    keywords: ['password'],
    pattern: /\b(?:cleartext)?password["']?\s{0,12}value\s?=\s?["']([^"'\n]{4,200})["']?/gi,
    confidence: 0.9,
    accepts: notPlain,
  },
  {
    rule: 'query_key',
    keywords: [
      'api_key=',
      'apikey=',
      'access_token=',
      'client_secret=',
      'refresh_token=',
      'auth_token=',
      'secret=',
      'private_token=',
      'x-amz-signature=',
      'x-goog-signature=',
    ],
    pattern:
      /[?&;](?:api_?key|access_?token|client_?secret|refresh_?token|auth_?token|private_?token|secret|x-amz-signature|x-goog-signature)=([A-Za-z0-9_.~%+/-]{12,1000})/gi,
    confidence: 0.85,
    accepts: (secret) => notPlain(secret) && entropyOf(secret) >= 2.8 && /\d/.test(secret),
  },
  {
    rule: 'query_key',
    keywords: ['key=', 'token=', 'appid=', 'signature='],
    pattern:
      /\bhttps?:\/\/[^\s?"'<>]{0,80}\bapi\b[^\s?"'<>]{0,150}\?(?:[^\s"'<>&]{1,100}&){0,6}(?:key|token|appid|auth|signature|code|secret)=([A-Za-z0-9_.~%+/-]{16,400})/gi,
    confidence: 0.8,
    accepts: (secret) => notPlain(secret) && (looksRandom(secret) || entropyOf(secret) >= 3.4),
  },
  {
    rule: 'webhook_url',
    keywords: ['hook'],
    pattern: /\bhttps?:\/\/[^\s"'<>]{0,80}hooks?[^\s"'<>]{10,300}/gi,
    confidence: 0.8,
    accepts: (secret) =>
      secret
        .split(/[/?=&]/)
        .slice(3)
        .some((part) => part.length >= 20 && looksRandom(part)),
  },
  {
    rule: 'session_cookie',
    keywords: ['cookie'],
    pattern:
      /\b(?:set-)?cookie["']?\s?:\s?[^\n]{0,300}?\b[\w.-]{0,30}(?:sess(?:ion)?(?:_?id)?|auth|token|sid|jwt|remember)[\w.-]{0,20}=([A-Za-z0-9%_.~+/-]{16,2000})/gi,
    confidence: 0.85,
    accepts: (secret) => looksRandom(secret),
  },
  {
    rule: 'aws_secret_key',
    keywords: ['aws', 'amazon', 'akia', 'asia', 'secretaccesskey', 'secret_access_key', 'secret access key'],
    pattern: /(?<![A-Za-z0-9+/=_-])([A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=_-])/g,
    confidence: 0.8,
    accepts: (secret) =>
      /[A-Z]/.test(secret) && /[a-z]/.test(secret) && looksRandom(secret) && notPlain(secret),
  },
  {
    rule: 'service_api_key',
    keywords: ['svc_live_', 'svc_test_'],
    pattern: /\bsvc_(?:live|test)_[0-9A-Za-z]{46}(?![0-9A-Za-z])/g,
    confidence: 1,
    accepts: isKey,
  },
  {
    rule: 'recovery_phrase',
    keywords: ['seed phrase', 'recovery phrase', 'mnemonic', 'secret phrase', 'seed words', 'backup phrase'],
    pattern:
      /\b(?:seed|recovery|secret|backup|mnemonic)(?: (?:phrase|words?))?(?: is)?\s{0,3}[:=-]?\s{1,3}["']?((?:[a-z]{3,8}[ ,]{1,2}){11}(?:(?:[a-z]{3,8}[ ,]{1,2}){3}|(?:[a-z]{3,8}[ ,]{1,2}){6}|(?:[a-z]{3,8}[ ,]{1,2}){9}|(?:[a-z]{3,8}[ ,]{1,2}){12})?[a-z]{3,8})\b/gi,
    confidence: 0.9,
  },
  {
    rule: 'recovery_phrase',
    keywords: ['1'],
    // Words of a wallet, counted.
    pattern:
      /(?<![\w.])(1[.)]?\s{1,3}[a-z]{3,8}\s{1,6}2[.)]?\s{1,3}[a-z]{3,8}\s{1,6}(?:\d{1,2}[.)]?\s{1,3}[a-z]{3,8}\s{1,6}){7,21}\d{1,2}[.)]?\s{1,3}[a-z]{3,8})(?![\w-])/g,
    confidence: 0.8,
  },
  {
    rule: 'one_time_code',
    keywords: ['code', 'otp', 'pin', '2fa', 'verification'],
    pattern:
      /\b(?:one[- ]time|verification|security|authentication|login|sign-?in|confirmation|2fa|mfa|otp|sms)[- ](?:code|password|passcode|pin)(?: is)?\s?[:=]?\s{1,2}([0-9]{4,8}|[A-Z0-9]{3}-[A-Z0-9]{3})(?![\w.-])/gi,
    confidence: 0.6,
  },
]

/** Letters, digits and a mark: what a password looks like and a word doesn't. */
function isMarked(secret: string): boolean {
  return (
    (/\d/.test(secret) &&
      /[a-z]/i.test(secret) &&
      /[!@#$%^&*?+=]/.test(secret.slice(0, -1)) &&
      notPlain(secret)) ||
    (/\d/.test(secret) &&
      /[a-z]/.test(secret) &&
      /[A-Z]/.test(secret) &&
      /!$/.test(secret) &&
      notPlain(secret))
  )
}

/** The texts (lower case) of which one must be in a mail for a place to be looked at. */
export const placeKeywords: readonly (readonly string[])[] = places.map(({ keywords }) => keywords)

/** The secrets in `text` at places whose number `isPossible` admits. */
export function findAtPlaces(text: string, isPossible: (index: number) => boolean): Span[] {
  const spans: Span[] = []
  for (const [index, { rule, pattern, confidence, accepts }] of places.entries()) {
    if (!isPossible(index)) continue
    for (const match of text.matchAll(pattern)) {
      const secret = match.slice(1).find((group) => group !== undefined) ?? match[0]
      if (accepts !== undefined && !accepts(secret)) continue
      const start = match.index + match[0].lastIndexOf(secret)
      spans.push({ type: 'secret', start, end: start + secret.length, confidence, rule })
    }
  }
  return spans
}

/** `user:password`, as commands take it; no placeholder on either side. */
export function isUserAndPassword(text: string): boolean {
  const colon = text.indexOf(':')
  if (colon < 0 || isPlaceholder(text)) return false
  const password = text.slice(colon + 1).replace(/^["']|["']$/g, '')
  // Services that take a key for the user name leave the password empty.
  if (/^[xX]?$/.test(password))
    return looksRandom(text.slice(0, colon)) || /\d.*[^\w]|[^\w].*\d/.test(text.slice(0, colon))
  if (password.length < 4 || isPlaceholder(password)) return false
  return /\d/.test(password) || /[^\w$]/.test(password) || looksRandom(password)
}
