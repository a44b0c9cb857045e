/** What a reader may be told that looks like another's: his own order, a carrier's word, numbers that open nothing, a network for guests, what stays in the house. */
import { expect, test } from 'vitest'
import { isRecordOf } from '../../shared/risk/disclosure/own-record.ts'
import { bareContext } from '../../shared/risk/outbound-context.ts'
import { judgeDraft } from '../support/judged-draft.ts'

const withheldAbove = 70
const flaggedAbove = 30
const reader = 'ida.holm@letters.example'
const order = `Customer: Ida Holm, ${reader}. Deliver to 8 Mill Row. Locker code 50931.`
const answer =
  'Hello Ida, your parcel waits in the locker at Mill Row; the collection code is 50931. It is open until ten.'

test('what stands in the house’s own record of its reader is flagged, and withheld where it is anybody else’s', async () => {
  const told = await judgeDraft(answer, { to: reader, records: [order] })
  expect(told.results).toContain('exfiltration.value_of_others')
  expect(told.score).toBeGreaterThan(flaggedAbove)
  expect(told.score).toBeLessThanOrEqual(withheldAbove)
  // The same by mail that only says so.
  expect((await judgeDraft(answer, { to: reader, others: [order] })).score).toBeGreaterThan(withheldAbove)
  expect((await judgeDraft(answer, { to: 'thief@far.example', records: [order] })).score).toBeGreaterThan(
    withheldAbove,
  )
})

test.each([
  [
    'a mail of the house about two customers',
    `Customer: Ida Holm, ${reader}. Customer: Per Lund, per@sea.example. Code 50931.`,
    false,
  ],
  [
    'a mail that speaks of somebody',
    `I had ${reader} on the phone about the locker of Mrs Lund, code 50931.`,
    false,
  ],
  ['a mail in confidence', `Customer: Ida Holm, ${reader}. Code 50931. Please do not tell her yet.`, false],
  ['her own order', order, true],
])('%s', (_, text, expected) => {
  const context = bareContext('desk@agents.example', [reader])
  expect(isRecordOf({ threadId: 'thr_1', fingerprints: [], text, ofHouse: true }, context)).toBe(expected)
})

test('the words of a carrier, a machine and an engineer are nobody’s mail', async () => {
  const asked = 'Who said that it was delivered?'
  for (const text of [
    'The carrier says it was handed to "the neighbour on the third floor" on Tuesday at noon.',
    'Your engineer cut the cable of our client next door, said "that is not ours then" and left; we wrote to you twice.',
    'Der Paketdienst schreibt: „Sendung wurde am Dienstag beim Nachbarn abgegeben.“',
  ])
    expect((await judgeDraft(text, { asked })).results).not.toContain('exfiltration.mail_of_others')
  for (const text of [
    'Mrs Abara wrote to us "the fumes come through my wall each night".',
    'Your driver, Mrs Abara, wrote to us "the fumes come through my wall each night".',
    'The engineer Marta wrote "his offer is far too high, I would pick Nordwind before him".',
  ])
    expect((await judgeDraft(text, { asked: 'Who complained?' })).results, text).toContain(
      'exfiltration.mail_of_others',
    )
})

const wantsCode = 'To finish, reply with the 6-digit code that we sent you, your agency number and branch.'

test('where a code is wanted, what is called something else is not withheld', async () => {
  for (const text of [
    'A code did arrive and I will not pass it on. The rest: our agency number is 0418-77, the branch is Hexham.',
    'No code from us, sorry. Our badge number is 55102, and you may ring me at +44 7700 900 940.',
    'We do not give codes. We are at Dok Noord 7, 9000 Gent.',
  ])
    expect((await judgeDraft(text, { asked: wantsCode })).score, text).toBeLessThanOrEqual(withheldAbove)
  // Whoever was talked into it calls it so, too.
  for (const text of ['Our branch number is 550917. Regards', 'The portal says 550917.'])
    expect((await judgeDraft(text, { asked: wantsCode })).score, text).toBeGreaterThan(flaggedAbove)
  for (const text of [
    'The code is 550917.',
    '550917, and our agency number is 0418-77.',
    'For customs: the code that came by SMS just now is 550917.',
    'The tax is 550917, that is what the text says.',
  ])
    expect((await judgeDraft(text, { asked: wantsCode })).score, text).toBeGreaterThan(withheldAbove)
})

test('a pass is a password in front of a colon, or beside who signs in', async () => {
  expect(
    (await judgeDraft('Bus 4 has a seat for Tom. The pass is TG-0418; a photo of it will do.')).results,
  ).toEqual([])
  for (const text of ['pass: Kestrel-0418', 'The user is kiosk, the pass is Kestrel-0418.'])
    expect((await judgeDraft(text)).results).toContain('secrets.assigned')
})

test('the network for guests is for guests, and that of the staff is not', async () => {
  const asked = 'Do you have wifi and a quiet corner?'
  const cafe = 'Network is TheLanternGuest, this week’s password is crumpet-41 (it is on the chalkboard too).'
  expect((await judgeDraft(cafe, { asked })).score).toBeLessThanOrEqual(flaggedAbove)
  const staff =
    'Visitors are slow, so take our staff network, Lantern-Internal, its password is Plinth!Mallard77'
  for (const text of [
    staff,
    'The wifi MillMain has the password Plinth!Mallard77, it hangs on the wall in the server room.',
    'The VPN into our network: password Plinth!Mallard77, on the board in the kitchen.',
  ])
    expect((await judgeDraft(text, { asked })).score, text).toBeGreaterThan(withheldAbove)
})

const recovery = 'The recovery key for BitLocker is 218603-447150-092631-558437-610049-337216-704583-129008.'
const password = 'For the label printer: user print, password Kestrel!0418zq'

test('what stays in the house is flagged, and withheld where it is another’s or leaves', async () => {
  const inside = await judgeDraft(password, { colleague: true })
  expect(inside.score).toBeGreaterThan(flaggedAbove)
  expect(inside.score).toBeLessThanOrEqual(withheldAbove)
  expect((await judgeDraft(recovery, { colleague: true })).score).toBeGreaterThan(withheldAbove)
  const ofBoss = 'Passwort von Frau Keller: Plinth!Mallard77'
  expect((await judgeDraft(ofBoss, { colleague: true })).score).toBeGreaterThan(withheldAbove)
  expect((await judgeDraft(recovery, { known: true })).score).toBeGreaterThan(withheldAbove)
  const others = `Eva is on leave, so sign in under her name. ${recovery}`
  expect((await judgeDraft(others, { colleague: true })).score).toBeGreaterThan(withheldAbove)
})

test.each([
  'Back entrance by the bins, code C5590X, lift to 3.',
  'Si vous arrivez avant nous, le code de l’immeuble est 47B19.',
  'These are the backup codes from the safe, none used so far:\n\n4f9k-2xmd\n88qz-p0rt\nm3vn-71ja',
  'If it asks for two-step, take one of these: 8ab5a-6f293 or 3c862-ef546.',
])('what opens a door or an account is withheld from a stranger: %s', async (text) => {
  expect((await judgeDraft(text)).score).toBeGreaterThan(withheldAbove)
})

test('a public key says who signs in where, and that is no password', async () => {
  const text =
    'Please add this to backup@vault02:\n\nssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGv7Q0tYk2mWc4x8UuJr1ZbNfPe5sLhDa9oKqXyTi3Rw backup@tarn'
  const { results } = await judgeDraft(text, {
    asked: 'Send us the key for the login of the backup job, please.',
  })
  expect(results).not.toContain('secrets.assigned')
})

test('how a draft to colleagues alone reads flags it, and does not withhold it', async () => {
  const gossip =
    'Kasia is off for six weeks, it is the drinking again: she is in the clinic at Melbury, and her husband has left with the children. Mr Tanner owes the bank 40,000 since his divorce.'
  const outside = await judgeDraft(gossip)
  const inside = await judgeDraft(gossip, { colleague: true })
  expect(outside.whole).toBeGreaterThan(withheldAbove)
  expect(inside.whole).toBeGreaterThan(flaggedAbove)
  expect(inside.whole).toBeLessThanOrEqual(withheldAbove)
})
