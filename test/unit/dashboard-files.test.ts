/** The list of a mail's files: of many the first, and each that was not found to be clean. */
import { expect, test } from 'vitest'
import { filesView } from '../../services/dashboard/mail-view.ts'
import type { Message } from '../../shared/domain/message.ts'

type File = Message['attachments'][number]

const files = (count: number, others: Readonly<Record<number, File['scan_status']>> = {}): File[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `att_${n}`,
    filename: `file-${n}.txt`,
    content_type: 'text/plain',
    size_bytes: 7,
    sha256: '',
    content_id: null,
    inline: false,
    scan_status: others[n] ?? 'clean',
    scan_result: null,
  })) as unknown as File[]

/** Numbers of the files before and behind the fold. */
function shown(attachments: File[]): number[][] {
  const { text } = filesView({ attachments } as Message)!
  return text.split('<details>').map((part) => [...part.matchAll(/file-(\d+)\./g)].map(([, n]) => Number(n)))
}

test('a few are all shown', () => {
  expect(shown(files(20))).toEqual([Array.from({ length: 20 }, (_, n) => n)])
})

test('of many the first are shown, the others below them', () => {
  const [first, others] = shown(files(200))
  expect(first).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(others).toEqual(Array.from({ length: 190 }, (_, n) => n + 10))
  expect(filesView({ attachments: files(200) } as Message)!.text).toContain('and 190 more, 200 in all')
})

test('what was not found to be clean is never folded away', () => {
  const unclean = { 3: 'error', 120: 'infected', 199: 'pending' } as const
  const [first, others] = shown(files(200, unclean))
  expect(first!.slice(0, 3)).toEqual([3, 120, 199])
  expect(first).toHaveLength(10)
  expect(others).toHaveLength(190)
  const all = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [n + 100, 'error' as const]))
  expect(shown(files(200, all))[0]).toEqual(Array.from({ length: 40 }, (_, n) => n + 100))
})
