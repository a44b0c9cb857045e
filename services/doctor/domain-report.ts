/** What the DNS says of the inbox domain, for those who look at a page: asked for once a minute, however many look. */
import type { Config } from '../../config/config.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { DkimKey } from '../../shared/mail/dkim.ts'
import { createResolver } from '../../shared/net/resolver.ts'
import { type Finding, fail } from './check.ts'
import { examineDomain } from './examine.ts'

/** The name of the domain, and its findings; those who ask at once wait for one examination. */
export function domainReport(
  config: Config,
  readKeys: (config: Config) => readonly DkimKey[],
): { name: string; findings(): Promise<readonly Finding[]> } {
  let latest: { begun: number; findings: Promise<readonly Finding[]> } | null = null
  const keysOf = () => {
    try {
      return readKeys(config)
    } catch {
      return null
    }
  }
  const look = async (): Promise<readonly Finding[]> => {
    const deadlineMs = limits.domainCheckMs
    const resolver = createResolver(config.DNS_SERVERS, { deadlineMs: deadlineMs / 2 })
    try {
      const dkimKeys = keysOf()
      const findings = await examineDomain({ config, resolver, dkimKeys: dkimKeys ?? [], deadlineMs })
      if (dkimKeys !== null) return findings
      // The process that relays has it, and this one needn't.
      const unread = fail('DKIM', 'this process can not read the key', 'Run the doctor where the relay runs.')
      return [...findings.filter(({ name }) => name !== 'DKIM'), unread]
    } finally {
      resolver.close()
    }
  }
  return {
    name: config.INBOX_DOMAIN,
    findings() {
      const now = performance.now()
      if (latest === null || now - latest.begun >= limits.domainCheckFreshMs)
        latest = { begun: now, findings: look() }
      return latest.findings
    },
  }
}
