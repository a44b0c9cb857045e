/** What SPF, DKIM, DMARC and ARC say of the sender's right to its name. */
import type { Detection } from '../../domain/analysis.ts'
import type { AuthenticationResults } from '../../domain/authentication.ts'
import { quote } from '../quote.ts'
import type { Scorer } from '../scorer.ts'

export const authentication: Scorer = {
  name: 'authentication',
  directions: ['inbound'],
  budgetMs: 100,
  score: ({ authentication: results }) => {
    if (results === null)
      return [detection('not_evaluated', 'The sender was not authenticated.', 1, 'The check was not made.')]
    const dmarc = ofDmarc(results)
    // DMARC is the last word where a domain publishes it; SPF and DKIM alone count only without one.
    return dmarc === null ? [...ofSpf(results), ...ofDkim(results)] : [dmarc]
  },
}

function ofDmarc({ dmarc, arc }: AuthenticationResults): Detection | null {
  const domain = quote(dmarc.domain)
  const found = `dmarc=${dmarc.result} policy=${dmarc.policy || 'none'} arc=${arc.result}`
  switch (dmarc.result) {
    case 'pass':
      return detection('dmarc_pass', `The domain ${domain} vouches for the sender (DMARC).`, 1, found)
    case 'fail': {
      const policy = dmarc.policy === '' ? 'none' : dmarc.policy
      // Forwarders and mailing lists break DMARC and say so with ARC; anyone can seal, so it only mitigates.
      const confidence = arc.result === 'pass' ? 0.5 : 1
      return detection(
        `dmarc_fail_${policy}`,
        `The domain ${domain} does not vouch for the sender (DMARC), and asks to ${
          policy === 'none' ? 'only report such mail' : `${policy} such mail`
        }.`,
        confidence,
        found,
      )
    }
    case 'temperror':
    case 'permerror':
      return detection(`dmarc_${dmarc.result}`, `DMARC of ${domain} could not be evaluated.`, 1, found)
    default:
      return null
  }
}

function ofSpf({ spf }: AuthenticationResults): Detection[] {
  if (!['fail', 'softfail', 'temperror', 'permerror'].includes(spf.result)) return []
  const domain = quote(spf.domain)
  const detail =
    spf.result === 'fail' || spf.result === 'softfail'
      ? `The domain ${domain} does not list the sending server (SPF).`
      : `SPF of ${domain} could not be evaluated.`
  return [detection(`spf_${spf.result}`, detail, 1, `spf=${spf.result} domain=${domain}`)]
}

function ofDkim({ dkim }: AuthenticationResults): Detection[] {
  if (dkim.some(({ result }) => result === 'pass')) return []
  const broken = dkim.find(({ result }) => result === 'fail')
  if (broken === undefined) return []
  const domain = quote(broken.domain)
  return [
    detection(
      'dkim_fail',
      `The signature of ${domain} does not fit the message (DKIM).`,
      1,
      `dkim=fail domain=${domain}`,
    ),
  ]
}

const detection = (result: string, detail: string, confidence: number, found: string): Detection => ({
  method: 'authentication',
  result,
  detail,
  confidence,
  evidence: [{ where: 'raw', text: quote(found) }],
})
