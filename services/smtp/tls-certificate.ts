/** The certificate for STARTTLS: from configuration, else self-signed and kept in DATA_DIR. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { type Config, ConfigError } from '../../config/config.ts'
import { keepFirst } from '../../config/keep-first.ts'

/**
 * PEM texts. A self-signed pair is made on first use, mode 0600, for `SMTP_NAME` or the inbox domain.
 * @throws ConfigError for files that can't be read, or that are no certificate and its key.
 */
export async function tlsCertificate(config: Config): Promise<{ key: string; cert: string }> {
  const { SMTP_TLS_CERT_FILE: certFile, SMTP_TLS_KEY_FILE: keyFile } = config
  if (certFile !== undefined && keyFile !== undefined) return given(certFile, keyFile)
  const folder = join(config.DATA_DIR, 'secrets')
  const file = join(folder, 'smtp-tls.pem')
  if (!existsSync(file)) {
    const name = config.SMTP_NAME ?? config.INBOX_DOMAIN
    const notAfterDate = new Date(Date.now() + 10 * 365 * 86_400_000)
    // Needed once in a lifetime, and slow to load.
    const { generate } = await import('selfsigned')
    const made = await generate([{ name: 'commonName', value: name }], { keySize: 2048, notAfterDate })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    keepFirst(file, `${made.private}\n${made.cert}\n`)
  }
  const pem = readFileSync(file, 'utf8')
  return { key: pem, cert: pem }
}

function given(certFile: string, keyFile: string): { key: string; cert: string } {
  const problems: string[] = []
  const read = (setting: string, file: string): string => {
    try {
      return readFileSync(file, 'utf8')
    } catch (error) {
      problems.push(`${setting}: ${(error as NodeJS.ErrnoException).code ?? 'unreadable'}`)
      return ''
    }
  }
  const pair = { cert: read('SMTP_TLS_CERT_FILE', certFile), key: read('SMTP_TLS_KEY_FILE', keyFile) }
  if (problems.length > 0) throw new ConfigError(problems)
  try {
    createSecureContext(pair)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError([
      `SMTP_TLS_CERT_FILE, SMTP_TLS_KEY_FILE: no certificate and its key, as PEM (${code ?? 'unusable'})`,
    ])
  }
  return pair
}
