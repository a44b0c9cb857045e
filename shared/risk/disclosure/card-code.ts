/** A payment card along with what is needed to charge it: its security code, or at least its date. */
import type { Span } from '../span.ts'

/** Characters around the number in which its code stands. */
const reach = { before: 120, behind: 200 }

const codeWords =
  /(?:\bcvv2?|\bcvc2?|\bcsc\b|\bcid\b|security (?:code|no\.?|number|digits)|(?:3|three|4|four)[- ]digit(?:s|\b)|verification (?:code|number)|(?:3|4|three|four) (?:figures|numbers|digits)|signature strip|(?:drei|vier|trois|quatre|tres|cuatro|tre|quattro|três|drie|vier)(?:stellige)? (?:ziffern|zahlen|zahl|chiffres|cifras|n[uú]meros|d[ií]gitos|cifre|cijfers)|pr[üu]fzahl|(?:por )?detr[áa]s|(?<!\p{L})hinten|derri[èe]re|(?<!\p{L})dietro|(?:on|at) the (?:back|reverse)|(?:code|number|digits) (?:on|at) (?:the|its) (?:back|reverse|front)|auf der rückseite|(?:code|chiffres) au (?:dos|verso)|(?:en el|al) (?:reverso|dorso)|sul retro|no verso|achterop|op de achterkant|pr[üu]e?f(?:ziffer|nummer)|kartenpr\p{L}{2,10}|(?<!post|zip |area |promo |booking |tax |discount )\bcode|kontrollziffer|sicherheitsnummer|c[oó]digo de verifica\p{L}{2,4}|codice di verifica|\bcvn|\bcsc|sicherheitscode|cryptogramme|code de s[ée]curit[ée]|c[oó]digo de (?:seguridad|seguran[çc]a)|codice di sicurezza|(?:be)?veiligheidscode|beveiligingscode|kod (?:bezpiecze\p{L}{1,6}|zabezpiecz\p{L}{1,6})|s[äa]kerhetskod|sikkerhedskode|sikkerhetskode|turvakoodi|g[üu]venlik kodu|код безопасности|安全码|セキュリティコード)[^\d\n]{0,24}(?:\n[^\d\n]{0,8})?(?<!\d)(\d{3,4})(?!\d|[ /.-]\d)/iu
const expiry =
  /(?<![\d/])(?:0?[1-9]|1[0-2])\s?[/.-]\s?(?:20)?[2-4]\d(?![\d/.-])|(?<=\bexp\w{0,8}[ :=.]{1,3})(?:0[1-9]|1[0-2])[2-4]\d(?!\d)/i
/** Number, date and code in one line, as whoever types them into a machine writes them. */
const bareLine =
  /^[ \t]{0,3}[,;|/ \t][ \t]{0,3}(?:0[1-9]|1[0-2])[ \t]?[/-]?[ \t]?[2-4]\d[ \t]{0,3}[,;|/ \t][ \t]{0,3}\d{3,4}(?![\d.,/])/
/** A number of three or four digits alone, right behind a date or on the next line. */
const bareCode = /^[\s,;|/:-]{1,6}(\d{3,4})(?!\d|[ /.,-]\d)/

/** What stands with the card at `span`: its `code`, its `date` alone, or null. */
export function withCard(text: string, { start, end }: Span): 'code' | 'date' | null {
  const before = text.slice(Math.max(0, start - reach.before), start)
  const behind = text.slice(end, end + reach.behind)
  if (codeWords.test(behind) || codeWords.test(before) || bareLine.test(behind)) return 'code'
  for (const near of [behind, before]) {
    const date = expiry.exec(near)
    if (date !== null) return bareCode.test(near.slice(date.index + date[0].length)) ? 'code' : 'date'
  }
  return null
}
