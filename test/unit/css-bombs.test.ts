/** Style sheets that are made to be expensive cost no more than what is read of them. */
import { describe, expect, test, vi } from 'vitest'
import { addRules, parseDeclarations, type StyleSheet } from '../../shared/mail/css.ts'
import { readHtmlEvents } from '../../shared/mail/html-events.ts'
import { maxGathered, StyleStack } from '../../shared/mail/style-stack.ts'

const many = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => one(i)).join('')

/** How many declarations a sheet keeps, over all its selectors. */
function kept(css: string): number {
  const sheet: StyleSheet = { simple: new Map(), others: [] }
  addRules(sheet, css)
  const all = [...sheet.simple.values(), ...sheet.others.map(({ declarations }) => declarations)]
  return all.reduce((sum, { size }) => sum + size, 0)
}

/** How many declarations of style sheets were gathered for the elements of `html`. */
function gathered(html: string): number {
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
  return styles.gathered
}

describe('a style keeps', () => {
  test('only properties that are read', () => {
    const css = many(99, (i) => `x-${i}:1;`)
    expect(parseDeclarations(`${css}display:none`)).toEqual(new Map([['display', 'none']]))
    expect(kept(many(20, (i) => `.a{${many(99, (j) => `y${i}-${j}:1;`)}color:red}`))).toBe(1)
  })

  test('nothing twice for a selector that is repeated', () => {
    expect(kept(`${'td p,'.repeat(50)}td p{color:red;display:none}`)).toBe(2)
    expect(kept(`${'.a,'.repeat(40)}.a{color:red;display:none}`)).toBe(2)
  })
})

describe('elements gather', () => {
  test('nothing of rules that say nothing', () => {
    const nothing = many(990, (i) => `x-${i}:1;`)
    expect(gathered(`<style>p{${nothing}}.a{}</style>${'<p class=a>x'.repeat(1_000)}`)).toBe(0)
  })

  test('no more than a number, whatever the sheets say', () => {
    const all = 'color:red;display:block;width:1px;height:1px;top:1px;left:1px;'
    const html = `<style>${many(300, () => `* p{${all}}`)}</style><div>${'<p>x'.repeat(2_000)}</div>`
    const count = gathered(html)
    expect(count).toBeGreaterThan(maxGathered / 2)
    expect(count).toBeLessThanOrEqual(maxGathered)
  })
})

test('what stands in front of a rule is looked at once', () => {
  const looked = vi.spyOn(String.prototype, 'lastIndexOf')
  const css = 'p{color:red}'.repeat(1_500)
  try {
    kept(css)
    const characters = looked.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0)
    expect(looked.mock.calls.length).toBeGreaterThan(1_000)
    expect(characters).toBeLessThan(css.length)
  } finally {
    looked.mockRestore()
  }
})
