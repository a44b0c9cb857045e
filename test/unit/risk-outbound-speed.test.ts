/** Holds that the detectors of outbound mail take a time that grows with a text and not with its square. */
import { expect, test } from 'vitest'
import { findPayloads } from '../../shared/risk/exfiltration/encoded.ts'
import { fingerprintsOf } from '../../shared/risk/exfiltration/fingerprints.ts'
import { findSensitive } from '../../shared/risk/find-sensitive.ts'
import { readHtmlSource } from '../../shared/risk/html-source.ts'

const length = 60_000
/** Milliseconds of processor for one text: a tenth of it is usual, a square takes many times as much. */
const mostMs = 1_500

const seeds =
  'a|A|1|.|-|@|a@|a@b.c|1.|1.2.3.4.|a:|+1 (2 |1 |4111 |1-|Aa |John |AAAA-|Suite 1 |12 Aa Bb |rue aaa |a="|password: |password=|bearer |authorization: |curl -u |curl \\\n|-----BEGIN PRIVATE KEY-----|kind: secret data: |aB3d|af09|af |eyJ|eyJhbGciOiJIUzI1.|http://a:|http://a:b@|<|<a href="|<!--|&#|passport |DL no. |born on 1 |ü€|1\u200b|４|Aa1_-.|server=a;|cookie: a|seed phrase abc |%41|corner of a |machine a login b |account |12,345.67 |#1|"|{{|psc 1, box 1 |<p>4</p>|password is |the key |pw |token\n|passcode |u: a p: b|a1! is the password |backup codes ab12 |ab12-|ftp a:b |root / |license |app password |aaaa |otp |born on |mar |passport no|driver license |LS0tLS1CRUdJTi|a:5432:a:a:|x-a-key|?pwd=|key-|sig=|sv=a&|t1.aaaa.|/token:a@a|ver:1-hint:1-|\n|\t'.split(
    '|',
  )

test.each(seeds)('%j over and over', (seed) => {
  const text = seed.repeat(Math.ceil(length / seed.length)).slice(0, length)
  const before = process.cpuUsage()
  findSensitive(text)
  findPayloads(text)
  fingerprintsOf(text)
  readHtmlSource(text)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(mostMs)
})
