/** Attachments of the kinds that carry malware and log-in pages. */
import { withoutTail } from '../../lib/filename.ts'
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

/** Of files in archives, pages are judged by what they do: books and saved pages have many. */
export function attachmentSignals({ mail, scan, heldNames = [] }: RiskMessage): Signal[] {
  const found = new Map<string, Signal>()
  const say = (name: string, detail: string, file: string, text = file): void => {
    if (!found.has(name)) found.set(name, { name, value: 1, detail, where: `attachment:${file}`, text })
  }
  const tellsPassword = passwordSaid.test(mail.body.slice(0, 5_000))
  // No more than `limits.mimeParts` of a message are read, and it is flagged beyond.
  for (const { filename, nulName, index, contentType } of mail.attachments) {
    const name = endOf(filename)
    const kinds = [...kindsOf(filename), ...(nulName === undefined ? [] : kindsOf(nulName))]
    for (const kind of kinds) say(kind, said[kind].bare, filename)
    const runs = kinds.some((kind) => kind === 'program' || kind === 'macro_document')
    if (!runs && (pages.test(name) || (/^text\/html$/i.test(contentType) && name !== '')))
      say('html_attachment', 'An attachment is a web page, as log-in pages are sent.', filename)
    if (archives.test(name)) {
      const verdict = scan?.attachments[index]
      const sealed = verdict?.status === 'error' && /encrypt|password/i.test(verdict.reason)
      if (sealed || tellsPassword)
        say(
          'sealed_archive',
          'An archive is locked with a password, so that scanners can not look inside.',
          filename,
        )
    }
  }
  for (const path of heldNames) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    for (const kind of kindsOf(name)) say(kind, said[kind].held, path, name)
  }
  return [...found.values()]
}

type Kind = 'turned_name' | 'double_ending' | 'program' | 'macro_document'

/** What a name tells of a file, wherever it stands. */
function kindsOf(filename: string): Kind[] {
  const name = endOf(filename)
  const kinds: Kind[] = []
  if (/[\u202a-\u202e\u2066-\u2069]/.test(filename)) kinds.push('turned_name')
  if (doubled.test(name)) kinds.push('double_ending')
  if (programs.test(name)) kinds.push('program')
  else if (macros.test(name)) kinds.push('macro_document')
  return kinds
}

/** The end of a name, as those who open it take it. */
const endOf = (filename: string): string => withoutTail(filename).slice(-255)

/** The same of an attachment, and of a file that stands in one. */
const said: Record<Kind, { bare: string; held: string }> = {
  turned_name: {
    bare: 'The name of an attachment is turned around to hide its ending.',
    held: 'The name of a file in an attachment is turned around to hide its ending.',
  },
  double_ending: {
    bare: 'An attachment has two endings, the first for show.',
    held: 'A file in an attachment has two endings, the first for show.',
  },
  program: {
    bare: 'An attachment is a program, or runs one when it is opened.',
    held: 'A file in an attachment is a program, or runs one when it is opened.',
  },
  macro_document: {
    bare: 'An attachment is a document that can run macros.',
    held: 'A file in an attachment is a document that can run macros.',
  },
}
