/** The operator's command that makes DKIM keys, and prints what to publish and what to set. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, parseConfig } from '../config/config.ts'
import { readEnvironment } from '../config/env.ts'
import { isLocalName } from '../shared/lib/local-name.ts'
import { readDkimKey } from '../shared/mail/dkim.ts'
import { dkimRecord } from '../shared/mail/dkim-record.ts'
import { dmarcAdvice, firstDmarcRecord } from '../shared/mail/dmarc-advice.ts'

const rsaBits = 2_048
/** A character-string of a TXT record has 255 bytes at most (RFC 1035 §3.3.14). */
const stringBytes = 255

/** The record as a zone file has it: long ones in several strings. */
const zoneLine = (name: string, record: string): string => {
  const strings = record.match(new RegExp(`.{1,${stringBytes}}`, 'g')) ?? []
  return `${name}. IN TXT ${strings.map((text) => `"${text}"`).join(' ')}`
}

interface KeyFile {
  name: string
  file: string
  record: string
  /** Whether it was there before. */
  old: boolean
}

/** Reads the key of a file, or makes it: one that is in use is never written over. */
function keyFile(out: string, domain: string, name: string, make: () => KeyObject): KeyFile {
  const file = join(out, `${domain}.${name}.pem`)
  const old = existsSync(file)
  const key = old ? readDkimKey(readFileSync(file, 'utf8'), domain, name).privateKey : make()
  if (!old) writeFileSync(file, key.export({ type: 'pkcs8', format: 'pem' }), { flag: 'wx', mode: 0o600 })
  return { name, file, record: dkimRecord(key), old }
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
  const keys = [
    keyFile(out, domain, selector, () => generateKeyPairSync('rsa', { modulusLength: rsaBits }).privateKey),
    keyFile(out, domain, `${selector}-ed25519`, () => generateKeyPairSync('ed25519').privateKey),
  ]
  const direct = config.RELAY_URL === 'mx:'
  const host = config.SMTP_NAME ?? config.INBOX_DOMAIN
  process.stdout.write(
    `${[
      `Two keys for ${domain}: RSA, which every verifier knows, and Ed25519. Mail is signed with both.`,
      ...(keys.some(({ old }) => old)
        ? ['They exist already, and stay as they are. New ones: give another name with -- --selector <name>.']
        : []),
      ...(isLocalName(domain)
        ? [
            `Warning: ${domain} is a name for local use or for examples: nobody can look its records up. Set INBOX_DOMAIN to your domain, and run this again.`,
          ]
        : []),
      '',
      'Publish (DNS):',
      ...keys.map(({ name, record }) => zoneLine(`${name}._domainkey.${domain}`, record)),
      '',
      'Set:',
      `DKIM_DOMAIN=${domain}`,
      `DKIM_SELECTOR=${keys.map(({ name }) => name).join(',')}`,
      `DKIM_PRIVATE_KEY_FILE=${keys.map(({ file }) => file).join(',')}`,
      '',
      'Publish beside it, unless you have them. Who may send for the domain (SPF, RFC 7208), one record:',
      direct
        ? zoneLine(config.INBOX_DOMAIN, `v=spf1 mx a:${host} -all`)
        : zoneLine(config.INBOX_DOMAIN, 'v=spf1 include:<what your relay names> -all'),
      'What others are to do with what pretends to be yours (DMARC, RFC 7489).',
      dmarcAdvice,
      zoneLine(`_dmarc.${config.INBOX_DOMAIN}`, firstDmarcRecord(config.INBOX_DOMAIN)),
      '',
      'Then: npm run doctor',
    ].join('\n')}\n`,
  )
}

if (import.meta.main)
  try {
    main()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(error instanceof ConfigError ? 78 : 1)
  }
