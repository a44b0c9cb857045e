/** Parsed mail on its way between threads: texts that are the same cross once. */
import type { ParsedMail } from '../domain/parsed-mail.ts'

/** A parsed mail whose texts are null where they are the same as `body`. */
export type PackedMail = Omit<ParsedMail, 'bodySanitized' | 'extractedText'> & {
  bodySanitized: string | null
  extractedText: string | null
}

/** Most mail is all new, visible text: three copies of one string would be copied thrice. */
export function pack(mail: ParsedMail): PackedMail {
  const { body, bodySanitized, extractedText } = mail
  return {
    ...mail,
    bodySanitized: bodySanitized === body ? null : bodySanitized,
    extractedText: extractedText === body ? null : extractedText,
  }
}

/** What {@link pack} was given. */
export function unpack(packed: PackedMail): ParsedMail {
  const { body, bodySanitized, extractedText } = packed
  return { ...packed, bodySanitized: bodySanitized ?? body, extractedText: extractedText ?? body }
}
