/** Web addresses in plain text: what belongs to them, and what the sentence around them does. */
import { expect, it } from 'vitest'
import { textLinks } from '../../shared/mail/text-links.ts'

const hrefs = (text: string): string[] => textLinks(text).map(({ href }) => href)

it('leaves out the ending that a language gives to an address as to any noun', () => {
  expect(hrefs('Բարի գալուստ https://bells.example-ի անդամներ')).toEqual(['https://bells.example'])
  expect(hrefs('https://bells.example/a-ում և www.bells.example-ի')).toEqual([
    'https://bells.example/a',
    'http://www.bells.example',
  ])
})

it('cuts nothing off a host or a path', () => {
  for (const href of [
    'https://bells.example-ի.evil.example/a',
    'https://bells-ի.example/',
    'https://bells.example/straße',
    'https://bells.example/a-b',
    'https://хост.example/путь-ի',
  ])
    expect(hrefs(`see ${href} there`)).toEqual([href])
})
