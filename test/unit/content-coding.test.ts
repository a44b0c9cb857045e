/** Which content is compressed, and that it comes back as it was. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decodeContent, encodeContent } from '../../shared/lib/content-coding.ts'

const line = 'The quarterly figures are in the usual place.\r\n'
const text = (bytes: number): Buffer => Buffer.alloc(bytes, line)
/** Bytes without any pattern, the same each time. */
function noise(bytes: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(bytes / 32) }, (_, index) =>
    createHash('sha256').update(String(index)).digest(),
  )
  return Buffer.concat(blocks).subarray(0, bytes)
}
const base64 = (content: Buffer): Buffer =>
  Buffer.from(content.toString('base64').replace(/(.{76})/g, '$1\r\n'))

const [small, long] = [64 * 1024, 1024 * 1024]

describe('content that is stored', () => {
  test.each([
    ['a small text', text(small), false, 'zstd'],
    ['a few bytes', text(1_000), true, 'identity'],
    ['small bytes without a pattern', noise(small), true, 'identity'],
    ['a long text, on a thread', text(long), true, 'zstd'],
    ['a long text, on the event loop', text(long), false, 'identity'],
    ['a long file of text in base64', base64(text(long)), true, 'zstd'],
    ['a long file without a pattern in base64', base64(noise(long)), true, 'identity'],
  ] as const)('%s', async (_, content, onThread, coding) => {
    const shared = Buffer.from(new SharedArrayBuffer(content.length))
    content.copy(shared)
    const coded = encodeContent(shared, onThread)
    expect(coded.coding).toBe(coding)
    if (coding === 'identity') expect(coded.content).toBe(shared)
    else expect(coded.content.length).toBeLessThan(content.length / 2)
    expect(Buffer.compare(await decodeContent(coded), content)).toBe(0)
  })

  test('what is no frame is refused', async () => {
    await expect(decodeContent({ coding: 'zstd', content: noise(5_000) })).rejects.toThrow()
  })
})
