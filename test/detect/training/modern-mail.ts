/** Writes mails as today's programs do, so that training knows their headers and HTML, which honest mail and scams share. */

type Random = () => number

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!
const chars = (alphabet: string, count: number, random: Random): string =>
  Array.from({ length: count }, () => pick([...alphabet], random)).join('')
const hex = (count: number, random: Random): string => chars('0123456789abcdef', count, random)
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const number = (most: number, random: Random): number => 1 + Math.floor(random() * most)
const quad = (random: Random): string =>
  [20 + number(180, random), number(250, random), number(250, random), number(250, random)].join('.')

/** Parts of a mail, the sender as in From. */
export interface Written {
  subject: string
  from: string
  text: string
}

const services = ['smtp-relay', 'mta1', 'o1.email', 'mail-out', 'a9-12.smtp-out', 'mx0', 'mail', 'smtp']

/** The mail as a message of RFC 5322, through one relay or two. */
export function modernMail({ subject, from, text }: Written, random: Random): string {
  const host = /@([\w.-]{3,100})/.exec(from)?.[1] ?? 'mail.example'
  const sends = random() < 0.5 ? host : pick(['postwing.net', 'sendbird.net', 'listhouse.com'], random)
  const relay = `${pick(services, random)}.${sends}`
  const address = quad(random)
  const date = `${pick(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'], random)}, ${number(28, random)} ${pick(['Jan', 'Mar', 'May', 'Aug', 'Oct', 'Nov'], random)} 202${number(5, random)} ${chars('01', 1, random)}${number(9, random)}:${10 + number(49, random)}:${10 + number(49, random)} ${pick(['+0000', '+0000', '+0200', '-0700', '+0530', '-0300'], random)}${random() < 0.15 ? ' (UTC)' : ''}`
  const id = pick(
    [
      () =>
        `${hex(8, random)}-${hex(4, random)}-${hex(4, random)}-${hex(4, random)}-${hex(12, random)}@${sends}`,
      () => `CA${chars(letters, 40, random)}@mail.gmail.com`,
      () => `${chars('0123456789', 14, random)}.${hex(16, random)}@${sends}`,
      () => `${hex(32, random)}@${host}`,
      () => `0${hex(15, random)}-${hex(8, random)}-${hex(4, random)}-000000@${sends}`,
      () => `${chars(letters, 22, random)}@geopod-ismtpd-${number(9, random)}`,
      () =>
        `${chars('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 24, random)}@${chars('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 12, random)}.eurprd03.prod.outlook.com`,
    ],
    random,
  )()
  const boundary = pick(
    [
      `--==_mimepart_${hex(20, random)}`,
      `000000000000${hex(16, random)}`,
      `_000_${hex(24, random)}_`,
      `----=_Part_${number(90_000, random)}_${number(900_000, random)}.17${chars('0123456789', 11, random)}`,
    ],
    random,
  )
  const some = (chance: number, line: string): string[] => (random() < chance ? [line] : [])
  const fields = [
    ...some(
      0.8,
      `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${host}; s=s1; h=from:to:subject; bh=${chars(letters, 43, random)}=; b=${chars(letters, 80, random)}`,
    ),
    `Date: ${date}`,
    `From: ${from}`,
    'To: agent@agents.northwind-mail.com',
    `Message-ID: <${id}>`,
    `Subject: ${subject}`,
    'MIME-Version: 1.0',
  ]
  if (random() < 0.5) fields.push(...fields.splice(random() < 0.5 ? 1 : 2, 1))
  const head = [
    `Received: from ${relay} (${random() < 0.85 ? `${relay} ` : ''}[${address}]) by mx.northwind-mail.com with ESMTPS id ${chars(letters, 12, random)}; ${date}`,
    ...some(
      0.5,
      `Received: by ${pick(['filter', 'worker', '10.0.4.7', 'smtp-node'], random)} with SMTP id ${chars(letters, 12, random)}; ${date}`,
    ),
    ...fields,
    ...some(0.35, `List-Unsubscribe: <https://${host}/u/${hex(12, random)}>`),
    ...some(0.25, `Reply-To: ${from}`),
    ...some(0.2, `Feedback-ID: ${number(9_000, random)}:campaign:${host}`),
    ...some(
      0.15,
      `X-Mailer: ${pick(['Microsoft Outlook 16.0', 'Apple Mail (2.3774)', 'PHPMailer 6.8.0', 'Mailer 4.2'], random)}`,
    ),
    ...some(0.05, 'X-Priority: 3'),
  ]
  const page = htmlOf(text, host, random)
  const kind = random()
  const crlf = (body: string): string => body.replace(/\r?\n/g, '\r\n')
  if (kind < 0.25)
    return crlf(
      `${[...head, 'Content-Type: text/plain; charset="utf-8"', 'Content-Transfer-Encoding: 8bit'].join('\n')}\n\n${text}\n`,
    )
  if (kind < 0.5)
    return crlf(
      `${[...head, `Content-Type: text/html; charset=${pick(['utf-8', 'UTF-8', '"utf-8"'], random)}`, `Content-Transfer-Encoding: 8bit`].join('\n')}\n\n${page}\n`,
    )
  const part = (type: string, body: string): string =>
    `--${boundary}\nContent-Type: ${type}; charset="UTF-8"\nContent-Transfer-Encoding: 8bit\n\n${body}\n`
  return crlf(
    `${[...head, `Content-Type: multipart/alternative; boundary="${boundary}"`].join('\n')}\n\n${part('text/plain', text)}${part('text/html', page)}--${boundary}--\n`,
  )
}

/** The text as HTML: bare paragraphs, or a table with styles, a logo, a button and a picture that counts. */
function htmlOf(text: string, host: string, random: Random): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const linked = escaped.replace(
    /https?:\/\/[^\s<>]{1,200}/g,
    (link) =>
      `<a href="${link}"${random() < 0.5 ? ' style="color:#1155cc"' : ''}>${random() < 0.6 ? pick(['View', 'Open', 'Details', 'here', 'Continue'], random) : link}</a>`,
  )
  const paragraphs = linked.split(/\n+/)
  if (random() < 0.35)
    return `<div dir="ltr">${paragraphs.map((line) => `<div>${line}</div>`).join('<br>')}</div>`
  const cells = paragraphs.map(
    (line) =>
      `<tr><td style="padding:${number(24, random)}px;font-family:Arial,sans-serif;font-size:${12 + number(6, random)}px;color:#${hex(6, random)}">${line}</td></tr>`,
  )
  const logo =
    random() < 0.7 ? `<img src="https://${host}/logo.png" width="${80 + number(120, random)}" alt="">` : ''
  const pixel =
    random() < 0.5 ? `<img src="https://${host}/o/${hex(16, random)}.gif" width="1" height="1" alt="">` : ''
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title></title><style>body{margin:0;background:#f4f4f4}</style></head><body>${logo}<table width="600" cellpadding="0" cellspacing="0" style="background:#ffffff">${cells.join('')}</table>${pixel}</body></html>`
}
