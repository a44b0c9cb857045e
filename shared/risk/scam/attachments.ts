/** Attachments of the kinds that carry malware and log-in pages. */
import type { RiskMessage } from '../scorer.ts'
import type { Signal } from './signal.ts'

const programs =
  /\.(?:exe|scr|com|pif|bat|cmd|msi|msix|appx|hta|vbs|vbe|jse?|wsf|wsh|ps1|psm1|jar|lnk|reg|cpl|dll|chm|iso|img|vhdx?|apk|dmg|pkg|application|gadget|inf|scf|url|library-ms|search-ms|xll|ace|r\d\d|uue)$/i
const macros = /\.(?:docm|dotm|xlsm|xltm|xlsb|xlam|pptm|potm|ppam|ppsm|sldm|one|slk|iqy|mht|mhtml|rtf)$/i
const pages = /\.(?:html?|xhtml|shtml?|svgz?|htmlx)$/i
/** `invoice.pdf.exe`: an ending for the reader, and another for the machine. */
const doubled =
  /\.(?:pdf|docx?|xlsx?|pptx?|txt|jpe?g|png|gif|csv|zip|rar|mp3|mp4)[\s_.]{0,60}\.(?:exe|scr|com|pif|bat|cmd|hta|vbs|jse?|wsf|jar|lnk|iso|img|html?|svg|zip|rar|7z|ace)$/i
const archives = /\.(?:zip|rar|7z|ace|gz|tgz|bz2|xz|cab|arj|lzh|tar|z)$/i
const passwordSaid =
  /\b(?:pass ?word|pass ?code|passwort|kennwort|mot de passe|contrase[nñ]a|senha|pin)\b.{0,40}[:=]?\s{0,3}["'“]?[\w!@#$%-]{3,16}/i

export function attachmentSignals({ mail, scan }: RiskMessage): Signal[] {
  const found = new Map<string, Signal>()
  const say = (name: string, detail: string, file: string): void => {
    if (!found.has(name)) found.set(name, { name, value: 1, detail, where: `attachment:${file}`, text: file })
  }
  for (const { filename, index, contentType } of mail.attachments.slice(0, 50)) {
    const name = filename.slice(-255).replace(/[\s.\u200b-\u200f\u202a-\u202e\u2066-\u2069]+$/u, '')
    if (/[\u202a-\u202e\u2066-\u2069]/.test(filename))
      say('turned_name', 'The name of an attachment is turned around to hide its ending.', filename)
    if (doubled.test(name))
      say('double_ending', 'An attachment has two endings, the first for show.', filename)
    if (programs.test(name))
      say('program', 'An attachment is a program, or runs one when it is opened.', filename)
    else if (macros.test(name))
      say('macro_document', 'An attachment is a document that can run macros.', filename)
    else if (pages.test(name) || (/^text\/html$/i.test(contentType) && name !== ''))
      say('html_attachment', 'An attachment is a web page, as log-in pages are sent.', filename)
    if (archives.test(name)) {
      const verdict = scan?.attachments[index]
      const sealed = verdict?.status === 'error' && /encrypt|password/i.test(verdict.reason)
      if (sealed || passwordSaid.test(mail.body.slice(0, 5_000)))
        say(
          'sealed_archive',
          'An archive is locked with a password, so that scanners can not look inside.',
          filename,
        )
    }
  }
  return [...found.values()]
}
