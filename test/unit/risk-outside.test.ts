/** Scorers of the operator: modules and HTTP services. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { assess } from '../../shared/risk/assess.ts'
import { loadScorers } from '../../shared/risk/outside.ts'
import { type HttpAnswer, httpAnswer } from '../support/http-answer.ts'
import { riskMessage } from '../support/risk-message.ts'

let directory: string
let server: HttpAnswer | undefined
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'risk-outside-'))
})
afterAll(() => rm(directory, { recursive: true }))
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function written(name: string, source: string): Promise<string> {
  const path = join(directory, name)
  await writeFile(path, source)
  return path
}

const source = (name: string, answer: string): string =>
  `export default { name: '${name}', directions: ['inbound'], budgetMs: 1000, score: () => (${answer}) }`
const finding = { result: 'odd', detail: 'Odd.', confidence: 1, points: 40 }

async function assessed(entry: string) {
  const { analysis, incomplete } = await assess(riskMessage(), {
    llm: null,
    builtIn: [],
    outside: await loadScorers([entry]),
  })
  return { incomplete, score: analysis.risk_score, detections: analysis.detections }
}

describe('loadScorers', () => {
  it('loads a module whose default export is a scorer, which brings its own points', async () => {
    const path = await written('mine.mjs', source('mine', JSON.stringify([finding])))
    const { detections, score, incomplete } = await assessed(path)
    expect(detections).toEqual([{ method: 'mine', ...finding }])
    expect([score, incomplete]).toEqual([40, []])
  })

  it('asks an HTTP service with the message as JSON', async () => {
    server = await httpAnswer((response) => response.end(JSON.stringify([finding, { ...finding, extra: 1 }])))
    const { detections, score } = await assessed(`${server.url}/score`)
    expect(JSON.parse(server.received[0]!.body)).toEqual(JSON.parse(JSON.stringify(riskMessage())))
    expect(server.received[0]).toMatchObject({ method: 'POST', path: '/score' })
    expect(detections.map(({ method }) => method)).toEqual(
      Array(2).fill(`http_${new URL(server.url).host.replace(/\W/g, '_')}`),
    )
    expect(score).toBe(80)
  })

  it.each([
    ['a negative score', JSON.stringify([{ ...finding, points: -50 }])],
    ['a confidence out of range', JSON.stringify([{ ...finding, confidence: 2 }])],
    ['no array', JSON.stringify(finding)],
    ['no JSON', 'fine'],
    ['too much', `[${' '.repeat(300_000)}]`],
  ])('calls the message unjudged where the service answers %s', async (_, answer) => {
    server = await httpAnswer((response) => response.end(answer))
    const { detections, incomplete, score } = await assessed(server.url)
    expect(detections).toMatchObject([{ result: 'error' }])
    expect(incomplete).toHaveLength(1)
    expect(score).toBe(31)
  })

  it('calls the message unjudged where the service is not there', async () => {
    server = await httpAnswer((response) => response.end())
    const { url } = server
    await server.close()
    expect((await assessed(url)).detections).toMatchObject([{ result: 'error' }])
  })

  it('checks what a module answers, too', async () => {
    const path = await written('liar.mjs', source('liar', `[{ result: 'odd', detail: 5 }]`))
    expect((await assessed(path)).detections).toMatchObject([{ method: 'liar', result: 'error' }])
  })

  it('cuts long texts and makes them storable', async () => {
    const long = {
      ...finding,
      detail: `a\0${'x'.repeat(5_000)}`,
      evidence: [{ where: 'body', text: 'y'.repeat(500), offset: 3 }],
    }
    const { detections } = await assessed(await written('long.mjs', source('long', JSON.stringify([long]))))
    expect(detections[0]!.detail.startsWith('ax')).toBe(true)
    expect(detections[0]!.detail.length).toBeLessThanOrEqual(500)
    expect(detections[0]!.evidence).toEqual([{ where: 'body', text: 'y'.repeat(200), offset: 3 }])
  })

  it('names every entry that is no scorer', async () => {
    const bad = await written('bad.mjs', 'export default { name: "Not A Name", directions: [], budgetMs: 0 }')
    const forged = await written('forged.mjs', source('clamav', '[]'))
    const missing = join(directory, 'missing.mjs')
    const loading = loadScorers([bad, forged, missing])
    await expect(loading).rejects.toThrow(/bad\.mjs: .*name.*score/)
    await expect(loading).rejects.toThrow(/forged\.mjs: the name clamav is taken/)
    await expect(loading).rejects.toThrow(/missing\.mjs: /)
  })

  it('loads nothing from an empty list', async () => {
    expect(await loadScorers([])).toEqual([])
  })
})
