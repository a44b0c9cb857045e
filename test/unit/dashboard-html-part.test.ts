/** What a page shows beside the frame of an HTML part: links that mislead, what the frame has no mark of, and no empty room. */
import { describe, expect, test } from 'vitest'
import { frameHeight } from '../../services/dashboard/frame-height.ts'
import { linksView } from '../../services/dashboard/links-view.ts'
import { bodyView } from '../../services/dashboard/mail-view.ts'
import type { Message } from '../../shared/domain/message.ts'

const part = (html: string, body = 'Hello') =>
  ({ direction: 'inbound', body, html, html_sanitized: html }) as unknown as Message

describe('links', () => {
  test('that show one address and lead to another are named above all others', () => {
    const page = linksView(
      '<p><a href="https://evil.example/x?a=1&amp;b=2" rel="noopener"><b>https://northwind.example</b>/confirm?t=1</a> <a href="https://north.example/">our site</a></p>',
    )!.text
    const [note, list] = page.split('<details>')
    expect(note).toContain('A link shows one address and leads to another:')
    expect(note).toContain(
      '“https://northwind.example/confirm?t=1” leads to https://evil.example/x?a=1&amp;b=2',
    )
    expect(note).not.toContain('north.example/<')
    expect(list).toContain('https://north.example/')
  })

  test.each([
    ['a word', '<a href="https://a.example/x">Track it</a>'],
    ['its own address', '<a href="https://www.a.example/x">a.example/x</a>'],
  ])('whose text is %s mislead nobody', (_, html) => {
    expect(linksView(html)!.text).not.toContain('note')
  })

  test('are none of a part that has none', () => expect(linksView('<p>Hello</p>')).toBeNull())
})

describe('the frame', () => {
  test('of a few lines is low, of a long letter or of pictures as high as ever', () => {
    const line = '<p>Your code is 482913.</p>'
    const heights = [line, line.repeat(4), line.repeat(50)].map(frameHeight)
    expect(heights[0]).toBeLessThan(12)
    expect(heights).toEqual(heights.toSorted((a, b) => a - b))
    expect(heights[2]).toBe(24)
    for (const html of [
      `${line}<img src="data:x">`,
      `<div style="height:500px">${line}</div>`,
      `<p>${'word '.repeat(1_000)}</p>`,
    ])
      expect(frameHeight(html)).toBe(24)
    expect(frameHeight('<p>'.repeat(200_000))).toBe(24)
  })

  const passage = { number: 1, start: 0, end: 5 }

  test('that lacks a mark opens the text part, which has it', () => {
    expect(bodyView(part('<p>Hello</p>'), [passage]).text).not.toContain('<details open>')
    expect(bodyView(part('<p>Good day</p>'), [passage]).text).toContain(
      '<details open><summary>The text part',
    )
    expect(bodyView(part('<p>Good day</p>'), []).text).not.toContain('<details open>')
  })
})
