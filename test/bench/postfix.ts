/** A Postfix to compare with: the machine's own, on a free port, taking mail for one domain and throwing it away. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A running Postfix that queues each message durably before 250, as shipped. */
export interface Postfix {
  host: string
  port: number
  to: string
  stop(): void
}

/** Null where Postfix isn't installed, or we aren't root (its master must be). */
export async function startPostfix(): Promise<Postfix | null> {
  if (!existsSync('/usr/sbin/postfix') || process.getuid?.() !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'bench-postfix-'))
  const [config, queue, data] = ['config', 'queue', 'data'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  execFileSync('chmod', ['755', folder])
  for (const path of [config, queue, data]) mkdirSync(path)
  execFileSync('chown', ['postfix', data])
  writeFileSync(
    join(config, 'main.cf'),
    [
      'compatibility_level = 3.6',
      `queue_directory = ${queue}`,
      `data_directory = ${data}`,
      'inet_interfaces = 127.0.0.1',
      'mydestination =',
      'virtual_mailbox_domains = inbox.example',
      'virtual_transport = discard:',
      'smtpd_client_connection_count_limit = 0',
      'smtpd_client_connection_rate_limit = 0',
      'default_process_limit = 200',
      'message_size_limit = 26214400',
      'mynetworks = 127.0.0.0/8',
      'smtpd_banner = bench ESMTP',
      'maillog_file =',
      'alias_maps =',
    ].join('\n'),
  )
  const daemon = (name: string, type: string, chroot: string, max: string, command: string) =>
    `${name} ${type} n - ${chroot} - ${max} ${command}`
  writeFileSync(
    join(config, 'master.cf'),
    `${[
      `127.0.0.1:${port} inet n - n - 100 smtpd`,
      'pickup unix n - n 60 1 pickup',
      'cleanup unix n - n - 0 cleanup',
      'qmgr unix n - n 300 1 qmgr',
      'rewrite unix - - n - - trivial-rewrite',
      'bounce unix - - n - 0 bounce',
      'defer unix - - n - 0 bounce',
      'trace unix - - n - 0 bounce',
      'verify unix - - n - 1 verify',
      'flush unix n - n 1000? 0 flush',
      'proxymap unix - - n - - proxymap',
      'showq unix n - n - - showq',
      'error unix - - n - - error',
      'retry unix - - n - - error',
      'discard unix - - n - - discard',
      'anvil unix - - n - 1 anvil',
      'scache unix - - n - 1 scache',
      daemon('tlsmgr', 'unix', 'n', '1', 'tlsmgr'),
    ].join('\n')}\n`,
  )
  const run = (command: string) => execFileSync('postfix', ['-c', config, command], { stdio: 'ignore' })
  try {
    run('start')
    await answers(port)
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  return {
    host: '127.0.0.1',
    port,
    to: 'agent@inbox.example',
    stop() {
      run('stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(port: number): Promise<void> {
  for (let tries = 0; ; tries++) {
    const greeted = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('data', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('data', () => socket.destroy())
    })
    if (greeted) return
    if (tries > 50) throw new Error('Postfix does not answer')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
