/** Checks SPF and ARC as the service evaluates them, with the zones of the cases on a name server of our own. */
import type { ZoneEntry } from '../support/dns-server.ts'
import { mailText } from '../support/mail-text.ts'
import type { House } from '../support/open-house.ts'
import { SmtpClient } from '../support/smtp-client.ts'
import { eachOf, readExpectations } from './corpus.ts'
import type { Report } from './report.ts'

type ZoneRecord = string | Record<string, unknown>

interface SpfSuite {
  tests: Record<string, { helo: string; host: string; mailfrom: string; result: string | string[] }>
  zonedata: Record<string, ZoneRecord[]>
}

interface ArcSuite {
  description: string
  tests: Record<string, { message: string; cv: string }>
  'txt-records': Record<string, string>
}

/** A check of one suite, in a house of its own: suites give the same names other records, and answers are cached. */
export interface SuiteCheck {
  /** What the house's name server knows. */
  names: Record<string, ZoneEntry>
  run: (house: House) => Promise<void>
}

/** Sends a mail for each SPF case, from its address, through houses that believe our PROXY header. */
export function spfChecks(folder: string, report: Report): SuiteCheck[] {
  return readExpectations<SpfSuite>(folder, 'spf_rfc7208.json').map(({ tests, zonedata }) => ({
    names: Object.fromEntries(
      Object.entries(zonedata).map(([name, records]) => [
        name.toLowerCase(),
        zoneEntry(followAlias(records, zonedata)),
      ]),
    ),
    run: (house) =>
      eachOf(Object.entries(tests), 8, async ([name, { helo, host, mailfrom, result }]) => {
        if (privateNetwork.test(host)) return
        const id = await sendFrom(house, host, helo, mailfrom)
        // A sender that the listener refuses, as it may, has no result.
        if (id === null) return
        await house.drain(60_000)
        const got = (await house.message(id)).authentication?.spf.result
        report.check('spf', [result].flat().includes(String(got)), `${name}: ${got} for ${result}`)
      }),
  }))
}

/** Sends the message of each ARC case. */
export function arcChecks(folder: string, report: Report): SuiteCheck[] {
  return readExpectations<ArcSuite>(folder, 'arc_validation.json').map((suite) => ({
    names: Object.fromEntries(
      Object.entries(suite['txt-records']).map(([name, text]) => [name, { TXT: [text] }]),
    ),
    run: (house) =>
      eachOf(Object.entries(suite.tests), 8, async ([name, { message, cv }]) => {
        if (message === '' || cv === '') return
        const id = await sendFrom(house, '192.0.2.1', 'arc.example', 'ada@sender.example', message)
        await house.drain(60_000)
        const got = (await house.message(id ?? '')).authentication?.arc.result
        report.check('arc', got === cv.toLowerCase(), `${suite.description} ${name}: ${got} for ${cv}`)
      }),
  }))
}

async function sendFrom(
  house: House,
  host: string,
  helo: string,
  mailFrom: string,
  mail = mailText(),
): Promise<string | null> {
  const client = await SmtpClient.connect(house.smtpPort)
  const family = host.includes(':') ? `TCP6 ${host} ::1` : `TCP4 ${host} 127.0.0.1`
  client.send(`PROXY ${family} 4321 25`)
  await client.reply()
  const lines = [`EHLO ${helo}`, `MAIL FROM:<${mailFrom}>`, `RCPT TO:<${house.inbox.address}>`, 'DATA']
  for (const line of lines) {
    if ((await client.command(line)).code < 400) continue
    client.end()
    return null
  }
  const text = mail.replaceAll(/\r?\n/g, '\r\n').replaceAll(/(^|\r\n)\./g, '$1..')
  client.sendBytes(`${text}${text.endsWith('\r\n') ? '' : '\r\n'}.\r\n`)
  const reply = await client.reply()
  client.end()
  return /msg_[0-9a-z]+/.exec(reply.lines.join(' '))?.[0] ?? null
}

/** Peers of such addresses are never judged by SPF, whatever a zone says. */
const privateNetwork = /^(10|127|192\.168|172\.(1[6-9]|2\d|3[01]))\./

/** The records that a resolver finds: those at the end of an alias, as far as the suite's zone has it. */
function followAlias(records: ZoneRecord[], zone: SpfSuite['zonedata']): ZoneRecord[] {
  const alias = records.find((record) => typeof record !== 'string' && 'CNAME' in record)
  if (alias === undefined || typeof alias === 'string') return records
  return zone[String(alias.CNAME)] ?? []
}

/** Records as the suite writes them: an `SPF` record stands for a TXT one too, unless the name has its own. */
function zoneEntry(records: ZoneRecord[]): ZoneEntry {
  if (records.includes('TIMEOUT')) return 'silent'
  const entry: Exclude<ZoneEntry, string> = {}
  const given = records.filter((record) => typeof record !== 'string')
  const hasText = given.some((record) => 'TXT' in record)
  for (const record of given)
    for (const [type, value] of Object.entries(record)) {
      if (type === 'A' || type === 'AAAA' || type === 'PTR')
        entry[type] = [...(entry[type] ?? []), String(value)]
      if (type === 'MX') {
        const [priority, exchange] = value as [number, string]
        entry.MX = [...(entry.MX ?? []), { priority, exchange }]
      }
      if ((type === 'TXT' && value !== 'NONE') || (type === 'SPF' && !hasText))
        entry.TXT = [...(entry.TXT ?? []), [value].flat().join('')]
    }
  return entry
}
