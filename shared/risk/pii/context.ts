/** The words around a value: what makes a number a passport's or an order's. */

/** The `length` characters before `at`, in lower case. */
export const before = (text: string, at: number, length: number): string =>
  text.slice(Math.max(0, at - length), at).toLowerCase()

/** The `length` characters from `at` on, in lower case. */
export const after = (text: string, at: number, length: number): string =>
  text.slice(at, at + length).toLowerCase()

/** The last sentence or line of `lead`. */
export const inSentence = (lead: string): string =>
  lead.slice(Math.max(lead.lastIndexOf('. '), lead.lastIndexOf('\n'), lead.lastIndexOf('; ')) + 1)

/** Whether the unit at `at` is a letter or digit of any script (or half of one beyond the basic plane). */
export function isWordAt(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false
  const unit = text.charCodeAt(at)
  if (unit < 0x80) return isAlphanumeric(unit)
  return unit >= 0xaa && /[\p{L}\p{N}\ud800-\udfff]/u.test(text.charAt(at))
}

export const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39

export function isAlphanumeric(unit: number): boolean {
  const small = unit | 0x20
  return isDigit(unit) || (small >= 0x61 && small <= 0x7a)
}

/**
 * What precedes a number that belongs to something else than a person: orders, versions, parts, sums.
 * Tested on the characters right before the number.
 */
const otherThings =
  /(?:\b(?:order|orders|ticket|case|issue|bug|pr|ref|refs|reference|tracking|parcel|shipment|awb|sku|isbn|issn|ean|upc|gtin|asin|part|parts|item|article|art|model|serial|s\/n|lot|batch|version|ver|release|build|rev|revision|patch|firmware|section|sec|chapter|clause|paragraph|page|pages|pp|figure|fig|table|room|km|kilomet(?:er|re)s?|mile|mileage|invoice|inv|po|quote|contract|booking|confirmation|reservation|flight|train|commit|hash|sha|md5|trace|span|request|req|session|meeting|webinar|conference|timestamp|epoch|coordinates|latitude|longitude|doi|patent|docket|rfc|cve|vin|imei|loyalty|policy|claim|ndc|member|membership|customer|client|employee|frequent flyer|eur|usd|gbp|chf|total|amount|price|sum|bestellung|auftrag|rechnung|kommande|commande|facture|pedido|factura|ordine|fattura|zamowienie|faktura)(?:[ -]?(?:no|nr|num|number|id|code|key|#)\b)?|[#$€£¥§№]|\bv)[\s.:#(=-]{0,4}(?:is |was |are )?$/

/** Whether the number at `start` is said to be that of an order, a version, a part … */
export const isOtherThing = (text: string, start: number): boolean =>
  otherThings.test(before(text, start, 40))
