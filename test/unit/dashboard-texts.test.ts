/** What the dashboard says stands in its texts: no template has words of its own. */
import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { en, type Texts } from '../../shared/texts/en/index.ts'

const folder = 'services/dashboard'
interface Node {
  type: string
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** What is written to the log, and what is counted of strangers: for those who run the service, and for the API's errors. */
function isWritten({ type, callee }: Node): boolean {
  const { name, property } = (callee ?? {}) as { name?: string; property?: { name?: string } }
  if (type === 'NewExpression') return name === 'NetworkLimit'
  return type === 'CallExpression' && /^(?:error|warn|info)$/.test(property?.name ?? '')
}

/** Words that are no language's: what HTTP and a shell are told. */
const unspoken = /^(?:Secure|img-src data:|(?:…?\n)?(?:export AGENT_EMAIL_URL|curl).*)$/s

/** Each node below one, with whether it stands within a template of HTML. */
function* nodesOf(node: Node, within = false): Generator<[Node, boolean]> {
  if (isWritten(node)) return
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
    .replaceAll(/<[^>]*>|&\w+;|\b(?:SPF|DKIM|DMARC)\b/g, ' ')
  return [...spoken, text].flatMap((one) => one.match(/\p{L}{2,}/gu) ?? [])
}

/** Whether a string has words for people, but for its tags: two beside each other, or one that begins as a name does. */
function isSaid(text: string): boolean {
  const bare = text.replaceAll(/<[^>]*>/g, ' ')
  if (unspoken.test(bare)) return false
  return /\p{L}[\p{L}’']* \p{L}/u.test(bare) || /^\p{Lu}\p{Ll}+[.!?]?$/u.test(bare)
}

function wordsIn(file: string): string[] {
  const { program } = parseSync(file, readFileSync(`${folder}/${file}`, 'utf8'))
  const found: string[] = []
  for (const [node, within] of nodesOf(program as unknown as Node)) {
    if (node.type === 'TaggedTemplateExpression' && (node.tag as { name?: string }).name === 'html') {
      const { quasis } = node.quasi as { quasis: { value: { cooked: string } }[] }
      found.push(...wordsOf(quasis.map(({ value }) => value.cooked).join('\u0000')))
    }
    // Words in a string or a template, wherever they stand: a page may take them in.
    const { value } = node
    if (node.type === 'Literal' && typeof value === 'string' && isSaid(value)) found.push(value)
    if (node.type === 'TemplateLiteral' && !within) {
      const { quasis } = node as unknown as { quasis: { value: { cooked: string } }[] }
      const text = quasis.map(({ value }) => value.cooked).join('…')
      if (isSaid(text)) found.push(text)
    }
  }
  return found
}

const files = readdirSync(folder).filter(
  (name) => name.endsWith('.ts') && !['texts.ts', 'style.ts'].includes(name),
)

/** Calls that a file makes when it is loaded, when nobody reads yet. */
function* callsAtLoad(node: Node): Generator<string> {
  if (/Function|^TSTypeQuery$/.test(node.type)) return
  const { name } = (node.type === 'CallExpression' ? node.callee : {}) as { name?: string }
  if (name !== undefined) yield name
  for (const value of Object.values(node))
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield* callsAtLoad(one)
}

test('no file asks for texts as it is loaded: the language is known when a page is written', () => {
  const early = files.filter((file) => {
    const { program } = parseSync(file, readFileSync(`${folder}/${file}`, 'utf8'))
    const calls = [...callsAtLoad(program as unknown as Node)]
    return calls.some((name) =>
      /^(?:texts|textsIn|words|\w+Words|time|number|money|fixed|inWords)$/.test(name),
    )
  })
  expect(early).toEqual([])
})

test.each(files)('%s', (file) => {
  expect(wordsIn(file)).toEqual([])
})

test('the type refuses a language that lacks a text, or has one too many', () => {
  const whole: Texts = { ...en, language: 'nl' }
  const { chart, ...rest } = en
  // @ts-expect-error a text is missing
  const lacking: Texts = rest
  // @ts-expect-error there is no such text
  const more: Texts = { ...en, chart, another: 'Nog een' }
  expect([whole, lacking, more].map(({ language }) => language)).toEqual(['nl', 'en', 'en'])
})
