/** `agent-email doctor`: whether the service can be reached from here, and what the key may do. */
import { connect } from 'node:net'
import { ApiError, ConnectionError } from '../../errors.ts'
import { serviceAt } from '../../service-address.ts'
import { type Command, hostAndPort } from '../command.ts'
import { connectionProblem } from '../smtp.ts'
import { assertReached, unreachedWords } from '../unreached.ts'

const connectMs = 5_000

interface Finding {
  what: string
  ok: boolean
  words: string
}

export const doctor: Command = {
  name: 'doctor',
  operands: '',
  summary: 'Check that the service can be reached from here, and that the key works.',
  options: {
    smtp: {
      value: 'host:port',
      help: "The service's SMTP listener. The default is what login saved, or port 2525 of the service's host.",
    },
  },
  async run({ output, client, url, smtp }) {
    const findings = [
      await check(url, 'The API', url, async () => {
        await assertReached(url)
        const response = await fetch(`${serviceAt(url)}/livez`, { signal: AbortSignal.timeout(connectMs) })
        if (!response.ok)
          throw new Error(`answers with ${response.status}: is this the address of the service?`)
        const skew = Date.parse(response.headers.get('date') ?? '') - Date.now()
        if (Math.abs(skew) > 60_000)
          return `answers, but its clock differs by ${Math.round(skew / 1_000)} s from yours`
        return `answers with ${response.status}`
      }),
      await check(url, 'The key', 'GET /inboxes', async () => {
        const page = await client()
          .inboxes.list({ limit: 1 })
          .catch((error: unknown) => {
            if (error instanceof ApiError && error.status === 403) return null
            throw error
          })
        return page === null ? 'is valid, and may not list inboxes' : 'is valid'
      }),
      await check(url, 'SMTP', smtp, (at) => greeting(at)),
    ]
    output.table(findings, {
      CHECK: ({ what }) => what,
      RESULT: ({ ok }) => (ok ? 'ok' : 'FAILS'),
      '': ({ words }) => words,
    })
    if (findings.some(({ ok }) => !ok)) process.exitCode = 1
  },
}

async function check(
  url: string,
  what: string,
  at: string,
  look: (at: string) => Promise<string>,
): Promise<Finding> {
  try {
    return { what: `${what} (${at})`, ok: true, words: await look(at) }
  } catch (error) {
    const words = error instanceof ConnectionError ? unreachedWords(error, url) : (error as Error).message
    return { what: `${what} (${at})`, ok: false, words }
  }
}

function greeting(at: string): Promise<string> {
  const server = hostAndPort(at)
  return new Promise((resolve, reject) => {
    const socket = connect(server)
    socket.setTimeout(connectMs, () => socket.destroy(new Error('does not answer')))
    socket.once('data', (bytes) => {
      resolve(`says ${bytes.toString('latin1').trim().slice(0, 80)}`)
      socket.destroy()
    })
    socket.once('error', (error) => reject(connectionProblem(error, server)))
  })
}
