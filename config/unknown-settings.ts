/** Environment variables that look like settings of ours, and are none: a typing error would else change nothing in silence. */
import { secretSettings, settings } from './settings.ts'

export interface UnknownSetting {
  name: string
  /** The setting that was probably meant. */
  nearest: string
}

/** Beginnings that other programs have no variables with; of what begins otherwise, only what is almost one of ours. */
const own = new Set(
  'ROLES INBOX SMTP CLAMAV RELAY DKIM RSPAMD SPAMD RISK WEBHOOK RATE SIGNUP SIGNUPS SLUG QUOTA INBOUND APPROVAL LOOP'.split(
    ' ',
  ),
)
/** What Kubernetes and Docker say of services that are called like a part of ours, and what docker-compose.yml alone reads. */
const ofSurroundings = /_SERVICE_(?:HOST|PORT)|_PORT_\d+_|_PORT$|_PUBLISH$/
/** Letters by which a name with another beginning may differ: more is another word. */
const slip = 2

/** The variables of `environment` that were probably meant as settings, in order. */
export function unknownSettings(environment: Record<string, string | undefined>): UnknownSetting[] {
  const files = secretSettings.map((name) => `${name}_FILE`)
  const known = [...Object.keys(settings), ...files]
  const unknown: UnknownSetting[] = []
  for (const name of Object.keys(environment).sort()) {
    if (!/^[A-Z][A-Z0-9_]{3,63}$/.test(name) || known.includes(name) || environment[name] === '') continue
    const ranked = known.map((one) => ({ one, distance: editDistance(name, one) }))
    const { one: nearest, distance } = ranked.reduce((a, b) => (b.distance < a.distance ? b : a))
    const isOwn = own.has(name.split('_', 1)[0]!) && name.includes('_') && !ofSurroundings.test(name)
    if (isOwn || (distance <= slip && name.length > 6)) unknown.push({ name, nearest })
  }
  return unknown
}

/** Letters to insert, leave out or replace (Levenshtein); neighbours that changed places are one. */
function editDistance(a: string, b: string): number {
  let [last, before]: [number[], number[]] = [Array.from({ length: b.length + 1 }, (_, n) => n), []]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost)
      row.push(swapped ? Math.min(least, before[j - 2]! + 1) : least)
    }
    ;[last, before] = [row, last]
  }
  return last[b.length]!
}
