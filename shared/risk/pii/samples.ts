/** Numbers that payment services and standards publish for trying out: nobody's. */

const cards = new Set([
  '4242424242424242',
  '4000000000000002',
  '4000000000009995',
  '4000000000000069',
  '4000000000000127',
  '4000000000003220',
  '4000002500003155',
  '4000002760003184',
  '4111111111111111',
  '4012888888881881',
  '4000056655665556',
  '5555555555554444',
  '5105105105105100',
  '5200828282828210',
  '2223003122003222',
  '378282246310005',
  '371449635398431',
  '6011111111111117',
  '3530111333300000',
])
/** The examples of the registry of IBANs (ISO 13616), and of the articles on it. */
const ibans = new Set([
  'de89370400440532013000',
  'gb29nwbk60161331926819',
  'gb82west12345698765432',
  'gb33bukb20201555555555',
  'fr1420041010050500013m02606',
  'es9121000418450200051332',
  'nl91abna0417164300',
  'at611904300234573201',
  'ch9300762011623852957',
  'be68539007547034',
  'it60x0542811101000000123456',
  'pt50000201231234567890154',
])

/** Whether a number (letters and digits alone, in lower case) at `start` of `text` is such a card, and said to be one. */
export const isTestCard = (key: string, text: string, start: number): boolean =>
  cards.has(key) &&
  /\b(?:test(?:ing|s)?|testkarten?|sandbox|demo|docs|example|prueba|essai)\b/i.test(
    text.slice(Math.max(0, start - 240), start + 160),
  )

/** Whether an account number (letters and digits alone, in lower case) is an example of the standard. */
export const isSampleIban = (key: string): boolean => ibans.has(key)

/** Whether a social security number (digits alone) is one that nobody is given: an example. */
export const isSampleSsn = (key: string): boolean => /^000|^(?:078051120|123456789|987654321)$/.test(key)
