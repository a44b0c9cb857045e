/** `npm run bench`: what the service accepts and delivers, as ratios to Postfix, and sends, as a ratio to Nodemailer. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startPostfix } from './postfix.ts'
import { benchRelay } from './relay.ts'
import type { Load, LoadResult } from './smtp-load.ts'
import { type Subject, startSubject } from './subject.ts'

type Case = Pick<Load, 'connections' | 'perConnection' | 'bytes' | 'messages' | 'text'> & {
  name: string
  floor: number
  aim: number
}

const many = 1_000_000
const cases: Case[] = [
  {
    name: '2 KB, 50 connections',
    connections: 50,
    perConnection: many,
    bytes: 2_000,
    messages: 6_000,
    floor: 2,
    aim: 3,
  },
  {
    name: '2 KB, 10 connections',
    connections: 10,
    perConnection: many,
    bytes: 2_000,
    messages: 3_000,
    floor: 0,
    aim: 0,
  },
  {
    name: '2 KB, 1 connection',
    connections: 1,
    perConnection: many,
    bytes: 2_000,
    messages: 500,
    floor: 0,
    aim: 0,
  },
  {
    name: '2 KB, one connection a mail',
    connections: 10,
    perConnection: 1,
    bytes: 2_000,
    messages: 2_000,
    floor: 1,
    aim: 2,
  },
  {
    name: '30 KB, 50 connections',
    connections: 50,
    perConnection: many,
    bytes: 30_000,
    messages: 2_500,
    floor: 1.2,
    aim: 1.5,
  },
  {
    name: '1 MB, 10 connections',
    connections: 10,
    perConnection: many,
    bytes: 1_000_000,
    messages: 150,
    floor: 0.35,
    aim: 0.8,
  },
  {
    name: '1 MB of text, 10 connections',
    connections: 10,
    perConnection: many,
    bytes: 1_000_000,
    text: true,
    messages: 150,
    floor: 0.35,
    aim: 0.8,
  },
]
/** Machines are noisy: of so many rounds, the one in the middle counts. */
const roundsOfACase = 3
const endToEndFloor = 400
const idleFloorMs = 40

/** One round of a case; what it is ordered by is its ratio, or where there is none its rate. */
interface Round {
  ours: LoadResult
  theirs: LoadResult | null
  ratio: number | null
}
const measure = ({ ours, ratio }: Round): number => ratio ?? ours.perSecond

/** The load generator is a process of its own, so that it doesn't share the bench's event loop. */
function load(settings: Load): Promise<LoadResult> {
  const child = spawn(
    process.execPath,
    [new URL('./smtp-load.ts', import.meta.url).pathname, JSON.stringify(settings)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.once('exit', (code) =>
      code === 0 ? resolve(JSON.parse(text)) : reject(new Error(`load ended with ${code}`)),
    )
  })
}

async function delivered(subject: Subject, count: number, patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs
  while ((await subject.received()) < count && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 50))
}

const rate = (n: number) => (n >= 100 ? n.toFixed(0) : n.toFixed(1))
const misses: string[] = []

async function acceptTable(subject: Subject): Promise<void> {
  const postfix = await startPostfix()
  if (postfix === null) {
    console.log('Postfix is not installed (or this is not root): no ratios.\n')
    misses.push('ratios to Postfix: not measured')
  }
  const row = (cells: string[]) =>
    console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(30) : cell.padStart(14))).join(''))
  row(['Accepting', 'mails/s', 'p50 ms', 'p95 ms', 'Postfix', 'ratio', 'must', 'aim'])
  /** Theirs, then ours, and then what is behind 250 is given the time to end. */
  const round = async (settings: Omit<Case, 'name' | 'floor' | 'aim'>): Promise<Round> => {
    const theirs = postfix === null ? null : await load({ ...settings, ...postfix })
    const before = await subject.received()
    const ours = await load({ ...settings, host: subject.host, port: subject.port, to: subject.to })
    await delivered(subject, before + settings.messages, 120_000)
    return { ours, theirs, ratio: theirs === null ? null : ours.perSecond / theirs.perSecond }
  }
  // Servers run for weeks: neither is measured while it warms up.
  await round({ connections: 50, perConnection: many, bytes: 2_000, messages: 2_000 })
  for (const { name, floor, aim, ...settings } of cases) {
    const rounds: Round[] = []
    while (rounds.length < roundsOfACase) rounds.push(await round(settings))
    const failed = rounds.reduce((sum, { ours }) => sum + ours.failed, 0)
    if (failed > 0) misses.push(`${name}: ${failed} mails failed`)
    const { ours, theirs, ratio } = rounds.toSorted((a, b) => measure(a) - measure(b))[
      Math.floor(rounds.length / 2)
    ]!
    if (ratio !== null && ratio < floor)
      misses.push(`${name}: ${ratio.toFixed(2)} × Postfix, must be ${floor}`)
    row([
      name,
      rate(ours.perSecond),
      ours.p50Ms.toFixed(1),
      ours.p95Ms.toFixed(1),
      theirs === null ? '-' : rate(theirs.perSecond),
      ratio === null ? '-' : ratio.toFixed(2),
      floor === 0 ? '' : String(floor),
      aim === 0 ? '' : String(aim),
    ])
  }
  postfix?.stop()
}

async function endToEnd(subject: Subject): Promise<void> {
  const messages = 8_000
  const before = await subject.received()
  const started = performance.now()
  await load({
    host: subject.host,
    port: subject.port,
    to: subject.to,
    connections: 50,
    perConnection: many,
    bytes: 2_000,
    messages,
  })
  await delivered(subject, before + messages, 120_000)
  const perSecond = messages / ((performance.now() - started) / 1_000)
  if (perSecond < endToEndFloor)
    misses.push(`end to end: ${rate(perSecond)} mails/s, must be ${endToEndFloor}`)
  console.log(
    `\nEnd to end (accepted, assessed, webhook received), 2 KB: ${rate(perSecond)} mails/s (must ${endToEndFloor}, aim 1000)`,
  )
}

async function idleLatency(subject: Subject): Promise<void> {
  let arrived = (_at: number) => {}
  const receiver = createServer((request, response) => {
    arrived(performance.now())
    request.resume().once('end', () => response.end('ok'))
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  await subject.setWebhook(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}`)
  const { runLoad } = await import('./smtp-load.ts')
  const times: number[] = []
  for (let i = 0; i < 60; i++) {
    const webhook = new Promise<number>((resolve) => {
      arrived = resolve
    })
    await runLoad({
      host: subject.host,
      port: subject.port,
      to: subject.to,
      connections: 1,
      perConnection: 1,
      bytes: 2_000,
      messages: 1,
    })
    const accepted = performance.now()
    times.push(Math.max(0, (await webhook) - accepted))
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  receiver.close()
  receiver.closeAllConnections()
  times.sort((a, b) => a - b)
  const [p50, p95] = [times[30]!, times[57]!]
  if (p50 > idleFloorMs) misses.push(`idle: 250 → webhook p50 ${p50.toFixed(1)} ms, must be ${idleFloorMs}`)
  console.log(
    `Idle, 250 → webhook: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (must ${idleFloorMs}, aim 25)`,
  )
}

/** Both are measured warm: a mail server runs for weeks, its first seconds are not what it is chosen for. */
async function warmUp(subject: Subject): Promise<void> {
  const warming = { connections: 20, perConnection: 50, messages: 3_000, bytes: 4_000 }
  await load({ ...warming, host: subject.host, port: subject.port, to: subject.to })
  await delivered(subject, warming.messages, 60_000)
}

const subject = await startSubject()
try {
  await warmUp(subject)
  await acceptTable(subject)
  await endToEnd(subject)
  await idleLatency(subject)
} finally {
  await subject.stop()
}
console.log('')
await benchRelay(misses)
for (const miss of misses) console.log(`MISSED  ${miss}`)
process.exitCode = misses.length > 0 ? 1 : 0
