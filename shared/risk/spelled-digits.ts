/** Numbers that are spelled out digit by digit, in five languages: `four one one one` is 4111. */

const digits: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'zero null zéro cero',
    'one eins un une uno um uma',
    'two zwei zwo deux dos dois duas',
    'three drei trois tres três',
    'four vier quatre cuatro quatro',
    'five fünf cinq cinco',
    'six sechs seis',
    'seven sieben sept siete sete',
    'eight acht huit ocho oito',
    'nine neun neuf nueve nove',
  ].flatMap((words, digit) => words.split(' ').map((word) => [word, String(digit)] as const)),
)
const word = `(?:${Object.keys(digits)
  .toSorted((a, b) => b.length - a.length)
  .join('|')})`
/** Four of them in a row: fewer are words of a sentence. */
const run = new RegExp(`(?<!\\p{L})${word}(?:[ ,./-]{1,3}${word}){3,40}(?!\\p{L})`, 'giu')
const one = new RegExp(word, 'giu')

/** `text` with such numbers as digits; null where it has none. */
export function withDigits(text: string): string | null {
  const plain = text.replace(run, (words) =>
    words.replace(one, (name) => digits[name.toLowerCase()]!).replace(/[^\d]/g, ''),
  )
  return plain === text ? null : plain
}
