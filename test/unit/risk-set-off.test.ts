/** What a text sets off: block quotes, fenced code and indented lines, whole lines each. */
import { expect, test } from 'vitest'
import { setOffIn } from '../../shared/risk/set-off.ts'

const piecesOf = (text: string): string[] => setOffIn(text).map(([start, end]) => text.slice(start, end))

test('finds each kind, lines that follow on each other together', () => {
  expect(piecesOf('It said:\n> one\n> two\nThen:\n\n  three\n\tfour\nand\n```\nfive\n```\nend')).toEqual([
    '> one\n> two\n',
    '  three\n\tfour\n',
    'five\n',
  ])
})

test('finds nothing in prose, in a fence that stays open, and in a text of more of them than letters have', () => {
  expect(piecesOf('One > two.\n Three.\n```\nfour')).toEqual([])
  expect(piecesOf('> a\nb\n'.repeat(201))).toEqual([])
})
