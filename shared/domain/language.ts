/** The languages that the service speaks to people in. */

/** As BCP 47 has them; the first is spoken where nobody asks for another. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

export const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text)

/** Ranges of an Accept-Language that are looked at: browsers send a handful. */
const mostRanges = 20

/**
 * The language that a request asks for most (RFC 9110 §12.5.4): `de-AT` is answered in `de`. The first of ours where it
 * asks for none of them.
 */
export function languageAsked(acceptLanguage = ''): Language {
  const asked = acceptLanguage
    .split(',', mostRanges)
    .flatMap((range) => {
      const [, tag = '', weight = '1'] =
        /^([a-z]{1,8})(?:-[a-z\d-]{1,60})?(?:;q=([\d.]{1,5}))?$/i.exec(range.replace(/[ \t]/g, '')) ?? []
      const language = tag.toLowerCase()
      return isLanguage(language) && Number(weight) > 0 ? [{ language, weight: Number(weight) }] : []
    })
    .sort((one, other) => other.weight - one.weight)
  return asked[0]?.language ?? languages[0]
}
