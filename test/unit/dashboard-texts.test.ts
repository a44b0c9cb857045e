/** What the dashboard says stands in its texts: no template has words of its own. */
import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { type Texts, texts } from '../../services/dashboard/texts.ts'

const folder = 'services/dashboard'
/** Files whose words are still to be moved: whoever moves the last of one takes it from here. */
const notYet: readonly string[] = [
  'api-keys-page.ts',
  'billing-page.ts',
  'overview-page.ts',
  'plans-view.ts',
  'queue-page.ts',
  'queued-mail-page.ts',
  'settings-page.ts',
]

interface Node {
  type: string
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** Each node below one, with whether it stands within a template of HTML. */
function* nodesOf(node: Node, within = false): Generator<[Node, boolean]> {
  yield [node, within]
  const tag = node.tag as { name?: string } | undefined
  const inner = within || (node.type === 'TaggedTemplateExpression' && tag?.name === 'html')
  for (const value of Object.values(node))
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield* nodesOf(one, inner)
}

/** Words of a template: between its tags, and in attributes that are read aloud or shown. */
function wordsOf(markup: string): string[] {
  // Attributes alone, which a tag takes in.
  if (/^(?:\s[a-z-]+(?:="[^"]*")?)+$/.test(markup)) return []
  const spoken = [...markup.matchAll(/\s(?:aria-label|title|alt|placeholder)="([^"]*)"/g)].map(
    ([, text]) => text!,
  )
  const text = markup
    .replaceAll(/<code[^>]*>[^<]*<\/code>|<!doctype html>/g, '')
    .replaceAll(/<[^>]*>|&\w+;/g, ' ')
  return [...spoken, text].flatMap((one) => one.match(/\p{L}{2,}/gu) ?? [])
}

function wordsIn(file: string): string[] {
  const { program } = parseSync(file, readFileSync(`${folder}/${file}`, 'utf8'))
  const found: string[] = []
  for (const [node, within] of nodesOf(program as unknown as Node)) {
    if (node.type === 'TaggedTemplateExpression' && (node.tag as { name?: string }).name === 'html') {
      const { quasis } = node.quasi as { quasis: { value: { cooked: string } }[] }
      found.push(...wordsOf(quasis.map(({ value }) => value.cooked).join('\u0000')))
    }
    // A sentence in a string that a template takes in.
    const { value } = node
    if (within && node.type === 'Literal' && typeof value === 'string' && /\p{L} \p{L}/u.test(value))
      found.push(value)
  }
  return found
}

const files = readdirSync(folder).filter(
  (name) => name.endsWith('.ts') && !['texts.ts', 'style.ts'].includes(name),
)

test.each(files)('%s', (file) => {
  const words = wordsIn(file)
  if (notYet.includes(file)) expect(words.length, 'it is done: take it from the list').toBeGreaterThan(0)
  else expect(words).toEqual([])
})

test('the type refuses a language that lacks a text, or has one too many', () => {
  const whole: Texts = { ...texts, language: 'nl' }
  const { chart, ...rest } = texts
  // @ts-expect-error a text is missing
  const lacking: Texts = rest
  // @ts-expect-error there is no such text
  const more: Texts = { ...texts, chart, another: 'Nog een' }
  expect([whole, lacking, more].map(({ language }) => language)).toEqual(['nl', 'en', 'en'])
})
