/** Makes genuine reports about mail that could not be delivered, is delayed or meets somebody absent, as mail systems write them. */
import { hashOf, randomOf } from '../detect/training/random.ts'
import { originals } from './bounced-mail.ts'

/** A report, as it comes in with a null reverse-path. */
export interface Bounce {
  family: string
  /** The whole message. */
  raw: string
  /** Whom the mail was for that comes back. */
  recipient: string
}

interface Facts {
  recipient: string
  user: string
  domain: string
  host: string
  ip: string
  code: string
  status: string
  reason: string
  subject: string
  /** The mail that comes back: its header, and its text. */
  head: string
  text: string
  id: string
  date: string
  days: number
}

const inbox = 'desk@agents.northwind-mail.com'

const users = [
  'a.keller',
  'info',
  'm.dubois',
  'sales',
  'jsmith',
  'r.fernandez',
  'office',
  'k_nowak',
  'bestellung',
  'l.rossi',
  'hr',
  'yamada',
]
const domains = [
  'kellerbau.de',
  'northpeak.co.uk',
  'dubois-freres.fr',
  'brightwater.com',
  'talleresruiz.es',
  'nowak-transport.pl',
  'rossimobili.it',
  'meerwijk.nl',
  'solucoes.com.br',
  'yamada-seiki.co.jp',
  'lindholm.se',
  'gmail.com',
  'yahoo.com',
  'outlook.com',
  'web.de',
  'free.fr',
]
const refusals: readonly (readonly [code: string, status: string, reason: string])[] = [
  [
    '550',
    '5.1.1',
    "The email account that you tried to reach does not exist. Please try double-checking the recipient's email address for typos or unnecessary spaces. Learn more at https://support.google.com/mail/?p=NoSuchUser",
  ],
  ['550', '5.1.1', 'User unknown in virtual mailbox table'],
  ['550', '5.1.10', 'RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
  [
    '552',
    '5.2.2',
    "The recipient's inbox is out of storage space. Please direct the recipient to https://support.google.com/mail/?p=OverQuotaPerm",
  ],
  [
    '554',
    '5.7.1',
    'Service unavailable; Client host [192.0.2.44] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/192.0.2.44',
  ],
  [
    '550',
    '5.7.1',
    'Our system has detected that this message is likely unsolicited mail. To reduce the amount of spam sent, this message has been blocked. Please visit https://support.google.com/mail/?p=UnsolicitedMessageError for more information.',
  ],
  [
    '550',
    '5.7.26',
    "Unauthenticated email from northwind-mail.com is not accepted due to domain's DMARC policy. Please contact the administrator of northwind-mail.com domain if this was a legitimate mail. To learn about the DMARC initiative go to https://support.google.com/mail/?p=DmarcRejection",
  ],
  ['554', '5.7.1', 'Relay access denied'],
  [
    '550',
    '5.4.1',
    'Recipient address rejected: Access denied. AS(201806281) [DB5EUR03FT012.eop-EUR03.prod.protection.outlook.com]',
  ],
  ['452', '4.2.2', 'Mailbox full; try again later'],
  ['421', '4.7.0', 'Temporary System Problem. Try again later'],
  ['554', '5.4.14', 'Hop count exceeded - possible mail loop'],
  [
    '550',
    '5.7.350',
    'Remote server returned message detected as spam -> 554 5.2.252 SendAsDenied; mail rejected',
  ],
  ['553', '5.1.2', "sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
  [
    '550',
    '5.7.1',
    'Requested action not taken: mailbox unavailable. For explanation visit https://postmaster.web.de/de/case?c=r0601&i=ip&v=192.0.2.44&r=1M8z',
  ],
  ['552', '5.3.4', 'Message size exceeds fixed limit'],
  [
    '550',
    '5.7.0',
    'Message contains a file type (.zip) that is not accepted here. Your message was not delivered.',
  ],
]

const header = (fields: Readonly<Record<string, string>>): string =>
  Object.entries({ 'MIME-Version': '1.0', ...fields })
    .map(([name, value]) => `${name}: ${encoded(value)}`)
    .join('\n')

/** RFC 2047, where a value has more than ASCII. */
const encoded = (value: string): string =>
  /^[\x20-\x7e\n\t]*$/.test(value) ? value : `=?utf-8?B?${Buffer.from(value).toString('base64')}?=`

const plain = 'text/plain; charset=utf-8'

/** RFC 3464: words for people, fields for machines, and what comes back. */
function report(
  f: Facts,
  fields: Readonly<Record<string, string>>,
  words: string,
  { html, action = 'failed', whole = true }: { html?: string; action?: string; whole?: boolean } = {},
): string {
  const boundary = `b_${f.id}`
  const said =
    html === undefined
      ? [`Content-Type: ${plain}\nContent-Transfer-Encoding: 8bit\n\n${words}`]
      : [
          `Content-Type: multipart/alternative; boundary="alt_${f.id}"\n\n--alt_${f.id}\nContent-Type: ${plain}\nContent-Transfer-Encoding: 8bit\n\n${words}\n--alt_${f.id}\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${html}\n--alt_${f.id}--`,
        ]
  const parts = [
    ...said,
    `Content-Description: Delivery report\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; ${f.host}\nArrival-Date: ${f.date}\n\nFinal-Recipient: rfc822; ${f.recipient}\nOriginal-Recipient: rfc822;${f.recipient}\nAction: ${action}\nStatus: ${f.status}\nRemote-MTA: dns; mx.${f.domain}\nDiagnostic-Code: smtp; ${f.code} ${f.status} ${f.reason}`,
    whole
      ? `Content-Description: Undelivered Message\nContent-Type: message/rfc822\n\n${f.head}\n\n${f.text}`
      : `Content-Type: text/rfc822-headers\n\n${f.head}`,
  ]
  return `${header({ 'Return-Path': '<>', Date: f.date, To: inbox, 'Message-ID': `<${f.id}@${f.host}>`, 'Auto-Submitted': 'auto-replied', 'Content-Type': `multipart/report; report-type=delivery-status; boundary="${boundary}"`, ...fields })}\n\nThis is a MIME-encapsulated message.\n\n${parts.map((part) => `--${boundary}\n${part}\n`).join('\n')}\n--${boundary}--\n`
}

const letter = (f: Facts, fields: Readonly<Record<string, string>>, words: string): string =>
  `${header({ 'Return-Path': '<>', Date: f.date, To: inbox, 'Message-ID': `<${f.id}@${f.host}>`, 'Content-Type': plain, 'Content-Transfer-Encoding': '8bit', ...fields })}\n\n${words}\n`

const daemon = (f: Facts): string => `Mail Delivery Subsystem <mailer-daemon@${f.host}>`

/** What Google writes, by language: subject, title, sentence, what was answered. */
const google: readonly (readonly [string, string, (f: Facts) => string, string])[] = [
  [
    'Delivery Status Notification (Failure)',
    'Address not found',
    (f) =>
      `Your message wasn't delivered to ${f.recipient} because the address couldn't be found, or is unable to receive mail.`,
    'The response from the remote server was:',
  ],
  [
    'Delivery Status Notification (Failure)',
    'Adresse nicht gefunden',
    (f) =>
      `Ihre Nachricht wurde nicht an ${f.recipient} zugestellt, weil die Adresse nicht gefunden wurde oder keine E-Mails empfangen kann.`,
    'Antwort des Remoteservers:',
  ],
  [
    'Delivery Status Notification (Failure)',
    'Adresse introuvable',
    (f) =>
      `Votre message n'a pas pu être remis à ${f.recipient}, car l'adresse est introuvable ou ne peut pas recevoir d'e-mails.`,
    'Réponse du serveur distant :',
  ],
  [
    'Delivery Status Notification (Failure)',
    'No se ha encontrado la dirección',
    (f) =>
      `Tu mensaje no se ha entregado a ${f.recipient} porque no se ha encontrado la dirección o esta no puede recibir correo.`,
    'La respuesta del servidor remoto fue:',
  ],
  [
    'Delivery Status Notification (Failure)',
    'Endereço não encontrado',
    (f) =>
      `Sua mensagem não foi entregue a ${f.recipient} porque o endereço não foi encontrado ou não pode receber e-mails.`,
    'A resposta do servidor remoto foi:',
  ],
  [
    'Delivery Status Notification (Failure)',
    'Indirizzo non trovato',
    (f) =>
      `Il messaggio non è stato consegnato a ${f.recipient} perché l'indirizzo non è stato trovato o non può ricevere posta.`,
    'La risposta del server remoto è stata:',
  ],
  [
    'Delivery Status Notification (Delay)',
    'Delivery incomplete',
    (f) =>
      `There was a temporary problem delivering your message to ${f.recipient}. Gmail will retry for ${40 + f.days} more hours. You'll be notified if the delivery fails permanently.`,
    'The response was:',
  ],
  [
    'Delivery Status Notification (Failure)',
    'Message blocked',
    (f) =>
      `Your message to ${f.recipient} has been blocked. See technical details below for more information.`,
    'The response from the remote server was:',
  ],
  [
    'Delivery Status Notification (Failure)',
    '住所が見つかりません',
    (f) =>
      `${f.recipient} にメールは配信されませんでした。アドレスが見つからないか、メールを受信できません。`,
    'リモート サーバーからの応答:',
  ],
]
const exchange: readonly (readonly [string, (f: Facts) => string])[] = [
  [
    'Undeliverable: ',
    (f) =>
      `Your message to ${f.recipient} couldn't be delivered.\n\n${f.user} wasn't found at ${f.domain}.\n\ndesk\tOffice 365\t${f.user}\nAction Required\t\tRecipient\n\nUnknown To address\n\nHow to Fix It\nThe address may be misspelled or may not exist. Try one or more of the following:\n  * Send the message again following these steps: In Outlook, open this non-delivery report (NDR) and choose Send Again from the Report ribbon. In Outlook on the web, select this NDR, then select the link "To send this message again, click here." Then delete and retype the entire recipient address.\n  * Contact the recipient (by phone, for example) to check that the address exists and is correct.\nIf you continue to have problems, ask your email admin for help.\n\nMore Info for Email Admins\nStatus code: ${f.code} ${f.status}`,
  ],
  [
    'Unzustellbar: ',
    (f) =>
      `Fehler bei der Nachrichtenzustellung an folgende Empfänger oder Gruppen:\n\n${f.recipient}<mailto:${f.recipient}>\nDie eingegebene E-Mail-Adresse konnte nicht gefunden werden. Überprüfen Sie die E-Mail-Adresse des Empfängers, und versuchen Sie, die Nachricht erneut zu senden. Wenn das Problem weiterhin besteht, wenden Sie sich an Ihren E-Mail-Administrator.\n\nDiagnoseinformationen für Administratoren:\n\nGenerierender Server: ${f.host}\n\n${f.recipient}\nRemote Server returned '${f.code} ${f.status} ${f.reason}'\n\nUrsprüngliche Nachrichtenkopfzeilen:`,
  ],
  [
    'Non remis : ',
    (f) =>
      `Échec de la remise pour ces destinataires ou groupes :\n\n${f.recipient}\nL'adresse de messagerie que vous avez entrée est introuvable. Vérifiez l'adresse du destinataire et essayez de renvoyer le message. Si le problème persiste, contactez votre administrateur de messagerie.\n\nInformations de diagnostic pour les administrateurs :\n\nServeur de génération : ${f.host}\nLe serveur distant a renvoyé « ${f.code} ${f.status} ${f.reason} »`,
  ],
  [
    'No se puede entregar: ',
    (f) =>
      `Error de entrega a los siguientes destinatarios o grupos:\n\n${f.recipient}\nNo se ha podido entregar el mensaje porque el buzón de correo del destinatario está lleno. Intente enviarlo más tarde o póngase en contacto directamente con el destinatario.\n\nInformación de diagnóstico para administradores:\n\nServidor de generación: ${f.host}\n${f.code} ${f.status} ${f.reason}`,
  ],
  [
    'Onbestelbaar: ',
    (f) =>
      `Bezorging aan de volgende geadresseerden of groepen is mislukt:\n\n${f.recipient}\nHet e-mailadres dat u hebt ingevoerd, is niet gevonden. Controleer het e-mailadres en probeer het bericht opnieuw te verzenden.\n\nDiagnostische gegevens voor beheerders:\n\nServer die het bericht heeft gegenereerd: ${f.host}\n${f.code} ${f.status} ${f.reason}`,
  ],
  [
    'Non recapitabile: ',
    (f) =>
      `Recapito non riuscito per i seguenti destinatari o gruppi:\n\n${f.recipient}\nIl messaggio non è stato recapitato perché rifiutato dal provider di posta del destinatario. Contattare l'amministratore.\n\nInformazioni di diagnostica per gli amministratori:\n\n${f.code} ${f.status} ${f.reason}`,
  ],
]
const absent: readonly (readonly [string, (f: Facts) => string])[] = [
  [
    'Automatic reply: ',
    (f) =>
      `Thank you for your email. I am out of the office until Monday ${3 + f.days} June with limited access to email. For urgent matters please contact my colleague Helen Marsh, helen.marsh@${f.domain}, +44 20 7946 0${100 + f.days}. Your message will not be forwarded.\n\nKind regards`,
  ],
  [
    'Automatische Antwort: ',
    (f) =>
      `Sehr geehrte Damen und Herren,\n\nvielen Dank für Ihre Nachricht. Ich bin bis einschließlich ${10 + f.days}.06. nicht im Büro. Ihre E-Mail wird nicht weitergeleitet. In dringenden Fällen wenden Sie sich bitte an zentrale@${f.domain} oder telefonisch an 0221 4455-${f.days}0.\n\nMit freundlichen Grüßen`,
  ],
  [
    'Réponse automatique : ',
    (f) =>
      `Bonjour,\n\nJe suis absente du bureau jusqu'au ${10 + f.days} juin inclus. En cas d'urgence, merci de contacter contact@${f.domain}. Je répondrai à votre message dès mon retour.\n\nCordialement`,
  ],
  [
    'Respuesta automática: ',
    (f) =>
      `Hola:\n\nEstaré fuera de la oficina hasta el ${10 + f.days} de junio. Para cualquier asunto urgente, escriba a info@${f.domain} o llame al 912 345 67${f.days}. Un saludo.`,
  ],
  [
    'Automatisch antwoord: ',
    (f) =>
      `Beste,\n\nIk ben afwezig tot ${10 + f.days} juni en lees mijn mail niet. Voor dringende zaken kunt u contact opnemen met planning@${f.domain}.\n\nMet vriendelijke groet`,
  ],
  [
    'Resposta automática: ',
    (f) =>
      `Olá, estou de férias até ${10 + f.days} de junho. Em caso de urgência, fale com suporte@${f.domain}. Obrigado.`,
  ],
  [
    'Odpowiedź automatyczna: ',
    (f) =>
      `Dzień dobry,\n\ndziękuję za wiadomość. Jestem nieobecna do ${10 + f.days} czerwca. W pilnych sprawach proszę o kontakt: biuro@${f.domain}.`,
  ],
  [
    'Risposta automatica: ',
    (f) =>
      `Buongiorno, sono fuori ufficio fino al ${10 + f.days} giugno. Per urgenze scrivere a segreteria@${f.domain}. Cordiali saluti`,
  ],
  [
    'Re: ',
    (f) =>
      `${f.user} no longer works for us as of ${f.days} May. Please update your records and write to office@${f.domain} from now on. This mailbox is not read.`,
  ],
]

const pick = <T>(some: readonly T[], random: () => number): T => some[Math.floor(random() * some.length)]!
const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

const families: Readonly<Record<string, (f: Facts, random: () => number) => string>> = {
  postfix: (f, random) =>
    report(
      f,
      {
        From: `MAILER-DAEMON@${f.host} (Mail Delivery System)`,
        Subject: 'Undelivered Mail Returned to Sender',
      },
      `This is the mail system at host ${f.host}.\n\nI'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients. It's attached below.\n\nFor further assistance, please send mail to postmaster.\n\nIf you do so, please include this problem report. You can\ndelete your own text from the attached returned message.\n\n                   The mail system\n\n<${f.recipient}>: host mx.${f.domain}[${f.ip}] said: ${f.code} ${f.status}\n    ${f.reason} (in reply to RCPT TO command)`,
      { whole: random() < 0.7 },
    ),
  'postfix, delayed': (f) =>
    report(
      f,
      {
        From: `MAILER-DAEMON@${f.host} (Mail Delivery System)`,
        Subject: 'Delayed Mail (still being retried)',
      },
      `This is the mail system at host ${f.host}.\n\n####################################################################\n# THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE. #\n####################################################################\n\nYour message could not be delivered for more than ${f.days} hour(s).\nIt will be retried until it is 5 day(s) old.\n\n<${f.recipient}>: connect to mx.${f.domain}[${f.ip}]:25: Connection timed out`,
      { action: 'delayed', whole: false },
    ),
  exim: (f, random) =>
    letter(
      f,
      {
        From: `Mail Delivery System <Mailer-Daemon@${f.host}>`,
        Subject: 'Mail delivery failed: returning message to sender',
        'Auto-Submitted': 'auto-replied',
        'X-Failed-Recipients': f.recipient,
      },
      `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ${f.recipient}\n    host mx.${f.domain} [${f.ip}]\n    SMTP error from remote mail server after RCPT TO:<${f.recipient}>:\n    ${f.code} ${f.status} ${f.reason}\n\n------ This is a copy of the message, including all the headers. ------\n\n${f.head}\n\n${random() < 0.8 ? f.text : ''}`,
    ),
  'exim, delayed': (f) =>
    letter(
      f,
      {
        From: `Mail Delivery System <Mailer-Daemon@${f.host}>`,
        Subject: `Warning: message ${f.id} delayed ${f.days * 24} hours`,
        'Auto-Submitted': 'auto-replied',
      },
      `This message was created automatically by mail delivery software.\nA message that you sent has not yet been delivered to one or more of its\nrecipients after more than ${f.days * 24} hours on the queue on ${f.host}.\n\nThe message identifier is:     ${f.id}\nThe subject of the message is: ${f.subject}\nThe date of the message is:    ${f.date}\n\nThe address to which the message has not yet been delivered is:\n\n  ${f.recipient}\n    Delay reason: ${f.reason}\n\nNo action is required on your part. Delivery attempts will continue for\nsome time, and this warning may be repeated at intervals if the message\nremains undelivered.`,
    ),
  qmail: (f) =>
    letter(
      f,
      { From: `MAILER-DAEMON@${f.host}`, Subject: 'failure notice' },
      `Hi. This is the qmail-send program at ${f.host}.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<${f.recipient}>:\n${f.ip} does not like recipient.\nRemote host said: ${f.code} ${f.reason}\nGiving up on ${f.ip}.\n\n--- Below this line is a copy of the message.\n\nReturn-Path: <${inbox}>\n${f.head}\n\n${f.text}`,
    ),
  sendmail: (f, random) =>
    report(
      f,
      {
        From: daemon(f),
        Subject: random() < 0.5 ? 'Returned mail: see transcript for details' : 'Returned mail: User unknown',
        'Auto-Submitted': 'auto-generated (failure)',
      },
      `The original message was received at ${f.date}\nfrom relay.agents.northwind-mail.com [192.0.2.44]\n\n   ----- The following addresses had permanent fatal errors -----\n<${f.recipient}>\n    (reason: ${f.code} ${f.status} ${f.reason})\n\n   ----- Transcript of session follows -----\n... while talking to mx.${f.domain}.:\n>>> DATA\n<<< ${f.code} ${f.status} ${f.reason}\n550 5.1.1 <${f.recipient}>... User unknown\n<<< 503 5.0.0 Need RCPT (recipient)`,
    ),
  'sendmail, delayed': (f) =>
    report(
      f,
      {
        From: daemon(f),
        Subject: 'Warning: could not send message for past 4 hours',
        'Auto-Submitted': 'auto-generated (warning-timeout)',
      },
      `    **********************************************\n    **      THIS IS A WARNING MESSAGE ONLY      **\n    **  YOU DO NOT NEED TO RESEND YOUR MESSAGE  **\n    **********************************************\n\nThe original message was received at ${f.date}\n\n   ----- Transcript of session follows -----\n<${f.recipient}>... Deferred: Connection timed out with mx.${f.domain}.\nWarning: message still undelivered after 4 hours\nWill keep trying until message is 5 days old`,
      { action: 'delayed', whole: false },
    ),
  gmail: (f, random) => {
    const [subject, title, sentence, answered] = pick(google, random)
    const words = `** ${title} **\n\n${sentence(f)}\n\n${answered}\n${f.code} ${f.status} ${f.reason}`
    const html = `<html><head><style>* { font-family: Roboto, "Helvetica Neue", Helvetica, Arial, sans-serif; }</style></head><body><table cellpadding="0" cellspacing="0" class="email-wrapper" style="padding-top:32px;background-color:#ffffff;"><tbody><tr><td><table><tr><td align="center"><img height="48" width="48" src="cid:icon.png" alt="Error Icon"></td></tr><tr><td><h2 style="color:#000000;">${title}</h2></td></tr><tr><td>${sentence(f)}</td></tr><tr><td><a style="color:#4285F4;" href="https://support.google.com/mail/?p=NoSuchUser">LEARN MORE</a></td></tr></table></td></tr><tr><td>${answered}<br/><p style="font-family:monospace">${f.code} ${f.status} ${f.reason}</p></td></tr></tbody></table></body></html>`
    return report(
      f,
      {
        From: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
        Subject: subject,
        References: '<sent@agents.northwind-mail.com>',
        'X-Failed-Recipients': f.recipient,
      },
      words,
      { html },
    )
  },
  exchange: (f, random) => {
    const [prefix, words] = pick(exchange, random)
    const text = words(f)
    const html = `<html>\n<head>\n<meta name="Generator" content="Microsoft Exchange Server">\n</head>\n<body><p><b><font color="#000066" size="3" face="Arial">${text.replaceAll('\n\n', '</font></b></p><p><font face="Tahoma" size="2">').replaceAll('\n', '<br>')}</font></p><font color="#808080" size="2" face="Courier New">Received: from AM0PR04CA0012.eurprd04.prod.outlook.com (2603:10a6:208:122::25)<br>by ${f.host} with Microsoft SMTP Server (version=TLS1_2)</font></body></html>`
    return report(
      f,
      {
        From: `Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@${f.domain}>`,
        Subject: prefix + f.subject,
        'X-MS-Exchange-Message-Is-Ndr': '',
        'Content-Language': 'en-US',
      },
      text,
      { html, whole: random() < 0.6 },
    )
  },
  yahoo: (f) =>
    letter(
      f,
      { From: 'MAILER-DAEMON@yahoo.com', Subject: 'Failure Notice' },
      `Sorry, we were unable to deliver your message to the following address.\n\n<${f.recipient}>:\n${f.code}: ${f.status} ${f.reason}\n\n--- Below this line is a copy of the message.\n\n${f.head}\n\n${f.text}`,
    ),
  'free-form, German': (f) =>
    letter(
      f,
      {
        From: `"Mail Delivery System" <mailer-daemon@${f.host}>`,
        Subject: 'Mail delivery failed: returning message to sender',
      },
      `Diese E-Mail wurde automatisch vom Mailserver erzeugt.\n\nDie von Ihnen versandte Nachricht konnte nicht an folgende(n) Empfänger zugestellt werden:\n\n${f.recipient}:\nSMTP-Fehler von Mailserver mx.${f.domain} nach RCPT TO:\n${f.code} ${f.reason}\n\nBitte prüfen Sie die Adresse und senden Sie die Nachricht erneut. Die ursprüngliche Nachricht:\n\n${quoted(`Betreff: ${f.subject}\n\n${f.text}`)}`,
    ),
  'free-form, French': (f) =>
    letter(
      f,
      { From: `Postmaster <postmaster@${f.host}>`, Subject: 'Message non distribué' },
      `Bonjour,\n\nVotre message du ${f.date} n'a pas pu être remis au destinataire suivant :\n\n  ${f.recipient}\n\nMotif : ${f.code} ${f.reason}\n\nVeuillez vérifier l'adresse ou contacter votre correspondant par un autre moyen.\n\n----- Message d'origine -----\nObjet : ${f.subject}\n\n${f.text}`,
    ),
  'free-form, Spanish': (f) =>
    letter(
      f,
      { From: `Sistema de correo <postmaster@${f.host}>`, Subject: `No entregado: ${f.subject}` },
      `Su mensaje no ha podido ser entregado a:\n\n${f.recipient}\n\nEl servidor respondió: ${f.code} ${f.reason}\n\nEl buzón puede estar lleno o la cuenta desactivada. No responda a este mensaje.\n\n${quoted(f.text)}`,
    ),
  'free-form, Japanese': (f) =>
    letter(
      f,
      { From: `Mail Delivery Subsystem <MAILER-DAEMON@${f.host}>`, Subject: '配信エラー通知' },
      `以下の宛先にメールを配信できませんでした。\n\n<${f.recipient}>\n\n${f.code} ${f.status} ${f.reason}\n\n宛先のメールアドレスをご確認のうえ、再度送信してください。`,
    ),
  'the relay refuses': (f) =>
    report(
      f,
      { From: `postmaster@${f.host}`, Subject: `Delivery Failure: ${f.subject}` },
      `Your message was rejected by the recipient's mail gateway.\n\nSender:    ${inbox}\nRecipient: ${f.recipient}\nReason:    ${f.code} ${f.status} ${f.reason}\n\nIf you believe that this is an error, ask the recipient to add you to the list of permitted senders, or contact the administrator of ${f.domain}.`,
      { whole: false },
    ),
  'a gateway for mail': (f) =>
    letter(
      f,
      {
        From: `Mail Security <no-reply@${f.host}>`,
        Subject: `Your message was not delivered [${f.id}]`,
        'Auto-Submitted': 'auto-generated',
      },
      `The message you sent to ${f.recipient} was held by the security policy of ${f.domain} and has not been delivered.\n\n  Subject:  ${f.subject}\n  Policy:   ${f.reason.split('.')[0]}\n  Case:     ${f.id}\n\nYou need not do anything. The recipient has been told and may release the message within ${f.days} days.`,
    ),
  absent: (f, random) => {
    const [prefix, words] = pick(absent, random)
    return letter(
      f,
      {
        From: `${f.user.replace(/[._]/, ' ')} <${f.recipient}>`,
        Subject: prefix + f.subject,
        'Auto-Submitted': 'auto-replied',
        'X-Auto-Response-Suppress': 'All',
        'In-Reply-To': '<sent@agents.northwind-mail.com>',
        References: '<sent@agents.northwind-mail.com>',
      },
      words(f),
    )
  },
  'absent, without a mark': (f, random) => {
    const [prefix, words] = pick(absent, random)
    return letter(
      f,
      { From: `${f.recipient}`, Subject: prefix + f.subject },
      `${words(f)}\n\n${quoted(f.text)}`,
    )
  },
  'an answer to a challenge': (f) =>
    letter(
      f,
      { From: f.recipient, Subject: `Re: ${f.subject}`, 'Auto-Submitted': 'auto-replied' },
      `We have received your message and opened ticket #${f.id.slice(-6)}. Our team answers within ${f.days} working days. Please keep the number in the subject when you write again. If you need to add anything, write to support@${f.domain}.`,
    ),
  'Domino and GroupWise': (f, random) =>
    report(
      f,
      {
        From: `Postmaster@${f.host}`,
        Subject:
          random() < 0.5
            ? 'DELIVERY FAILURE: User not listed in Domino Directory'
            : 'Message status - undeliverable',
      },
      `Your message\n\n  Subject: ${f.subject}\n\nwas not delivered to:\n\n  ${f.recipient}\n\nbecause:\n\n  ${f.reason}`,
      { whole: random() < 0.5 },
    ),
}

/** `count` reports of all families in turn, the same each time. */
export function bounces(count: number): Bounce[] {
  const names = Object.keys(families)
  return Array.from({ length: count }, (_, index) => {
    const family = names[index % names.length]!
    const random = randomOf(hashOf(`${family} ${index}`))
    const facts = factsOf(random)
    return {
      family,
      recipient: facts.recipient,
      raw: families[family]!(facts, random).replaceAll('\n', '\r\n'),
    }
  })
}

function factsOf(random: () => number): Facts {
  const [code, status, reason] = pick(refusals, random)
  const user = pick(users, random)
  const domain = pick(domains, random)
  const recipient = `${user}@${domain}`
  const [subject, text] = pick(originals, random)
  const date = `Tue, ${1 + Math.floor(random() * 27)} May 2025 ${10 + Math.floor(random() * 12)}:${10 + Math.floor(random() * 49)}:07 +0000`
  const id = Math.floor(random() * 36 ** 9)
    .toString(36)
    .padStart(9, '0')
    .toUpperCase()
  return {
    recipient,
    user,
    domain,
    host: pick(
      [
        `mx1.${domain}`,
        'relay.northwind-mail.com',
        `mail.${domain}`,
        'mout.kundenserver.de',
        'smtp-out.hosting.example',
      ],
      random,
    ),
    ip: `203.0.113.${1 + Math.floor(random() * 250)}`,
    code,
    status,
    reason,
    subject,
    head: `Received: from agents.northwind-mail.com (agents.northwind-mail.com [192.0.2.44])\n\tby relay.northwind-mail.com with ESMTPS id ${id}; ${date}\nFrom: Northwind desk <${inbox}>\nTo: ${recipient}\nSubject: ${encoded(subject)}\nDate: ${date}\nMessage-ID: <sent@agents.northwind-mail.com>\nMIME-Version: 1.0\nContent-Type: ${plain}\nContent-Transfer-Encoding: 8bit`,
    text,
    id,
    date,
    days: 1 + Math.floor(random() * 8),
  }
}
