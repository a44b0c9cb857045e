/** Personal data in text: what is found where, what only looks like it, and offsets that fit. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entity } from '../../shared/domain/entity.ts'
import { findSensitive } from '../../shared/risk/find-sensitive.ts'
import { luhn } from '../../shared/risk/pii/checksums.ts'
import { withoutOverlaps } from '../../shared/risk/span.ts'

/** The values found, as `kind value`. */
const found = (text: string, ...kinds: Entity[]): string[] =>
  findSensitive(text)
    .filter(({ type }) => kinds.length === 0 || kinds.includes(type))
    .map(({ type, start, end }) => `${type} ${text.slice(start, end)}`)

describe('values are found', () => {
  test.each<[Entity, string, string]>([
    [
      'email',
      'Write to ada.lovelace+orders@mail.example.co.uk, please.',
      'ada.lovelace+orders@mail.example.co.uk',
    ],
    ['email', 'Its address is <söta@brödbutik.example>.', 'söta@brödbutik.example'],
    ['email', 'mailto:joe@corp.example?subject=x', 'joe@corp.example'],
    ['email', 'reach me: joe [at] corp [dot] example', 'joe [at] corp [dot] example'],
    ['credit_card', 'Visa 4111 1111 1111 1111, exp 05/29', '4111 1111 1111 1111'],
    ['credit_card', 'amex 3714 496353 98431 on file', '3714 496353 98431'],
    ['credit_card', 'It is 5555-5555-5555-4444.', '5555-5555-5555-4444'],
    ['credit_card', 'Diners card 30569309025904', '30569309025904'],
    ['credit_card', 'maestro card 6759649826438453 please', '6759649826438453'],
    ['credit_card', 'Karte: 4111.1111.1111.1111', '4111.1111.1111.1111'],
    ['credit_card', 'card\n4012 8888\n8888 1881', '4012 8888\n8888 1881'],
    ['iban', 'Please pay to DE89 3704 0044 0532 0130 00 today', 'DE89 3704 0044 0532 0130 00'],
    ['iban', 'GB29NWBK60161331926819', 'GB29NWBK60161331926819'],
    ['iban', 'iban: nl91abna0417164300', 'nl91abna0417164300'],
    ['iban', 'IBAN NO93-8601-1117-947', 'NO93-8601-1117-947'],
    ['us_ssn', 'SSN 536-22-8726', '536-22-8726'],
    ['us_ssn', 'her social security no. is 536 22 8726', '536 22 8726'],
    ['us_ssn', 'My social: 536228726', '536228726'],
    ['us_ssn', 'ITIN 912-78-1234 for the return', '912-78-1234'],
    ['us_ssn', 'For the background check we have 219-09-9998.', '219-09-9998'],
    ['ip', 'Blocked 203.0.113.77 again', '203.0.113.77'],
    ['ip', 'from 2001:db8:85a3::8a2e:370:7334 at noon', '2001:db8:85a3::8a2e:370:7334'],
    ['ip', 'host [198.51.100.4]:8080', '198.51.100.4'],
    ['phone', 'Call (415) 555-2671 tomorrow', '(415) 555-2671'],
    ['phone', 'ring me on +44 20 7946 0958 after lunch', '+44 20 7946 0958'],
    ['phone', 'Büro: Tel. 030 90182-0 / 030-901820', '030 90182-0'],
    ['phone', 'appelez le 01 42 68 53 00', '01 42 68 53 00'],
    ['phone', 'mi móvil es 612 345 678', '612 345 678'],
    ['phone', 'WhatsApp: 07700 900123', '07700 900123'],
    ['phone', 'dial 1-800-555-0199 x42', '1-800-555-0199 x42'],
    ['phone', '☎ 212.555.0147', '212.555.0147'],
    ['phone', 'href tel:+14155552671', '+14155552671'],
    ['phone', '+81 3-1234-5678 (office)', '+81 3-1234-5678'],
    ['date_of_birth', 'Born: 12 May 1984 in Leeds', '12 May 1984'],
    ['date_of_birth', 'D.O.B. 05/12/1984', '05/12/1984'],
    ['date_of_birth', 'geboren am 12.05.1984', '12.05.1984'],
    ['date_of_birth', 'née le 12 mai 1984', '12 mai 1984'],
    ['date_of_birth', 'fecha de nacimiento: 12/05/1984', '12/05/1984'],
    ['date_of_birth', 'nata il 12 maggio 1984', '12 maggio 1984'],
    ['date_of_birth', 'her birthday is May 12th, 1984', 'May 12th, 1984'],
    ['date_of_birth', 'birth date (yyyy-mm-dd): 1984-05-12', '1984-05-12'],
    ['date_of_birth', '1984-05-12 is his date of birth', '1984-05-12'],
    ['date_of_birth', '生年月日 1984年5月12日', '1984年5月12日'],
    ['passport', 'Passport number: X1234567', 'X1234567'],
    ['passport', 'my passport is 533380006, valid', '533380006'],
    ['passport', 'Reisepass-Nr. C01X00T47', 'C01X00T47'],
    ['passport', 'passeport n° 09AK12345', '09AK12345'],
    ['passport', 'her US passport (no. 912803456)', '912803456'],
    ['driver_license', "Driver's license no. D1234567", 'D1234567'],
    ['driver_license', 'driving licence MORGA657054SM9IJ', 'MORGA657054SM9IJ'],
    ['driver_license', 'DL# 99999999', '99999999'],
    ['driver_license', 'Führerscheinnummer: B072RRE2I55', 'B072RRE2I55'],
    ['driver_license', 'Licence number is S530-4609-0123', 'S530-4609-0123'],
    ['email', 'jane(dot)roe(at)corp(dot)example', 'jane(dot)roe(at)corp(dot)example'],
    ['iban', 'IBANDE89370400440532013000', 'DE89370400440532013000'],
    ['us_ssn', 'My SS number is 264-98-9321', '264-98-9321'],
    ['ip', 'on ::ffff:192.0.2.128', '::ffff:192.0.2.128'],
    ['ip', 'the net 2a02:26f0:1234:5::/64', '2a02:26f0:1234:5::'],
    ['ip', 'fd00::2 answers', 'fd00::2'],
    ['ip', 'the range 203.0.113.1-203.0.113.99', '203.0.113.99'],
    ['phone', 'mon numéro est le 06.12.34.56.78', '06.12.34.56.78'],
    ['phone', 'cel. (11) 98765-4321', '(11) 98765-4321'],
    ['phone', 'zadzwoń: 601 234 567', '601 234 567'],
    ['phone', 'τηλ. 210 1234567', '210 1234567'],
    ['phone', 'هاتف: 0501234567', '0501234567'],
    ['phone', 'Jane Roe\nP: 415 555 0134', '415 555 0134'],
    ['phone', 'M 07700 900123', '07700 900123'],
    ['phone', 'wa.me/447700900456', '447700900456'],
    ['phone', '44 20 7946 0958 is my direct line', '44 20 7946 0958'],
    ['date_of_birth', 'I was born on the third of March, 1987', 'third of March, 1987'],
    ['date_of_birth', 'Date of birth:\n12/05/1984', '12/05/1984'],
    ['date_of_birth', '{"dateOfBirth":"1984-05-12"}', '1984-05-12'],
    ['date_of_birth', 'né le 3 mars 1987', '3 mars 1987'],
    ['date_of_birth', 'fecha de nac.: 03-03-1987', '03-03-1987'],
    ['date_of_birth', 'ur. 3 marca 1987', '3 marca 1987'],
    ['date_of_birth', 'datum narození 3. 3. 1987', '3. 3. 1987'],
    ['date_of_birth', 'született 1987. március 3.', '1987. március 3'],
    ['date_of_birth', 'родился 3 марта 1987', '3 марта 1987'],
    ['date_of_birth', 'ημερομηνία γέννησης 04/01/1990', '04/01/1990'],
    ['date_of_birth', 'תאריך לידה 04/01/1990', '04/01/1990'],
    ['date_of_birth', '생일 1984년 5월 12일', '1984년 5월 12일'],
    ['date_of_birth', 'DOB – 12-May-84', '12-May-84'],
    ['passport', 'Swiss passport X0A1B2C3', 'X0A1B2C3'],
    ['passport', 'загранпаспорт 71 1234567', '71 1234567'],
    ['passport', 'паспорт 45 10 123456', '45 10 123456'],
    ['passport', 'pasaport U12345678', 'U12345678'],
    ['passport', 'διαβατήριο AK1234567', 'AK1234567'],
    ['passport', 'hộ chiếu B1234567', 'B1234567'],
    ['passport', '533380006 is my passport number', '533380006'],
    ['passport', 'Passport\nNumber: 533380006', '533380006'],
    ['driver_license', 'UK driving licence: JONES 710238 HA5CL', 'JONES 710238 HA5CL'],
    ['driver_license', 'Ontario licence A1234-56789-01234', 'A1234-56789-01234'],
    ['driver_license', 'permis de conduire 12AB34567', '12AB34567'],
    ['driver_license', 'prawo jazdy 12345/12/1234', '12345/12/1234'],
    ['driver_license', '운전면허 11-23-456789-01', '11-23-456789-01'],
    ['driver_license', 'NY license 123 456 789', '123 456 789'],
    ['driver_license', 'D123-4567-8901 is my Illinois driver license', 'D123-4567-8901'],
    ['driver_license', '{"driver_license":"D1234567"}', 'D1234567'],
    ['national_id', 'NI number QQ123456C is a sample, AB 12 34 56 C is not', 'AB 12 34 56 C'],
    ['national_id', 'DNI 12345678Z', '12345678Z'],
    ['national_id', 'codice fiscale RSSMRA85T10A562S', 'RSSMRA85T10A562S'],
    ['national_id', 'CPF 529.982.247-25', '529.982.247-25'],
    ['national_id', 'PESEL 44051401359', '44051401359'],
    ['national_id', 'Aadhaar 2341 2341 2346', '2341 2341 2346'],
    ['bank_account', 'routing number 021000021', '021000021'],
    ['bank_account', 'account no: 000123456789', '000123456789'],
    ['bank_account', 'Sort code 12-34-56', '12-34-56'],
    [
      'crypto_address',
      'send to 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2 now',
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    ],
    [
      'crypto_address',
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    ],
    ['mac_address', 'eth0 00:1A:2b:3C:4d:5E up', '00:1A:2b:3C:4d:5E'],
    ['url', 'see https://docs.corp.example/a?b=c.', 'https://docs.corp.example/a?b=c'],
    ['age', 'a 47 year old man', '47'],
    ['person', 'I met Maria Kowalska yesterday', 'Maria Kowalska'],
    ['person', 'Regards,\nTomasz Zieliński', 'Tomasz Zieliński'],
    ['person', 'Dear Ms. Okafor, thank you', 'Okafor'],
    ['location', 'She moved here from Portugal', 'Portugal'],
    ['organization', 'an offer of Northwind Traders Ltd', 'Northwind Traders Ltd'],
    ['street_address', 'Deliver to 12 Baker Street, London', '12 Baker Street, London'],
    ['street_address', 'wohnhaft Hauptstraße 12, 10115 Berlin', 'Hauptstraße 12, 10115 Berlin'],
    [
      'street_address',
      'Send it to:\n> Ida Holm\n> 481 Birkelia 27\n> Suite 310\n> Larvik\n> Norway 32640',
      '481 Birkelia 27\n> Suite 310\n> Larvik\n> Norway 32640',
    ],
    [
      'street_address',
      'My address is 902 Tannfelden 31\nLIESTAL\n 44100',
      '902 Tannfelden 31\nLIESTAL\n 44100',
    ],
    [
      'street_address',
      '500 Oak Ave Apt. 7, Springfield, IL 62704',
      '500 Oak Ave Apt. 7, Springfield, IL 62704',
    ],
  ])('%s in: %s', (kind, text, value) => {
    expect(found(text, kind)).toContain(`${kind} ${value}`)
  })
})

describe('look-alikes are left alone', () => {
  test.each([
    'Order 4471-2209 shipped, tracking 1Z999AA10123456784.',
    'Version 10.2.14.3 and v2.10.0.1 are out; see section 4.2.1.',
    'Invoice no. 2024-000-1234 totals 1,284.50 EUR, due in 30 days.',
    'The commit is 9fceb02d0ae598e95dc970b74767f19372d61af8.',
    'Request 3f2504e0-4f89-11d3-9a0c-0305e82c3301 took 213 ms.',
    'Meeting on 2024-05-12 at 14:30, until 16:00 in room 3.114.',
    'Listening on 127.0.0.1 and 0.0.0.0, mask 255.255.255.0.',
    'ISBN 978-3-16-148410-0 and EAN 4006381333931 are in stock.',
    'Card 4111 1111 1111 1112 was mistyped.',
    'IMEI 490154203237518, build 20240117.5.',
    'The range is 1990-2024, pages 100-200, ratio 3:2:1.',
    'Please install lodash@4.17.21 and logo@2x.png.',
    'Kilometer 250-01-0042 on the map.',
    'Ticket INC0012984 is still open, PO 4500012345.',
    'git clone git@github.com:corp/repo.git',
    'std::vector<int> a::b and 12::30 are no addresses.',
    'Temperature 21.5 C, humidity 40-45 %, 16 GB, 4111 pages.',
    'The passport office opens at 9; bring two copies.',
    'Please see the attached agenda for the Quarterly Business Review.',
    'Flight LH1234 leaves at 18:45 from gate B22.',
    'Loyalty number 533380006, policy number 12-3456789-01, NDC 0777-3105-02.',
    'Birthday party on 12 May 2024, the birth of the project was on 12 May 2014.',
    'The license agreement 2024-123456, the download (DL) of 1048576 bytes.',
    'The passport program serves 1234567 users.',
    'Zoom: Meeting ID 894 1234 5678, conference 123 456 789#.',
    'Parcel 00340434161094042557, PNR 1234567, HS code 8471.30.0100, CAS 7732-18-5.',
    'ORCID 0000-0002-1825-0097, arXiv:2405.12345v2, patent US 10,123,456 B2.',
    'The text file 20240512 has 12,345,678 lines; number of users: 4155550132.',
  ])('%s', (text) => {
    expect(found(text)).toEqual([])
  })
})

test.each([
  'Name,DOB,Passport,Phone\nJane,1984-05-12,A12345678,4155550132\nTom,12.05.1990,533380006,',
  '"Name";"DOB";"Passport";"Phone"\r\n"Jane";"1984-05-12";"A12345678";"4155550132"\r\n"Tom";"12.05.1990";"533380006";""\r\n',
  '| Name | DOB | Passport | Phone |\n|---|---|---|---|\n| Jane | 1984-05-12 | A12345678 | 4155550132 |\n| Tom | 12.05.1990 | 533380006 | |',
])('columns are what their head says: %j', (table) => {
  expect(found(table, 'date_of_birth', 'passport', 'phone')).toEqual([
    'date_of_birth 1984-05-12',
    'passport A12345678',
    'phone 4155550132',
    'date_of_birth 12.05.1990',
    'passport 533380006',
  ])
})

test('below another head, or in another number of columns, the same values are nothing', () => {
  expect(found('Name,Order,Build\nJane,4155550132,A12345678', 'date_of_birth', 'passport', 'phone')).toEqual(
    [],
  )
  expect(found('Passport, ticket, money\nbuild A12345678 of May, done', 'passport')).toEqual([])
})

test('a number is what the nearest word says it is', () => {
  expect(found("Driver's license D1234567, passport 533380006, SSN 536-22-8726, tel 415-555-2671")).toEqual([
    'driver_license D1234567',
    'passport 533380006',
    'us_ssn 536-22-8726',
    'phone 415-555-2671',
  ])
})

test('offsets are those of the text given, whatever stands before and within', () => {
  const text = '𝄞 🇩🇪 ünï\u200b: ４１１１ 1111\u00a01111\u200b 1111 und joe＠corp.example'
  expect(found(text, 'credit_card', 'email')).toEqual([
    'credit_card ４１１１ 1111\u00a01111\u200b 1111',
    'email joe＠corp.example',
  ])
})

test('digits one by one are a card where that is said, and keys of a telephone are digits', () => {
  const keys = [...'4111111111111111'].map((digit) => `${digit}\ufe0f\u20e3`).join('')
  expect(findSensitive(`Key in ${keys} please`, { entities: ['credit_card'] })).toHaveLength(1)
  for (const between of [' ', '-']) {
    const spelt = [...'4111111111111111'].join(between)
    expect(found(`The card is ${spelt}, thanks`, 'credit_card')).toEqual([`credit_card ${spelt}`])
    expect(found(`The row is ${spelt}, thanks`, 'credit_card')).toEqual([])
  }
  expect(found('The card is 4 1 1 11 1111 1111 1111', 'credit_card')).toEqual([])
})

test('only the kinds asked for are answered, and another kind never takes their place', () => {
  const text = 'card 4111 1111 1111 1111, joe@corp.example'
  expect(findSensitive(text, { entities: ['phone'] })).toEqual([])
  expect(findSensitive(text, { entities: ['email'] }).map(({ type }) => type)).toEqual(['email'])
})

test('spans never overlap, are in order and lie within the text, whatever the text is', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      '4111 1111 1111 1111',
      'joe@corp.example',
      '+44 20 7946 0958',
      'SSN ',
      'password: hunter22',
      ' 1',
      '\n',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      let last = 0
      for (const { start, end } of findSensitive(text, { minConfidence: 0 })) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        last = end
      }
      expect(last).toBeLessThanOrEqual(text.length)
    }),
    { numRuns: 300 },
  )
})

test('every number that passes Luhn in the form of a card is found beside the word card', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^4\d{14}$/), (head) => {
      const digit = [...'0123456789'].find((last) => luhn(head + last))!
      const number = head + digit
      if (/^(\d)\1+$/.test(number)) return
      expect(found(`my card ${number} please`, 'credit_card')).toEqual([`credit_card ${number}`])
    }),
    { numRuns: 200 },
  )
})

test('of two spans that overlap the surer one stays', () => {
  const span = (start: number, end: number, confidence: number) => ({
    type: 'phone' as const,
    start,
    end,
    confidence,
  })
  expect(withoutOverlaps([span(0, 5, 0.5), span(3, 9, 0.9), span(9, 12, 0.1)])).toEqual([
    span(3, 9, 0.9),
    span(9, 12, 0.1),
  ])
})
