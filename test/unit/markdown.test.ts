/** Markdown: what it makes, and that no text keeps a thread busy. */
import { afterAll, describe, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { renderMarkdown } from '../../shared/mail/compose/markdown.ts'
import { ParserPool } from '../../shared/mail/parser-pool.ts'

const most = limits.markdownCharacters
const pool = new ParserPool({ size: 1 })
afterAll(() => pool.close())

test.each([
  [
    '# Hi\n\n**bold** [x](https://a.example)',
    '<h1>Hi</h1>\n<p><strong>bold</strong> <a href="https://a.example">x</a></p>\n',
  ],
  [
    'one\ntwo ~~gone~~ https://a.example and notes.md',
    '<p>one<br>\ntwo <s>gone</s> <a href="https://a.example">https://a.example</a> and notes.md</p>\n',
  ],
  ['- a\n  - b', '<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>\n'],
  ['![](cid:logo)', '<p><img src="cid:logo" alt=""></p>\n'],
  ['[x](javascript:alert)', '<p>[x](javascript:alert)</p>\n'],
])('%j becomes HTML', (markdown, html) => {
  expect(renderMarkdown(markdown)).toEqual({ html })
})

test('a table becomes one', () => {
  expect(renderMarkdown('|a|\n|-|\n|b|')).toEqual({ html: expect.stringContaining('<td>b</td>') })
})

describe('refused with what is wrong', () => {
  const depth = limits.markdownDepth
  test.each([
    ['quotes', (levels: number) => `${'>'.repeat(levels)} a`, depth],
    ['lists in a line', (levels: number) => `${'- '.repeat(levels)}a`, depth / 2],
  ])('%s that are nested too deeply', (_, nested, levels) => {
    expect(renderMarkdown(nested(levels))).toEqual({ html: expect.stringContaining('a') })
    expect(renderMarkdown(nested(levels + 1))).toEqual({
      problem: expect.stringContaining(`${depth} levels`),
    })
    expect(renderMarkdown(nested(20_000))).toEqual({ problem: expect.stringContaining(`${depth} levels`) })
  })

  test('a list over many lines, each a level deeper', () => {
    const lines = Array.from({ length: 400 }, (_, index) => `${'  '.repeat(index)}- a`)
    expect(renderMarkdown(lines.join('\n'))).toEqual({ problem: expect.stringContaining('levels') })
  })

  test('what is too long, and what makes too much HTML of a short text', () => {
    expect(renderMarkdown('a'.repeat(most))).toEqual({ html: expect.any(String) })
    expect(renderMarkdown('a'.repeat(most + 1))).toEqual({ problem: expect.stringContaining(`${most}`) })
    const link = `[a]: https://a.example/${'b'.repeat(90_000)}\n\n${'[a] '.repeat(25_000)}`
    expect(renderMarkdown(link)).toEqual({ problem: expect.stringContaining(`${limits.bodyCharacters}`) })
    expect(renderMarkdown('"&'.repeat(most / 2))).toEqual({
      problem: expect.stringContaining(`${limits.bodyCharacters}`),
    })
    expect(renderMarkdown('*a*'.repeat(most / 3))).toEqual({ html: expect.any(String) })
  })
})

const pieces = [
  ...[
    '> ',
    '- ',
    '1. ',
    '* ',
    '> - ',
    '> 1. ',
    '# ',
    '#',
    '\t',
    ' ',
    '\n',
    'a\n',
    'a  \n',
    '> a\n\n',
    '- a\n',
    '- a\n\n',
  ],
  ...[
    '[',
    '![',
    '[a](',
    '[a](b)',
    '[a](<b',
    '[a](b "',
    '[]',
    '[a][b]',
    ']',
    '[^a]',
    '[a]: b\n',
    '[a]: <b\n',
    '<',
    '<a ',
  ],
  ...['<a href="', '<div>', '<div>\n', '<!--', '<![CDATA[', '<?', '<http:', '<a@b', '&', '&a', '&#x0', '\\'],
  ...[
    '*',
    '*a ',
    '*a **b ',
    '_a __b ',
    '_',
    '**a',
    '~a ~~b ',
    '~',
    '`',
    '`a ',
    '``a` ',
    '```\n',
    '~~~a\n',
    'a**b',
    'a_',
  ],
  ...[
    'http://a.',
    'http://',
    'www.',
    'a@',
    'a.',
    'mailto:',
    '//a.b/',
    '(',
    'a(',
    '|',
    '|-',
    '|a|\n',
    'a|b\n-|-\n',
    '--- ',
    '=\n',
  ],
  'Hello *world*, see [this](http://x.example/y) and `code`.\n\n- one\n- two\n\n',
]
const shapes: [string, string][] = [
  ...pieces.map((piece): [string, string] => [piece, piece.repeat(Math.floor(most / piece.length))]),
  ['a run of spaces', `a${' '.repeat(most - 2)}b`],
  ['an empty line of spaces', `a\n${' '.repeat(most - 4)}\nb`],
  ['a list and spaces', `* ${' '.repeat(most - 3)}x`],
  ['a heading and marks', `# a ${'#'.repeat(most - 6)} b`],
  ['marks around a word', `${'*'.repeat(most / 2 - 1)}a${'*'.repeat(most / 2)}`],
  ['unequal marks', `${'_'.repeat(most / 2)}a${'_'.repeat(most / 3)}`],
  ['links in links', `${'['.repeat(most / 5)}a${'](b)'.repeat(most / 5 - 1)}`],
  ['images in images', `${'!['.repeat(most / 6)}a${'](b)'.repeat(most / 6 - 1)}`],
  ['a wide table', `${'|'.repeat(most / 3)}\n${'|-'.repeat(most / 6)}\n${'|\n'.repeat(most / 8)}`],
  [
    'a table of short rows',
    `${'|a'.repeat(1_000)}|\n${'|-'.repeat(1_000)}|\n${'|\n'.repeat(most / 2 - 3_000)}`,
  ],
  [
    'ticks of all lengths',
    Array.from({ length: Math.sqrt(most) }, (_, index) => '`'.repeat(index)).join('a '),
  ],
  ['definitions', Array.from({ length: most / 16 }, (_, index) => `[a${index}]: b`).join('\n')],
  ['an attribute after another', `<a ${'a="b" '.repeat(most / 6 - 1)}`],
  ['an address of dots', `${'a.'.repeat(most / 2 - 1)}@`],
]

test.each(shapes)('%j, again and again, is read within a thread’s time', async (_, text) => {
  expect(text.length).toBeGreaterThan(most / 3)
  const made = await pool.htmlOfMarkdown(text)
  expect(Object.keys(made)).toEqual([expect.stringMatching(/^(?:html|problem)$/)])
})
