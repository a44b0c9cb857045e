/** Rows of labelled data are judged as the listener would judge the mail: with what it would know of sender and thread. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { assess } from '../../shared/risk/assess.ts'
import { messageOf, type Row, readRows } from '../detect/rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'rows-'))
afterAll(() => rmSync(folder, { recursive: true }))

function read(row: object, set = 'ham_made'): Row {
  const file = join(folder, `${set}_dev.jsonl`)
  writeFileSync(file, JSON.stringify(row))
  return readRows(file)[0]!
}
const message = (row: object, set?: string) => messageOf(read(row, set))
const found = async (row: object): Promise<string[]> => {
  const { analysis } = await assess(await message(row), { llm: null })
  return analysis.detections.map(({ method, result }) => `${method}.${result}`)
}

const letter = {
  from: 'Mara Lind <mara@northbay.example>',
  subject: 'Minutes',
  text: 'Here are the minutes.',
}
const rawLetter = [
  'Return-Path: <bounces+7@send.northbay.example>',
  'Authentication-Results: mx.northwind-mail.com; spf=pass; dkim=pass header.d=northbay.example; dmarc=pass',
  'From: Mara Lind <mara@northbay.example>',
  'To: agent@agents.northwind-mail.com',
  'Subject: Minutes',
  '',
  'Here are the minutes.',
].join('\r\n')

describe('authentication of a row', () => {
  it('is unknown where the row says nothing, whatever a field of the message claims', async () => {
    for (const row of [letter, { raw: rawLetter }])
      expect((await message(row)).authentication).toEqual({
        spf: { result: 'none', domain: '' },
        dkim: [],
        dmarc: { result: 'none', domain: '', policy: '' },
        arc: { result: 'none' },
      })
  })

  it('is what the row says of it, for the domains of MAIL FROM and From unless it says others', async () => {
    const short = { spf: 'pass', dmarc: 'pass', dkim: [{ domain: 'northbay.example', result: 'pass' }] }
    expect((await message({ raw: rawLetter, authentication: short })).authentication).toEqual({
      spf: { result: 'pass', domain: 'send.northbay.example' },
      dkim: [{ result: 'pass', domain: 'northbay.example', selector: '' }],
      dmarc: { result: 'pass', domain: 'northbay.example', policy: '' },
      arc: { result: 'none' },
    })
    const long = {
      spf: { result: 'fail', domain: 'elsewhere.example' },
      dmarc: { result: 'fail', domain: 'northbay.example', policy: 'reject' },
      arc: { result: 'fail' },
    }
    expect((await message({ ...letter, authentication: long })).authentication).toMatchObject({
      spf: long.spf,
      dmarc: long.dmarc,
      arc: long.arc,
    })
    expect(await found({ ...letter, authentication: long })).toContain('authentication.dmarc_fail_reject')
  })

  it('takes MAIL FROM from the row, else from the Return-Path of a whole message, else from From', async () => {
    const mailFrom = async (row: object): Promise<string> => (await message(row)).envelope.mailFrom
    expect(await mailFrom({ raw: rawLetter })).toBe('bounces+7@send.northbay.example')
    expect(await mailFrom({ raw: rawLetter.replace(/<bounces.*>/, '<>') })).toBe('')
    expect(await mailFrom({ raw: rawLetter, mail_from: '' })).toBe('')
    expect(await mailFrom(letter)).toBe('mara@northbay.example')
    expect(await mailFrom({ text: 'x', headers: { 'Return-Path': '<>' } })).toBe('sender@mail.example')
  })
})

describe('correspondents of a row', () => {
  const known = [
    { address: 'Mara@northbay.example', name: 'Mara Lind', clean: 12, days: 40 },
    { address: 'desk@northbay.example', clean: 3, bad: 1, days: 2 },
    { address: 'spam@shady.example', bad: 2 },
    { address: 'once@harbour.example' },
  ]

  it('are known as the store would know them: by address and by domain, only clean ones to be imitated', async () => {
    const { knownDomains, knownSenders } = await message({ ...letter, known })
    expect(knownDomains).toEqual(['northbay.example', 'harbour.example'])
    expect(knownSenders).toEqual([
      { sender: 'mara@northbay.example', clean: 12, bad: 0, days: 40 },
      { sender: 'northbay.example', clean: 15, bad: 1, days: 40 },
      { sender: 'desk@northbay.example', clean: 3, bad: 1, days: 2 },
      { sender: 'spam@shady.example', clean: 0, bad: 2, days: 0 },
      { sender: 'shady.example', clean: 0, bad: 2, days: 0 },
      { sender: 'once@harbour.example', clean: 1, bad: 0, days: 0 },
      { sender: 'harbour.example', clean: 1, bad: 0, days: 0 },
    ])
    expect(await message(letter)).toMatchObject({ knownDomains: [], knownSenders: [] })
  })

  it('count in judging: a look-alike of one, and the clean past of one who is proven', async () => {
    const imitated = { ...letter, from: 'Mara Lind <mara@northbey.com>' }
    const friend = [{ address: 'mara@northbay.com', clean: 12, days: 40 }]
    expect(await found(imitated)).not.toContain('impersonation.lookalike_domain')
    expect(await found({ ...imitated, known: friend })).toContain('impersonation.lookalike_domain')
    const own = { ...letter, from: 'Mara Lind <mara@northbay.com>', known: friend }
    expect(await found(own)).not.toContain('known_sender.clean_history')
    expect(await found({ ...own, authentication: { dmarc: 'pass' } })).toContain('known_sender.clean_history')
  })
})

describe('our own domain in a row', () => {
  it('is claimed by a stranger, but where our key has signed the message', async () => {
    const claim = { ...letter, from: 'Desk <desk@agents.northwind-mail.com>' }
    expect((await message(letter)).ownDomain).toBeUndefined()
    expect((await message(claim)).ownDomain).toEqual({
      claimed: ['desk@agents.northwind-mail.com'],
      proven: false,
    })
    const dkim = [{ domain: 'agents.northwind-mail.com', result: 'pass' }]
    expect((await message({ ...claim, authentication: { dkim } })).ownDomain?.proven).toBe(true)
  })
})

describe('fields of a row without a whole message', () => {
  it('become fields of the message: reply_to, headers, links', async () => {
    const { mail } = await message({
      ...letter,
      reply_to: 'Mara <mara.lind@gmail.com>',
      headers: {
        'List-Unsubscribe': '<https://northbay.example/u>',
        'X-Two': ['a', 'b\r\nBcc: evil@x.example'],
        'message-id': '<own@northbay.example>',
        'Content-Type': 'text/html',
      },
      links: [
        ['https://northbay.example/minutes', 'the minutes'],
        ['https://northbay.example/bare', 'https://northbay.example/bare'],
      ],
    })
    const named = (wanted: string): string[] =>
      mail.headers.filter(({ name }) => name.toLowerCase() === wanted).map(({ value }) => value)
    expect(mail.replyToMailboxes).toEqual([{ name: 'Mara', address: 'mara.lind@gmail.com' }])
    expect(named('list-unsubscribe')).toEqual(['<https://northbay.example/u>'])
    expect(named('x-two')).toEqual(['a', 'b Bcc: evil@x.example'])
    expect(named('bcc')).toEqual([])
    expect(named('content-type')).toEqual(['text/plain; charset=utf-8'])
    expect(mail.messageId).toBe('own@northbay.example')
    expect(mail.links).toEqual([
      { href: 'https://northbay.example/minutes', text: 'the minutes' },
      { href: 'https://northbay.example/bare', text: '' },
    ])
    expect(await found({ ...letter, reply_to: 'mara.lind@gmail.com' })).toContain(
      'impersonation.reply_to_free_mail',
    )
    const pairs = [{ name: 'X-Two', value: 'a' }]
    expect((await message({ ...letter, headers: pairs })).mail.headers).toContainEqual({
      name: 'X-Two',
      value: 'a',
    })
  })

  it('say nothing beside a whole message, which has its own', async () => {
    const beside = { reply_to: 'x@y.example', links: [['https://z.example/', 'z']], headers: { 'X-A': 'b' } }
    const { mail } = await message({ raw: rawLetter, ...beside })
    expect(mail).toEqual((await message({ raw: rawLetter })).mail)
  })
})

describe('the thread of a row', () => {
  const thread = [
    { from: 'Ana <ana@harbour.example>', text: 'Could you send the plan? See https://harbour.example/p' },
    { from: 'agent@agents.northwind-mail.com', text: 'Which one?', at: '2026-01-05T10:00:00Z' },
    { from: 'Boris <boris@quay.example>', text: 'The big one.', subject: 'Plan', score: 64 },
  ]

  it('is what an inbound message answers', async () => {
    const { mail } = await message({ ...letter, thread })
    expect(mail.inReplyTo).toEqual(['thread-3@mail.example'])
    expect(mail.references).toEqual([1, 2, 3].map((number) => `thread-${number}@mail.example`))
    expect((await message(letter)).mail.inReplyTo).toEqual([])
  })

  it('is what outbound scorers know of a draft, with whom the inbox knows', async () => {
    const { outbound, envelope, direction } = await message(
      {
        text: 'Here it is.',
        to: ['Ana <ana@harbour.example>', 'new@else.example'],
        known: [{ address: 'ana@harbour.example' }, { address: 'other@mill.example' }],
        thread: [{ from: 'agent@agents.northwind-mail.com', text: 'We start on Monday.' }, ...thread],
      },
      'pii_made',
    )
    expect(direction).toBe('outbound')
    expect(envelope.rcptTo).toEqual(['ana@harbour.example', 'new@else.example'])
    expect(outbound).toMatchObject({
      recipients: ['ana@harbour.example', 'new@else.example'],
      knownRecipients: ['ana@harbour.example'],
      knownDomains: ['harbour.example', 'mill.example'],
      opening: ['We start on Monday.'],
      thread: [
        {
          from: ['ana@harbour.example'],
          links: ['https://harbour.example/p'],
          riskScore: 0,
          trusted: true,
        },
        { from: ['boris@quay.example'], subject: 'Plan', riskScore: 64, trusted: false },
      ],
    })
  })

  it('makes a correspondent of whom the inbox has known for days, and of the people of the house', async () => {
    const { outbound } = await message(
      {
        text: 'Here it is.',
        to: ['Ana@harbour.example', 'new@else.example', 'boss@mill.example'],
        known: [
          { address: 'ana@harbour.example', days: 30 },
          { address: 'new@else.example', days: 1 },
        ],
        house: { name: 'Mill', addresses: ['Boss@mill.example'] },
      },
      'pii_made',
    )
    expect(outbound).toMatchObject({
      knownRecipients: ['ana@harbour.example', 'new@else.example', 'boss@mill.example'],
      correspondents: ['ana@harbour.example', 'boss@mill.example'],
    })
  })

  it('tells what recipients have written elsewhere from what others have', async () => {
    const { outbound } = await message(
      {
        text: 'Here it is.',
        to: 'ana@harbour.example',
        others: [
          { from: 'Ana <ANA@harbour.example>', subject: 'Berth', text: 'It is 14.' },
          { from: 'boris@quay.example', text: 'Mine is 15, and the crane is broken until the end of May.' },
        ],
      },
      'pii_made',
    )
    expect(outbound?.told).toEqual([{ from: 'ana@harbour.example', text: 'Berth It is 14.' }])
    expect(outbound?.otherThreads).toMatchObject([
      { threadId: 'thr_1', text: 'Mine is 15, and the crane is broken until the end of May.' },
    ])
    expect(outbound?.otherThreads[0]?.fingerprints.length).toBeGreaterThan(0)
  })
})

describe('a field of a row that is not as it should be', () => {
  it.each([
    [{ raw: 7 }, '"raw" is no string'],
    [{ authentication: { spf: 'passed' } }, '"authentication.spf" has to be one of "pass", "fail", '],
    [
      { authentication: { dmarc: { result: 'ok' } } },
      '"authentication.dmarc.result" has to be one of "pass"',
    ],
    [{ authentication: { dkmi: [] } }, '"authentication.dkmi" is no field of a row'],
    [{ known: [{ address: 'nobody' }] }, '"known.0.address" is no address'],
    [{ known: [{ address: 'a@b', clean: -1 }] }, '"known.0.clean" is below 0'],
    [{ known: [{ address: 'a@b', clean: 1.5 }] }, '"known.0.clean" is no whole number'],
    [{ thread: [{ from: 'a@b' }] }, '"thread.0.text" is no string'],
    [{ thread: [{ from: 'a@b', text: '', at: 'soon' }] }, '"thread.0.at" is no ISO 8601 time with its zone'],
    [{ links: ['https://x.example'] }, '"links.0" is no pair'],
    [{ headers: { 'a b': 'c' } }, '"headers.a b" is no name of a field'],
    [{ headers: { a: [1] } }, '"headers.a.0" is no string'],
    [{ may_train: 'yes', lang: 1 }, '"lang" is no string; "may_train" is no boolean'],
  ])('is named with its place: %j', (fields, complaint) => {
    expect(() => read({ text: 'x', ...fields })).toThrow(complaint)
  })

  it('counts as absent where it is null', async () => {
    const row = read({ text: 'x', subject: null, reply_to: null, known: null })
    expect((await messageOf(row)).mail.subject).toBe('')
  })
})
