/** Variables that are almost settings: named with the one that was meant; those of other programs are left alone. */
import { expect, test } from 'vitest'
import { settings } from '../../config/settings.ts'
import { unknownSettings } from '../../config/unknown-settings.ts'

test.each([
  ['RISK_WITHOLD_ABOVE', 'RISK_WITHHOLD_ABOVE'],
  ['RISC_FLAG_ABOVE', 'RISK_FLAG_ABOVE'],
  ['SMTP_MAX_CLIENT', 'SMTP_MAX_CLIENTS'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['HTTP_PROT', 'HTTP_PORT'],
  ['SECRET_KEY_FLIE', 'SECRET_KEY_FILE'],
  ['INBOX_DOMIAN', 'INBOX_DOMAIN'],
  ['SIGNUPS_PER_HUOR', 'SIGNUPS_PER_HOUR'],
])('%s was meant as %s', (name, nearest) => {
  expect(unknownSettings({ [name]: 'x' })).toEqual([{ name, nearest }])
})

test('settings, and variables of other programs, are not named', () => {
  const known = [...Object.keys(settings), 'SECRET_KEY_FILE', 'LLM_API_KEY_FILE']
  const foreign =
    'PATH HOME LANG SHELL TERM NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS HTTP_PROXY HTTPS_PROXY NO_PROXY LOGNAME LOG_FORMAT DATABASE_NAME DATABASE_HOST DATA_HOME PUBLIC_KEY SECRET_TOKEN STRIPE_CLI_KEY MAX_MEMORY SEND_GRID DNS_NAME PGHOST SMTP_SERVICE_HOST RELAY_PORT_2525_TCP_ADDR SMTP_PUBLISH HTTP_PUBLISH npm_config_cache LLM_PROVIDER'
  const names = [...known, ...foreign.split(' ')]
  expect(unknownSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([])
  expect(unknownSettings({ RISK_WITHOLD_ABOVE: '' })).toEqual([])
})
