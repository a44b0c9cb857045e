/** Holds the pictures of README and docs: each is there, small, described, and none is left over. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** Bytes that a picture may have: a page of documentation loads at once. */
const most = 80_000
const folder = 'docs/images'
const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

interface Picture {
  page: string
  path: string
  alt: string
}

const pictures: Picture[] = pages.flatMap((page) => {
  const text = readFileSync(page, 'utf8').replaceAll(/`[^`\n]*`/g, '')
  const written = [...text.matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g)].map(([, alt, src]) => ({ alt, src }))
  const tagged = [...text.matchAll(/<img [^>]*>/g)].map(([tag]) => ({
    alt: / alt="([^"]*)"/.exec(tag)?.[1],
    src: / src="([^"]*)"/.exec(tag)?.[1],
  }))
  return [...written, ...tagged].map(({ alt = '', src = '' }) => ({
    page,
    path: normalize(join(dirname(page), src)),
    alt,
  }))
})

test.each(pictures)('$path stands in $page, is small, and is described', ({ path, alt }) => {
  expect(path.startsWith(`${folder}/`)).toBe(true)
  const { size } = statSync(path)
  expect(size).toBeGreaterThan(1_000)
  expect(size).toBeLessThanOrEqual(most)
  expect(readFileSync(path).toString('latin1', 8, 12)).toBe('WEBP')
  expect(alt.split(/\s+/).length, 'words of its description').toBeGreaterThan(8)
})

test('there are six of them, and none that no page shows', () => {
  expect(new Set(pictures.map(({ path }) => path))).toEqual(
    new Set(readdirSync(folder).map((name) => `${folder}/${name}`)),
  )
  expect(pictures).toHaveLength(6)
})
