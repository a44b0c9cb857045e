/** The operator's command that makes DKIM keys, and prints what to publish and what to set. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, parseConfig } from '../config/config.ts'
import { readEnvironment } from '../config/env.ts'
import { dkimRecord } from '../shared/mail/dkim-record.ts'

const rsaBits = 2_048
/** A character-string of a TXT record has 255 bytes at most (RFC 1035 §3.3.14). */
const stringBytes = 255

/** The record as a zone file has it: long ones in several strings. */
const zoneLine = (name: string, record: string): string => {
  const strings = record.match(new RegExp(`.{1,${stringBytes}}`, 'g')) ?? []
  return `${name}. IN TXT ${strings.map((text) => `"${text}"`).join(' ')}`
}

function main(): void {
  const config = parseConfig(readEnvironment())
  const { values } = parseArgs({
    options: {
      domain: { type: 'string', default: config.DKIM_DOMAIN ?? config.INBOX_DOMAIN },
      selector: { type: 'string', default: `s${new Date().toISOString().slice(0, 7).replace('-', '')}` },
      out: { type: 'string', default: join(config.DATA_DIR, 'dkim') },
    },
  })
  const { domain, selector, out } = values
  if (!/^[a-z0-9]([a-z0-9-]{0,60}[a-z0-9])?$/i.test(selector))
    throw new Error('--selector: letters, digits and hyphens')
  mkdirSync(out, { recursive: true, mode: 0o700 })
  const made = (['rsa', 'ed25519'] as const).map((type) => {
    const name = type === 'rsa' ? selector : `${selector}-ed25519`
    const { privateKey } =
      type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: rsaBits }) : generateKeyPairSync('ed25519')
    const file = join(out, `${domain}.${name}.pem`)
    // A key that is in use is never written over.
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { flag: 'wx', mode: 0o600 })
    return { name, file, record: dkimRecord(privateKey) }
  })
  const direct = config.RELAY_URL === 'mx:'
  const host = config.SMTP_NAME ?? config.INBOX_DOMAIN
  process.stdout.write(
    `${[
      `Two keys for ${domain}: RSA, which every verifier knows, and Ed25519. Mail is signed with both.`,
      '',
      'Publish (DNS):',
      ...made.map(({ name, record }) => zoneLine(`${name}._domainkey.${domain}`, record)),
      '',
      'Set:',
      `DKIM_DOMAIN=${domain}`,
      `DKIM_SELECTOR=${made.map(({ name }) => name).join(',')}`,
      `DKIM_PRIVATE_KEY_FILE=${made.map(({ file }) => file).join(',')}`,
      '',
      'Publish beside it, unless you have them. Who may send for the domain (SPF, RFC 7208), one record:',
      direct
        ? zoneLine(config.INBOX_DOMAIN, `v=spf1 mx a:${host} -all`)
        : zoneLine(config.INBOX_DOMAIN, 'v=spf1 include:<what your relay names> -all'),
      'What others are to do with what pretends to be yours (DMARC, RFC 7489): begin with p=none and read the reports,',
      'then raise it to quarantine, and to reject.',
      zoneLine(
        `_dmarc.${config.INBOX_DOMAIN}`,
        `v=DMARC1; p=none; rua=mailto:postmaster@${config.INBOX_DOMAIN}`,
      ),
      '',
      'Then: npm run doctor',
    ].join('\n')}\n`,
  )
}

if (import.meta.main)
  try {
    main()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    process.stderr.write(
      `${code === 'EEXIST' ? 'The key files exist: choose another --selector.' : message}\n`,
    )
    process.exit(error instanceof ConfigError ? 78 : 1)
  }
