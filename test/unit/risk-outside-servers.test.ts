/** rspamd and SpamAssassin as outside scorers, against servers that speak their protocols. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { assess } from '../../shared/risk/assess.ts'
import type { Scorer } from '../../shared/risk/scorer.ts'
import { createRspamd } from '../../shared/risk/scorers/rspamd.ts'
import { createSpamAssassin } from '../../shared/risk/scorers/spamassassin.ts'
import { spamdReply, startFakeSpamd } from '../support/fake-spamd.ts'
import { type HttpAnswer, httpAnswer } from '../support/http-answer.ts'
import { riskMessage } from '../support/risk-message.ts'

const raw = Buffer.from('From: alice@corp.example\r\nSubject: Hello\r\n\r\nHello.\r\n')

const judged = async (scorer: Scorer, given: Uint8Array | null = raw) => {
  const { analysis, incomplete } = await assess(riskMessage(), {
    llm: null,
    builtIn: [],
    outside: [scorer],
    raw: given,
  })
  return { ...analysis, incomplete }
}

let web: HttpAnswer | undefined
let spamd: Server | undefined
afterEach(async () => {
  await web?.close()
  await new Promise<void>((resolve) => (spamd === undefined ? resolve() : spamd.close(() => resolve())))
  web = undefined
  spamd = undefined
})

const rspamd = async (body: unknown, status = 200) => {
  web = await httpAnswer((response) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body)),
  )
  return createRspamd(web.url.replace('http://', 'http://:secret@'))
}

const symbols = {
  BAYES_SPAM: {
    name: 'BAYES_SPAM',
    score: 5.1,
    metric_score: 5.1,
    description: 'Message probably spam',
    options: ['99%'],
  },
  R_SPF_ALLOW: { name: 'R_SPF_ALLOW', score: -0.2, metric_score: -0.2 },
  PHISHING: { name: 'PHISHING', score: 9, metric_score: 9 },
}

describe('rspamd', () => {
  it('is sent the raw message and its envelope, and its action gives the points', async () => {
    const scorer = await rspamd({
      is_skipped: false,
      score: 16.2,
      required_score: 15,
      action: 'reject',
      symbols,
      'message-id': 'undef',
    })
    const { risk_score, detections, incomplete } = await judged(scorer)
    expect(web!.received[0]).toMatchObject({
      method: 'POST',
      path: '/checkv2',
      body: raw.toString(),
      headers: {
        ip: '192.0.2.7',
        helo: 'mx.corp.example',
        from: 'alice@corp.example',
        rcpt: 'orders@agents.northwind-mail.com',
        password: 'secret',
      },
    })
    expect(incomplete).toEqual([])
    expect(risk_score).toBe(75)
    expect(detections[0]).toMatchObject({
      method: 'rspamd',
      result: 'reject',
      detail: 'rspamd says reject (16.2 of 15.0).',
      evidence: [{ text: 'PHISHING' }, { text: 'BAYES_SPAM: Message probably spam' }],
    })
  })

  it('gives nothing for mail it has nothing against', async () => {
    const result = await judged(
      await rspamd({ score: 0.1, required_score: 15, action: 'no action', symbols: {} }),
    )
    expect(result).toMatchObject({ risk_score: 0, incomplete: [], detections: [{ result: 'clean' }] })
  })

  it.each<[string, unknown, number]>([
    ['an error', { error: 'cannot parse' }, 500],
    ['no JSON', '<html>', 200],
    ['another shape', { action: 'reject' }, 200],
    ['an action it does not know', { action: 'shrug', score: 1, required_score: 15 }, 200],
    [
      'a message that was skipped',
      { action: 'no action', score: 0, required_score: 15, is_skipped: true },
      200,
    ],
    ['a wrong password', { error: 'Unauthorized' }, 403],
  ])('leaves the message unjudged, and flagged, for %s', async (_, body, status) => {
    expect(await judged(await rspamd(body, status))).toMatchObject({ incomplete: ['rspamd'], risk_score: 31 })
  })

  it('leaves the message unjudged where nobody listens, where the answer is late, and where its bytes are gone', async () => {
    expect(await judged(createRspamd('http://127.0.0.1:1'))).toMatchObject({ incomplete: ['rspamd'] })
    expect(await judged(await rspamd({}), null)).toMatchObject({ incomplete: ['rspamd'] })
    await web!.close()
    web = await httpAnswer(() => undefined)
    const { detections } = await judged({ ...createRspamd(web.url), budgetMs: 100 })
    expect(detections).toMatchObject([{ method: 'rspamd', result: 'timeout', points: 31 }])
  })
})

/** A spamd that answers each request with `reply`; what it was sent is in `requests`. */
async function fakeSpamd(reply: string | null): Promise<{ address: string; requests: string[] }> {
  const started = await startFakeSpamd(reply)
  spamd = started.server
  return started
}

describe('SpamAssassin', () => {
  it('is asked for symbols over SPAMC, and its score gives the points', async () => {
    const { address, requests } = await fakeSpamd(
      spamdReply('True ; 10.0 / 5.0', 'BAYES_99,HTML_MESSAGE,URIBL_BLACK'),
    )
    const { risk_score, detections } = await judged(createSpamAssassin(address))
    expect(requests).toEqual([`SYMBOLS SPAMC/1.5\r\nContent-length: ${raw.length}\r\n\r\n${raw.toString()}`])
    expect(risk_score).toBe(75)
    expect(detections[0]).toMatchObject({
      method: 'spamassassin',
      result: 'spam',
      evidence: [{ text: 'BAYES_99,HTML_MESSAGE,URIBL_BLACK' }],
    })
  })

  it.each([
    ['False ; 0.4 / 5.0', 0],
    ['False ; -3.1 / 5.0', 0],
    ['False ; 4.0 / 5.0', 34],
    ['True ; 5.0 / 5.0', 50],
    ['True ; 900.0 / 5.0', 90],
  ])('turns "%s" into %i points', async (verdict, points) => {
    const { address } = await fakeSpamd(spamdReply(verdict, 'X'))
    expect((await judged(createSpamAssassin(address))).risk_score).toBe(points)
  })

  it('sends the start of a message that is too large for it', async () => {
    const { address, requests } = await fakeSpamd(spamdReply('False ; 0.0 / 5.0', ''))
    await judged(createSpamAssassin(address), Buffer.alloc(2_000_000, 'x'))
    expect(requests[0]).toContain(`Content-length: ${512 * 1024}\r\n`)
  })

  it.each([
    ['a failure of its own', 'SPAMD/1.1 74 EX_IOERR\r\n\r\n'],
    ['another protocol', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['no verdict', 'SPAMD/1.1 0 EX_OK\r\nContent-length: 0\r\n\r\n'],
    ['an answer cut off', 'SPAMD/1.1 0 EX_OK\r\nContent-length: 50\r\nSpam: False ; 0.0 / 5.0\r\n\r\nBAY'],
    ['silence', ''],
    ['a broken connection', null],
  ])('leaves the message unjudged, and flagged, for %s', async (_, text) => {
    const { address } = await fakeSpamd(text)
    expect(await judged(createSpamAssassin(address))).toMatchObject({
      incomplete: ['spamassassin'],
      risk_score: 31,
    })
  })

  it('is asked over a socket of the file system, too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'spamd-'))
    const path = join(folder, 'spamd.sock')
    const { requests, server } = await startFakeSpamd(spamdReply('True ; 5.0 / 5.0', 'X'), path)
    spamd = server
    expect((await judged(createSpamAssassin(`unix:${path}`))).risk_score).toBe(50)
    expect(requests).toHaveLength(1)
    rmSync(folder, { recursive: true })
  })

  it('leaves the message unjudged where nobody listens, and where the answer is late', async () => {
    expect(await judged(createSpamAssassin('tcp://127.0.0.1:1'))).toMatchObject({
      incomplete: ['spamassassin'],
    })
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = `tcp://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const { detections } = await judged({ ...createSpamAssassin(address), budgetMs: 100 })
    expect(detections).toMatchObject([{ result: 'timeout' }])
    silent.close()
  })
})
