/** The service under the bench: all roles in one process as shipped, with an inbox whose webhook is a sink. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { removeData } from '../support/start-postgres.ts'

/** A running service and its webhook sink. */
export interface Subject {
  host: string
  port: number
  /** Address of the inbox whose webhook is the sink. */
  to: string
  /** Processes of the service, for accounting. */
  pid: number
  received(): Promise<number>
  /** Points the inbox's webhook elsewhere. */
  setWebhook(url: string): Promise<void>
  stop(): Promise<void>
}

/** Starts everything on free ports in a temporary folder. Logs are off; every limit but those of rate is on. */
export async function startSubject(): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-service-'))
  const sink = spawn(process.execPath, [new URL('./webhook-sink.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const sinkUrl = `http://127.0.0.1:${await firstLine(sink)}`
  const service = spawn(process.execPath, [new URL('../../services/main.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: folder,
      SMTP_PORT: '0',
      HTTP_PORT: '0',
      LOG_LEVEL: 'warn',
      INBOX_DOMAIN: 'inbox.example',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      RATE_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_PER_SECOND: '0',
      SIGNUPS_PER_HOUR: '1000000',
      INBOUND_PER_MINUTE: '0',
      INBOUND_PER_MINUTE_PER_PEER: '0',
      SMTP_MAX_CLIENTS_PER_ADDRESS: '1000',
    },
  })
  const ready = JSON.parse(await firstLine(service)) as Record<
    'http' | 'smtp',
    { host: string; port: number }
  >
  const api = async (method: string, path: string, body: object, key?: string) => {
    const response = await fetch(`http://${ready.http.host}:${ready.http.port}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { api_key: { key: string } }
  }
  const { key } = (
    await api('POST', '/signup', { organization_name: 'Bench', contact_email: 'bench@example.com' })
  ).api_key
  await api('POST', '/inboxes', { slug: 'agent' }, key)
  const setWebhook = async (url: string) =>
    void (await api('PATCH', '/inboxes/agent', { webhook_url: url }, key))
  await setWebhook(sinkUrl)
  return {
    ...ready.smtp,
    to: 'agent@inbox.example',
    pid: service.pid!,
    received: async () => ((await (await fetch(sinkUrl)).json()) as { count: number }).count,
    setWebhook,
    async stop() {
      sink.kill()
      service.kill('SIGTERM')
      await new Promise((resolve) => service.once('exit', resolve))
      removeData(folder)
    },
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready`)))
    createInterface({ input: child.stdout! }).once('line', resolve)
  })
}
