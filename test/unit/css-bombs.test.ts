/** Style sheets that are made to be expensive cost no more than what is read of them. */
import { describe, expect, test, vi } from 'vitest'
import { parseDeclarations } from '../../shared/mail/css-declarations.ts'
import { matches } from '../../shared/mail/css-match.ts'
import { rulesIn } from '../../shared/mail/css-rules.ts'
import { readSelector } from '../../shared/mail/css-selector.ts'
import { variablesIn, withVariables } from '../../shared/mail/css-variables.ts'
import { readHtmlEvents } from '../../shared/mail/html-events.ts'
import { readHtml } from '../../shared/mail/html-text.ts'
import { OpenElement } from '../../shared/mail/open-element.ts'
import { maxGathered, maxRules, type StyleRules } from '../../shared/mail/style-rules.ts'
import { StyleStack } from '../../shared/mail/style-stack.ts'

const many = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => one(i)).join('')

/** The rules of the sheets of `html`, after all its elements were compared with them. */
function rulesOf(html: string): StyleRules {
  const styles = new StyleStack(html)
  readHtmlEvents(html, {
    open(name, attributes, empty) {
      const style = styles.styleFor(name, attributes)
      if (!empty) styles.push(style, name, attributes)
    },
    close: () => void styles.pop(),
    text() {},
    comment() {},
  })
  return styles.rules
}

const kept = (css: string): number => rulesOf(`<style>${css}</style>`).size.kept
const gathered = (html: string): number => rulesOf(html).size.gathered

describe('a style keeps', () => {
  test('only properties that are read', () => {
    const { normal, important } = parseDeclarations(`${many(99, (i) => `x-${i}:1;`)}display:none`)
    expect([normal.size, important.size]).toEqual([1, 0])
    expect(kept(many(20, (i) => `.a{${many(99, (j) => `y${i}-${j}:1;`)}}`))).toBe(0)
  })

  test('a number of custom properties', () => {
    expect(parseDeclarations(many(900, (i) => `--x${i}:1;`)).normal.size).toBe(50)
    const variables = Array.from(
      { length: 20 },
      (_, i) => new Map(Array.from({ length: 40 }, (_, j) => [`--${i}-${j}`, '1'])),
    )
    expect(variables.reduce(variablesIn, new Map()).size).toBe(50)
  })

  test('nothing twice for a selector that is repeated', () => {
    expect(kept(`${'td p,'.repeat(50)}td p{color:red;display:none}`)).toBe(1)
    expect(kept(`${'.a,'.repeat(4_000)}.a{color:red;display:none}`)).toBe(1)
  })

  test('a number of rules, and says so where one beyond hides', () => {
    const css = many(maxRules + 5, (i) => `.a${i}{color:red}`)
    expect(kept(css)).toBe(maxRules)
    expect(readHtml(`<style>${css}</style>x`).stylesCut).toBe(false)
    expect(readHtml(`<style>${css}.x{display:none}</style>x`).stylesCut).toBe(true)
  })
})

test('a value that is made of itself, or of many others, comes to nothing', () => {
  const long = many(9, (i) => `var(--a${i + 1})`)
  const variables = new Map([...Array(9).keys()].map((i) => [`--a${i}`, long]))
  const css = new Map([
    ['color', 'var(--a0)'],
    ['display', 'none'],
  ])
  expect(withVariables(css, variables)).toEqual(new Map([['display', 'none']]))
})

test('blocks in a rule have its selectors read up to a number of characters, and a finding beyond', () => {
  const blocks = (css: string) =>
    `<style>${'td p,'.repeat(400)}b{${`@media screen{${css}}`.repeat(600)}}</style>x`
  expect(rulesOf(blocks('color:red')).size.kept).toBeLessThan(1_100)
  expect(readHtml(blocks('color:red')).stylesCut).toBe(false)
  expect(readHtml(blocks('display:none')).stylesCut).toBe(true)
})

test('what follows blocks that are not closed is in the innermost alone', () =>
  expect([...rulesIn(`${'a{'.repeat(99)}b{color:red`)]).toMatchObject([
    { selectors: 'b', body: 'color:red' },
  ]))

describe('elements gather', () => {
  test('nothing of rules that say nothing', () => {
    const nothing = many(990, (i) => `x-${i}:1;`)
    expect(gathered(`<style>p{${nothing}}.a{}</style>${'<p class=a>x'.repeat(1_000)}`)).toBe(0)
  })

  test('no more than a number, whatever the sheets say, and a finding beyond', () => {
    const all = 'color:red;display:block;width:1px;height:1px;top:1px;left:1px;'
    const html = `<style>${many(300, () => `* p{${all}}`)}</style><div>${'<p>x'.repeat(2_000)}</div>`
    const { size, isCut } = rulesOf(html)
    expect(size.gathered).toBeGreaterThan(maxGathered / 2)
    expect(size.gathered).toBeLessThan(maxGathered + 300 * 6)
    expect(isCut).toBe(true)
    expect(readHtml(html).stylesCut).toBe(true)
  })
})

describe('comparisons', () => {
  const around = (count: number, name: string) => {
    let element: OpenElement | null = null
    for (let i = 0; i < count; i++) element = new OpenElement(name, new Map(), element)
    return element!
  }
  const compared = (selector: string, element: OpenElement): number => {
    const means = { left: 10_000 }
    matches(readSelector(selector)!, element, means)
    return 10_000 - means.left
  }

  test('take as many as there are elements around, for steps inside of each other', () =>
    expect(compared('a b b b b b b b', around(400, 'b'))).toBeLessThan(450))

  test('cost more with an attribute that is long', () => {
    const titled = new OpenElement('p', new Map([['title', 'x '.repeat(5_000)]]), null)
    expect(compared('[title~=y]', titled)).toBeGreaterThan(20)
    expect(compared('[title*=y]', titled)).toBeGreaterThan(20)
    expect(matches(readSelector('[title*=y]')!, titled, { left: 3 })).toBeNull()
  })

  test('read an id once', () => {
    const looked = vi.spyOn(String.prototype, 'toLowerCase')
    try {
      const element = new OpenElement('p', new Map([['id', 'A'.repeat(99)]]), null)
      const read = looked.mock.calls.length
      for (let i = 0; i < 9; i++) compared('#y', element)
      expect(looked.mock.contexts.slice(read).filter((text) => String(text).length === 99)).toEqual([])
    } finally {
      looked.mockRestore()
    }
  })

  test('end where there are no means', () =>
    expect(compared('a > b b > b b > b b > b', around(400, 'b'))).toBeLessThan(10_500))
})

test('a rule is read once, whatever its neighbours are', () => {
  const looked = vi.spyOn(String.prototype, 'slice')
  const css = 'p{color:red}'.repeat(1_500)
  try {
    expect([...rulesIn(css)]).toHaveLength(1_500)
    const characters = looked.mock.results.reduce((sum, { value }) => sum + String(value).length, 0)
    expect(characters).toBeGreaterThan(1_500)
    expect(characters).toBeLessThan(css.length)
  } finally {
    looked.mockRestore()
  }
})
