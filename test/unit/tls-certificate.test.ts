/** The certificate of the listener: files that can not be used are a setting that is wrong, and named as such. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError, parseConfig } from '../../config/config.ts'
import { tlsCertificate } from '../../services/smtp/tls-certificate.ts'

let folder: string
const file = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agent-email-tls-'))
  for (const name of ['mx', 'other']) {
    const { private: key, cert } = await generate([{ name: 'commonName', value: name }], { keySize: 2048 })
    writeFileSync(file(`${name}.key`), key)
    writeFileSync(file(`${name}.crt`), cert)
  }
  writeFileSync(file('torn.crt'), '-----BEGIN CERTIFICATE-----\nMIIC')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const certificateOf = (cert: string, key: string) =>
  tlsCertificate(parseConfig({ SMTP_TLS_CERT_FILE: file(cert), SMTP_TLS_KEY_FILE: file(key) }))

test('a certificate and its key are taken', async () => {
  expect(createSecureContext(await certificateOf('mx.crt', 'mx.key'))).toBeDefined()
})

test.each([
  ['missing.crt', 'mx.key', 'SMTP_TLS_CERT_FILE: ENOENT'],
  ['mx.crt', 'missing.key', 'SMTP_TLS_KEY_FILE: ENOENT'],
  ['mx.crt', 'other.key', 'SMTP_TLS_CERT_FILE, SMTP_TLS_KEY_FILE: '],
  ['torn.crt', 'mx.key', 'SMTP_TLS_CERT_FILE, SMTP_TLS_KEY_FILE: '],
  ['mx.key', 'mx.crt', 'SMTP_TLS_CERT_FILE, SMTP_TLS_KEY_FILE: '],
])('%s with %s is refused, and named', async (cert, key, problem) => {
  const made = certificateOf(cert, key)
  await expect(made).rejects.toThrow(ConfigError)
  await expect(made).rejects.toThrow(problem)
  await expect(made).rejects.not.toThrow('PRIVATE KEY')
})
