/** A clamd that gives no honest answer: nothing is ever called clean by default. */
import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { clamdAddress, createScanner } from '../../shared/antivirus/clamd.ts'
import { ScannerUnavailableError } from '../../shared/antivirus/scanner.ts'
import { type ClamdBehaviour, type FakeClamd, startFakeClamd } from '../support/fake-clamd.ts'
import { scanHere, scannedFile } from '../support/scanned-file.ts'
import { writeZip } from '../support/zip-writer.ts'

const content = Buffer.alloc(3_000_000, 'some mail\r\n')
/** More than socket buffers take, so that it can't have been sent when an early answer comes. */
const long = Buffer.alloc(30_000_000, 'some mail\r\n')
const fast = { baseDeadlineMs: 1_000, perMegabyteMs: 0 }
const fakes: FakeClamd[] = []

async function fake(behaviour: ClamdBehaviour, options?: { held?: boolean }): Promise<FakeClamd> {
  const clamd = await startFakeClamd(behaviour, options)
  fakes.push(clamd)
  return clamd
}

afterEach(async () => {
  await Promise.all(fakes.splice(0).map((clamd) => clamd.close()))
})

describe('scanning with a clamd that fails', () => {
  it('is unavailable when nothing listens', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address() as { port: number }
    await new Promise((resolve) => server.close(resolve))
    const scanner = createScanner(`tcp://127.0.0.1:${address.port}`)
    await expect(scanner.scan(content)).rejects.toThrow(ScannerUnavailableError)
    expect(await scanner.ping()).toBe(false)
    const nowhere = createScanner('unix:/nonexistent/clamd.sock')
    await expect(nowhere.scan(content)).rejects.toThrow(ScannerUnavailableError)
    expect(await nowhere.ping()).toBe(false)
  })

  it.for<ClamdBehaviour>(['silent', 'hangs_up', 'closes_midway', 'dies_midway', { reply: null }])(
    'is unavailable when clamd behaves so: %o',
    async (behaviour) => {
      const scanner = createScanner((await fake(behaviour)).url, fast)
      await expect(scanner.scan(content)).rejects.toThrow(ScannerUnavailableError)
      await expect(scanHere(scanner, content, [])).rejects.toThrow(ScannerUnavailableError)
      const attachment = scanHere(scanner, Buffer.alloc(0), [scannedFile(content)])
      await expect(attachment).rejects.toThrow(ScannerUnavailableError)
    },
  )

  it.for([
    'stream: Can not allocate memory ERROR\0',
    'COMMAND READ TIMED OUT\0',
    'UNKNOWN COMMAND\0',
    'garbage',
    'OK\0',
    'stream: OK? ERROR\0',
    'x: OK\0',
    'stream: OKAY\0',
    'stream: OK\0stream: what',
    '\0\0\0',
    'HTTP/1.1 200 OK\r\n\r\n',
  ])('is unavailable when clamd answers %j', async (reply) => {
    const scanner = createScanner((await fake({ reply })).url, fast)
    await expect(scanner.scan(content)).rejects.toThrow(ScannerUnavailableError)
  })

  it('does not believe an answer that comes before all has been sent', async () => {
    const scanner = createScanner((await fake({ early: 'stream: OK\0' })).url)
    await expect(scanner.scan(long)).rejects.toThrow(ScannerUnavailableError)
  })

  it('is unavailable when clamd answers later than the deadline, and gives its place to the next scan', async () => {
    const clamd = await fake({ reply: 'stream: OK\0' }, { held: true })
    const scanner = createScanner(clamd.url, { ...fast, concurrency: 1 })
    await expect(scanner.scan(content)).rejects.toThrow(/no answer within 1000 ms/)
    clamd.release()
    expect(await scanner.scan(content)).toEqual({ status: 'clean' })
  })

  it('ends scans under way when it is closed, and takes no more', async () => {
    const clamd = await fake('silent')
    const scanner = createScanner(clamd.url)
    const scan = expect(scanner.scan(content)).rejects.toThrow(ScannerUnavailableError)
    await scanner.close()
    await scan
    await expect(scanner.scan(content)).rejects.toThrow(ScannerUnavailableError)
  })

  it('calls a message that is longer than clamd takes unscannable, not clean', async () => {
    const scanner = createScanner((await fake({ early: 'INSTREAM size limit exceeded. ERROR\0' })).url)
    expect(await scanner.scan(long)).toEqual({
      status: 'error',
      reason: 'larger than the scanner takes',
      unseen: true,
    })
  })

  it('tells nothing of the mail in its error', async () => {
    const scanner = createScanner((await fake('closes_midway')).url)
    await expect(scanner.scan(content)).rejects.not.toThrow(/some mail/)
  })
})

describe('scanning with a clamd that answers', () => {
  it('sends the content byte for byte', async () => {
    const clamd = await fake({ reply: 'stream: OK\0' })
    const scanner = createScanner(clamd.url)
    const contents = [Buffer.from('x'), Buffer.alloc(65_536, 1), Buffer.alloc(65_537, 2), content]
    for (const one of contents) expect(await scanner.scan(one)).toEqual({ status: 'clean' })
    expect(clamd.streams.map((stream) => stream.length)).toEqual(contents.map((one) => one.length))
    expect(clamd.streams.at(-1)!.equals(content)).toBe(true)
  })

  it('keeps to its concurrency, however many scans there are', async () => {
    const clamd = await fake({ reply: 'stream: OK\0' })
    const scanner = createScanner(clamd.url, { concurrency: 3 })
    const verdicts = await Promise.all(Array.from({ length: 40 }, () => scanner.scan(Buffer.from('x'))))
    expect(verdicts).toEqual(Array(40).fill({ status: 'clean' }))
    expect(clamd.peakConnections()).toBeLessThanOrEqual(3)
  })

  it('names each signature found', async () => {
    const scanner = createScanner((await fake({ reply: 'stream: Win.Test-1 FOUND\0' })).url)
    expect(await scanner.scan(content)).toEqual({ status: 'infected', signatures: ['Win.Test-1'] })
  })

  it.for([
    ['Heuristics.Encrypted.Zip', 'encrypted'],
    ['Heuristics.Encrypted.7Zip', 'encrypted'],
    ['Heuristics.Limits.Exceeded.MaxFileSize', 'exceeds the limits of the scanner'],
  ] as const)('takes %s for unscannable, not infected', async ([signature, reason]) => {
    const scanner = createScanner((await fake({ reply: `stream: ${signature} FOUND\0` })).url)
    expect(await scanner.scan(content)).toEqual({ status: 'error', reason })
  })

  it('lets infected win over what the archive limits say', async () => {
    const encrypted = writeZip([{ name: 'a', content, encrypted: true }])
    const infected = createScanner((await fake({ reply: 'stream: Eicar FOUND\0' })).url)
    const clean = createScanner((await fake({ reply: 'stream: OK\0' })).url)
    expect(await scanHere(infected, content, [scannedFile(encrypted)])).toEqual({
      raw: { status: 'infected', signatures: ['Eicar'] },
      attachments: [{ status: 'infected', signatures: ['Eicar'] }],
    })
    expect(await scanHere(clean, content, [scannedFile(encrypted)])).toEqual({
      raw: { status: 'clean' },
      attachments: [{ status: 'error', reason: 'encrypted archive' }],
    })
  })
})

describe('clamdAddress', () => {
  it('reads both forms of address', () => {
    expect(clamdAddress('tcp://clamav.example:3310')).toEqual({ host: 'clamav.example', port: 3310 })
    expect(clamdAddress('tcp://[::1]:3310')).toEqual({ host: '::1', port: 3310 })
    expect(clamdAddress('unix:/run/clamd.sock')).toEqual({ path: '/run/clamd.sock' })
    expect(clamdAddress('unix:///run/clamd.sock')).toEqual({ path: '/run/clamd.sock' })
  })

  it.for(['http://host:1', 'tcp://host', 'unix:relative', 'managed:', ''])('refuses %j', (url) => {
    expect(() => clamdAddress(url)).toThrow(RangeError)
  })
})
