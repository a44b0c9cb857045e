/** Redaction: values gone from every part, placeholders that stay, and nothing else touched. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Entity, entities } from '../../shared/domain/entity.ts'
import { seenText } from '../../shared/judge/seen-text.ts'
import { redact } from '../../shared/risk/redact.ts'
import { threadMs } from '../support/thread-time.ts'

const common: Entity[] = ['email', 'phone', 'credit_card', 'iban', 'us_ssn', 'ip', 'url', 'secret']
const ofHtml = (html: string, kinds: Entity[] = common): string =>
  redact({ subject: '', text: '', html }, { entities: kinds }).html!
const ofText = (text: string, replacement?: string): string =>
  redact(
    { subject: '', text, html: null },
    { entities: common, ...(replacement === undefined ? {} : { replacement }) },
  ).text

/** What is said to have changed where nothing has. */
const unchanged = { subject: [], text: [] }

test('subject, text and HTML lose their values, and the answer counts them', () => {
  const { subject, text, html, redactions } = redact(
    {
      subject: 'Card 4111 1111 1111 1111',
      text: 'Write to joe@corp.example or ann@corp.example.',
      html: '<p>Write to joe@corp.example or ann@corp.example.</p>',
    },
    { entities: ['email', 'credit_card'] },
  )
  expect(subject).toBe('Card [REDACTED:CREDIT_CARD]')
  expect(text).toBe('Write to [REDACTED:EMAIL] or [REDACTED:EMAIL].')
  expect(html).toBe('<p>Write to [REDACTED:EMAIL] or [REDACTED:EMAIL].</p>')
  expect(redactions).toEqual([
    { type: 'credit_card', part: 'subject', count: 1 },
    { type: 'email', part: 'text', count: 2 },
    { type: 'email', part: 'html', count: 2 },
  ])
})

test('mail without such values is the very mail given', () => {
  const parts = {
    subject: 'Lunch',
    text: 'At noon? See section 4.2.1.',
    html: '<P CLASS=x>At noon?<br/></P >',
  }
  expect(redact(parts, { entities })).toEqual({
    ...parts,
    headers: [],
    filenames: [],
    redactions: [],
    edits: unchanged,
  })
})

test('only the kinds asked for go', () => {
  expect(
    redact({ subject: '', text: 'joe@corp.example 4111 1111 1111 1111', html: null }, { entities: ['email'] })
      .text,
  ).toBe('[REDACTED:EMAIL] 4111 1111 1111 1111')
})

test('a value that one part names goes from the others, too', () => {
  const { html, subject } = redact(
    { subject: 'X1234567', text: 'Passport number X1234567 attached.', html: '<td>X1234567</td>' },
    { entities: ['passport'] },
  )
  expect(html).toBe('<td>[REDACTED:PASSPORT]</td>')
  expect(subject).toBe('[REDACTED:PASSPORT]')
})

describe('placeholders', () => {
  test('the same value has the same number, however it is written', () => {
    expect(
      ofText(
        '4111 1111 1111 1111, 5555-5555-5555-4444, 4111111111111111, ４１１１ 1111 1111 1111',
        '<{type}:{n}>',
      ),
    ).toBe('<CREDIT_CARD:1>, <CREDIT_CARD:2>, <CREDIT_CARD:1>, <CREDIT_CARD:1>')
  })

  test('a replacement may be any text, with signs of patterns and of substitution in it', () => {
    expect(ofText('joe@corp.example!', '$& $1 (.*)')).toBe('$& $1 (.*)!')
    expect(ofText('joe@corp.example!', '')).toBe('!')
    expect(ofText('joe@corp.example!', 'hidden@corp.example')).toBe('hidden@corp.example!')
  })
})

test.each([
  ['[REDACTED:{type}]', 'Open https://sink.example/[REDACTED:URL]/k7Rt2Lw9 now', 'Open [REDACTED:URL] now'],
  ['[REDACTED:{type}]', 'Open https://sink.example/?[REDACTED:A]&d=k7Rt now', 'Open [REDACTED:URL] now'],
  ['-', 'My SSN is 536-22-8726.', 'My SSN is -.'],
  ['x', 'Write max@corp.example, or 4111 1111 1111 1111.', 'Write x, or x.'],
  [' ', 'Card 4111 1111 1111 1111.', 'Card  .'],
  ['{n}', 'Card 4111 1111 1111 1111.', 'Card 1.'],
  ['{type}', 'DE89 3704 0044 0532 0130 00, ADA@CORP.EXAMPLE', 'IBAN, EMAIL'],
])('of a value that holds what "%s" makes nothing stays: %s', (replacement, text, expected) => {
  const html = `<p>${text}</p>`
  const given = { subject: text, text, html, headers: [text], filenames: [text] }
  const { redactions, ...once } = redact(given, { entities: common, replacement })
  expect([once.subject, once.text, ...once.headers, ...once.filenames]).toEqual(Array(4).fill(expected))
  expect(seenText(once.html!)).toBe(seenText(`<p>${expected}</p>`))
  expect(redact(once, { entities: common, replacement }).redactions).toEqual([])
})

describe('in HTML', () => {
  test.each([
    ['<b>4111</b> 1111<i> 1111</i> 1111', '<b>[REDACTED:CREDIT_CARD]</b><i></i>'],
    ['4111<!-- x --> 1111 1111<wbr> 1111', '[REDACTED:CREDIT_CARD]<!-- x --><wbr>'],
    ['joe&#64;corp&period;example', '[REDACTED:EMAIL]'],
    ['&#106;oe@corp.example', '[REDACTED:EMAIL]'],
    ['4111&nbsp;1111&#160;1111&ensp;1111', '[REDACTED:CREDIT_CARD]'],
    ['<td>DE89 3704</td><td>0044 0532 0130 00</td>', '<td>[REDACTED:IBAN]</td><td></td>'],
    [
      '<a href="mailto:joe@corp.example?subject=hi">mail</a>',
      '<a href="mailto:[REDACTED:EMAIL]?subject=hi">mail</a>',
    ],
    ["<a href='mailto:joe%40corp.example'>x</a>", '<a href="mailto:[REDACTED:EMAIL]">x</a>'],
    ['<a href=tel:+14155552671>call</a>', '<a href="tel:[REDACTED:PHONE]">call</a>'],
    ['<img alt="card 4111 1111 1111 1111" src=x>', '<img alt="card [REDACTED:CREDIT_CARD]" src=x>'],
    ['<p title="joe@corp.example" class=a>x', '<p title="[REDACTED:EMAIL]" class=a>x'],
    ['<input value="joe@corp.example" disabled>', '<input value="[REDACTED:EMAIL]" disabled>'],
    ['a<!-- joe@corp.example -->b', 'ab'],
    ['a<!--[if mso]><p>joe@corp.example</p><![endif]-->b', 'ab'],
    ['a<!--[if mso]><p>x</p><![endif]-->b', 'a<!--[if mso]><p>x</p><![endif]-->b'],
    [
      '<title>joe@corp.example</title><style>p{color:red}</style>',
      '<title>[REDACTED:EMAIL]</title><style>p{color:red}</style>',
    ],
    ['<p>joe@corp.example', '<p>[REDACTED:EMAIL]'],
    ['𝄞é <b>joe@corp.example</b> 𝄞', '𝄞é <b>[REDACTED:EMAIL]</b> 𝄞'],
    ['a < b &amp; joe@corp.example &lt;x&gt;', 'a < b &amp; [REDACTED:EMAIL] &lt;x&gt;'],
    ['<a href="https://x.example/?q=1&amp;m=joe@corp.example">y</a>', '<a href="[REDACTED:URL]">y</a>'],
  ])('%s', (html, expected) => {
    expect(ofHtml(html)).toBe(expected)
  })

  test('a placeholder is written so that it stays text', () => {
    expect(
      redact(
        { subject: '', text: '', html: '<p title="joe@corp.example">joe@corp.example' },
        { entities: ['email'], replacement: '<"&>' },
      ).html,
    ).toBe('<p title="&lt;&quot;&amp;&gt;">&lt;&quot;&amp;&gt;')
  })
})

const values = [
  'joe@corp.example',
  '4111 1111 1111 1111',
  'DE89 3704 0044 0532 0130 00',
  '+44 20 7946 0958',
  '203.0.113.77',
  'SSN 536-22-8726',
]

test('redaction is idempotent, and none of the values is left, whatever stands around', () => {
  const piece = fc.oneof(
    fc.constantFrom(...values),
    fc.constantFrom(
      '<b>',
      '</b>',
      '<p>',
      '&amp;',
      '<!-- ',
      ' -->',
      '\n',
      ' ',
      'Hello ',
      'Anna Berg ',
      '[REDACTED:EMAIL]',
      'card ',
    ),
    fc.string({ maxLength: 6 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const source = pieces.join(' ')
      const once = redact(
        { subject: source, text: source, html: source },
        { entities, replacement: '[{type} {n}]' },
      )
      const { redactions, ...parts } = once
      const again = redact(parts, { entities, replacement: '[{type} {n}]' })
      expect(again).toEqual({ ...parts, headers: [], filenames: [], redactions: [], edits: unchanged })
      expect(redactions.every(({ count }) => count > 0)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('in every part just the values give way, whatever the characters around them take', () => {
  const secret = `ghp_${'q7Rt2Lw9Xz4Kb8Vn3Mf6Hd1Jc5Gs0PyTeUaW'.slice(0, 36)}`
  const kept = fc.constantFrom(
    '𝄞𝄞',
    '👩‍👩‍👧',
    'ünï',
    '日本語の',
    'שלום',
    'e\u0301e\u0301',
    '\u200b',
    'and',
    '🇩🇪',
    'ﬁ',
    '\ufeff',
  )
  const gone = fc.constantFrom<[string, string]>(
    ['joe@corp.example', 'EMAIL'],
    ['4111 1111 1111 1111', 'CREDIT_CARD'],
    ['４１１１\u00a01111\u200b 1111 1111', 'CREDIT_CARD'],
    ['4111\ufe0f1111\u20661111\u{e0020}1111', 'CREDIT_CARD'],
    ['𝟒𝟏𝟏𝟏 𝟷𝟷𝟷𝟷 1111 111𝟏', 'CREDIT_CARD'],
    ['4111\u001f1111\u00901111\u180b1111', 'CREDIT_CARD'],
    ['DE89 3704 0044 0532 0130 00', 'IBAN'],
    ['203.0.113.77', 'IP'],
    [secret, 'SECRET'],
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(kept, gone, kept), { minLength: 1, maxLength: 6 }), (pieces) => {
      const written = pieces.map(([before, [value], after]) => `${before} ; ${value} ; ${after}`).join('\n')
      const expected = pieces
        .map(([before, [, type], after]) => `${before} ; [REDACTED:${type}] ; ${after}`)
        .join('\n')
      const { subject, text, html } = redact(
        { subject: written, text: written, html: `<p title="${written}">${written}</p>` },
        { entities: common },
      )
      expect(subject).toBe(expected)
      expect(text).toBe(expected)
      expect(html).toBe(`<p title="${expected}">${expected}</p>`)
    }),
    { numRuns: 200 },
  )
})

test('values between words are gone from the text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...values, 'and', 'the order', 'is here,'), { maxLength: 10 }),
      (pieces) => {
        const text = redact({ subject: '', text: pieces.join(' '), html: null }, { entities }).text
        for (const value of values) expect(text).not.toContain(value.replace('SSN ', ''))
      },
    ),
    { numRuns: 200 },
  )
})

test('of a page in which something unseen stands within a value, the text that is seen is left', () => {
  for (const between of [
    '<span style="display:none">zz</span>',
    '<style>a{}</style>',
    '<script>1</script>',
  ]) {
    const given = { subject: '', text: '', html: `<p>It is <b>536-2${between}2-8726</b> &amp; so on.</p>` }
    const { html, redactions } = redact(given, { entities: ['us_ssn'] }, seenText)
    expect(html).toBe('<div style="white-space:pre-wrap">It is [REDACTED:US_SSN] &amp; so on.</div>')
    expect(redactions).toEqual([{ type: 'us_ssn', part: 'html', count: 1 }])
    expect(redact({ ...given, html }, { entities: ['us_ssn'] }, seenText).redactions).toEqual([])
  }
  const plain = { subject: '', text: '', html: '<p>It is <b>536-22</b>-8726<i>, so</i>.</p>' }
  expect(redact(plain, { entities: ['us_ssn'] }, seenText).html).toBe(
    '<p>It is <b>[REDACTED:US_SSN]</b><i>, so</i>.</p>',
  )
})

test('a table stays one, however its cells are parted', () => {
  const html =
    '<table><tr><td>Mr. John</td><td>Smith</td></tr><tr><td>536-22-8726</td><td>Mary Jones</td></tr></table>'
  const redacted = redact({ subject: '', text: '', html }, { entities: ['person', 'us_ssn'] }, seenText)
  expect(redacted.html).toContain('<td>[REDACTED:US_SSN]</td>')
})

test('another form of the HTML loses what either form, or the text, is written with', () => {
  const said = 'The password is Copper!Kettle71.'
  const { text, html, htmlShown } = redact(
    {
      subject: '',
      text: 'Copper!Kettle71',
      html: `<p hidden>${said}</p>`,
      htmlShown: '<p>Copper!Kettle71</p>',
    },
    { entities: ['secret'], replacement: '[secret]' },
  )
  expect([text, html, htmlShown]).toEqual([
    '[secret]',
    '<p hidden>The password is [secret].</p>',
    '<p>[secret]</p>',
  ])
})

test('of values that were found elsewhere each goes wherever it is a word, and nothing else does', () => {
  const values = Array.from({ length: 60 }, (_, n) => `ada${n}@corp.example`)
  const known = values.join(' ')
  const text = values.map((value) => `${value}, x${value}, (${value})`).join('; ')
  const { headers } = redact(
    { subject: '', text: known, html: null, headers: [text] },
    { entities: ['email'], replacement: '#' },
  )
  expect(headers).toEqual([values.map(() => '#, #, (#)').join('; ')])
})

test('of values that begin alike, and of those within others, each goes', () => {
  const secrets = ['Kettle-71!a', 'Kettle-71!a-b2', 'Kettle-71!a-b2-c3', 'Kettle-72!', 'Kettle-7!x']
  const { headers } = redact(
    {
      subject: '',
      text: secrets.map((one) => `password: ${one}`).join('\n'),
      html: null,
      headers: [`${secrets.join(' ')} Kettle-71!a-b Kettle-71!a-b2-c Kettle-71!ab Kettle-7 Kettle-73!`],
    },
    { entities: ['secret'], replacement: '#', minConfidence: 0.5 },
  )
  expect(headers[0]!.split(' ').slice(0, 5)).toEqual(['#', '#', '#', '#', '#'])
  expect(headers[0]).not.toContain('Kettle-72')
})

test.each([
  ['unlike all of them', 'aaaa '],
  ['that begins as all of them do', 'Kettle-1 '],
  ['that is almost one of them, over and over', 'Kettle-1000-'],
])('hundreds of values are looked for together in a long text %s', (_what, word) => {
  const keys = Array.from({ length: 500 }, (_, n) => `password: Kettle-${1_000 + n}-aaaa`).join('\n')
  const parts = { subject: '', text: '', html: null, headers: [word.repeat(2_000_000 / word.length)] }
  const cost = (text: string): number => {
    const before = threadMs()
    expect(redact({ ...parts, text }, { entities: ['secret'] }).headers).toEqual(parts.headers)
    return threadMs() - before
  }
  const one = cost('password: Kettle-1000-aaaa')
  // Each walk over the text that they took for themselves would show.
  expect(cost(keys)).toBeLessThan(8 * one + 500)
})

test('parts are looked over as often as was asked for', () => {
  let read = 0
  const seen = (html: string): string => {
    read++
    return seenText(html)
  }
  const parts = { subject: '', text: '', html: '<p>password: Copper!Kettle71</p>' }
  redact(parts, { entities: ['secret'], passes: 1 }, seen)
  const once = read
  redact(parts, { entities: ['secret'] }, seen)
  // To be sure that there is nothing more.
  expect(read - once).toBe(once + 1)
})

test.each([
  ['joe@<div style="display:inline">corp.example</div>', 'joe@corp.example'],
  ['4111 11<p style="color:red; DISPLAY : inline !important">11 1111 1111</p>', '4111 1111 1111 1111'],
  [
    '<div style="display:inline">joe@</div><div style="display:inline">corp.example</div>',
    'joe@corp.example',
  ],
  ['<section style="display:contents">joe@</section>corp.example', 'joe@corp.example'],
  [
    '<div style="display:inline">joe<div style="display:inline">@corp</div>.example</div>',
    'joe@corp.example',
  ],
])('a value in %s goes, which a block that is shown within its line splits', (html, value) => {
  const redacted = ofHtml(`<div>Write ${html} soon.</div>`)
  expect(seenText(`<div>Write ${html} soon.</div>`)).toContain(value)
  expect(redacted).toContain('[REDACTED:')
  expect(redacted).not.toContain('corp')
  expect(seenText(redacted)).toMatch(/^Write \[REDACTED:\w+\] soon\.$/)
  // Of the page, the rest stays.
  expect(redacted).toMatch(/^<div>Write .*style=.* soon\.<\/div>$/)
})

test('a style sheet that puts blocks within a line hides nothing either', () => {
  const html = '<style>.x{display:inline}</style><div>Write joe@<div class="x">corp</div>.example soon.</div>'
  const parts = { subject: '', text: '', html }
  const redacted = seenText(redact(parts, { entities: common }, seenText).html!)
  expect(redacted).toBe('Write [REDACTED:EMAIL] soon.')
})

test('blocks of their own still part what stands in them, and a page with them stays', () => {
  const html = '<div style="display:inline-block">joe@</div><div>corp.example</div>'
  expect(ofHtml(html)).toBe(html)
})
