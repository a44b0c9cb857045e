/** Settings that a test drive may have as they are, and a service for others may not. */
import type { Config } from '../../config/config.ts'
import { unknownSettings } from '../../config/unknown-settings.ts'
import { isLocalName } from '../../shared/lib/local-name.ts'
import { type Finding, ok, warn } from './check.ts'

export function checkSettings(
  config: Config,
  environment: Record<string, string | undefined> = {},
): Finding[] {
  const findings: Finding[] = unknownSettings(environment).map(({ name, nearest }) =>
    warn('Settings', `${name} is no setting`, `Take it out, or write ${nearest}, if that was meant.`),
  )
  if (isLocalName(config.INBOX_DOMAIN))
    findings.push(
      warn(
        'Settings',
        `INBOX_DOMAIN is ${config.INBOX_DOMAIN}, a name for local use or for examples`,
        'Set it to a domain of yours: nobody can send mail to this one from outside.',
      ),
    )
  if (config.SECRET_KEY === undefined)
    findings.push(
      warn(
        'Settings',
        'SECRET_KEY is generated in DATA_DIR',
        'Set SECRET_KEY, the same for all processes, and keep it safe.',
      ),
    )
  if (config.PUBLIC_URL === undefined || config.PUBLIC_URL.startsWith('http:'))
    findings.push(
      warn(
        'Settings',
        `PUBLIC_URL is ${config.PUBLIC_URL ?? 'unset'}`,
        'Set it to the https address that clients reach the API at.',
      ),
    )
  if (config.WEBHOOK_ALLOW_HTTP)
    findings.push(warn('Settings', 'WEBHOOK_ALLOW_HTTP is on', 'Turn it off: webhooks carry mail.'))
  if (config.SMTP_TLS_CERT_FILE === undefined && config.ROLES.includes('smtp'))
    findings.push(
      warn(
        'Settings',
        'the SMTP certificate is self-signed',
        'Set SMTP_TLS_CERT_FILE and SMTP_TLS_KEY_FILE.',
      ),
    )
  return findings.length === 0 ? [ok('Settings', 'fit for others to use')] : findings
}
