/** The disguises attackers put on text, for training rows. */

type Random = () => number

const lookAlikes: Record<string, string> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
}
const leetDigits: Record<string, string> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' }

const latin = (text: string): boolean => /[a-z]{4}/i.test(text)

const disguises: readonly ((text: string, random: Random) => string)[] = [
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(text).toString('hex'),
  (text) => encodeURIComponent(text),
  (text) => [...text].join('\u200b'),
  (text, random) => text.replace(/[aceiopsxy]/g, (letter) => (random() < 0.7 ? lookAlikes[letter]! : letter)),
  (text, random) =>
    text.replace(/[aeiost]/gi, (letter) => (random() < 0.85 ? leetDigits[letter.toLowerCase()]! : letter)),
  (text) =>
    text
      .split(' ')
      .map((word) => [...word].join(' '))
      .join('  '),
  (text) => [...text].reverse().join(''),
  (text) =>
    text.replace(/[a-z]/gi, (letter) =>
      String.fromCharCode(letter.charCodeAt(0) + ((letter.charCodeAt(0) & 31) <= 13 ? 13 : -13)),
    ),
  (text) => text.replace(/[\x20-\x7e]/g, (char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))),
  (text) => text.toUpperCase(),
  (text) => text.toUpperCase(),
  (text) => `<!-- ${text} -->`,
  (text) => `<div style="display:none">${text}</div>`,
  (text) => `<span style="font-size:0">${text}</span>`,
  (text) => text.replace(/[^\x00-\x7f]|[a-z]/gi, (char) => `&#${char.codePointAt(0)};`),
]

/** `text` in one of the disguises, behind `lead` where it can't be read as it stands. */
export function obfuscate(text: string, lead: string, random: Random): string {
  const disguised = disguises[Math.floor(random() * disguises.length)]!(text, random)
  return latin(text) || disguised.includes(text)
    ? `${disguised.includes(text) ? '' : lead}${disguised}`
    : text
}
