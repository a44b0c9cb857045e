/** What is read in a message for an agent: one-time codes, where links really lead, and links that confirm something. */
import { describe, expect, test } from 'vitest'
import { findCodes, readForAgent } from '../../shared/mail/read-for-agent.ts'

describe('codes', () => {
  test.each([
    ['Your verification code is 482913.', '482913'],
    ['482913 is your Acme login code. Do not share it.', '482913'],
    ['Use this code to sign in:\n\n  739 104\n\nIt expires in 10 minutes.', '739104'],
    ['Your one-time password: 55012', '55012'],
    ['G-204816 is your verification code', 'G-204816'],
    ['Enter the security code K7QX-93MD to go on.', 'K7QX-93MD'],
    ['PIN: 4471', '4471'],
    ['Your passcode is AB12CD', 'AB12CD'],
    ['Confirm your address with the confirmation code below.\n\n618 220\n', '618220'],
    ['Ihr Bestätigungscode lautet 903317.', '903317'],
    ['Dein Anmelde-Code: 120 945', '120945'],
    ['Ihr Einmalpasswort lautet 77120394', '77120394'],
    ['Votre code de vérification est 664201.', '664201'],
    ['Le code d’accès est le 5519', '5519'],
    ['Tu código de verificación es 300127', '300127'],
    ['Seu código de acesso: 845 190', '845190'],
    ['Il tuo codice di accesso è 271828', '271828'],
    ['Ваш код подтверждения: 553901', '553901'],
    ['您的验证码是 640912，5分钟内有效。', '640912'],
    ['認証コード: 118203', '118203'],
    ['인증번호는 905512 입니다', '905512'],
    [
      'On 12.03.2026 at 14:05 somebody signed in. Your access code: 331087. Order 9918273 is on its way.',
      '331087',
    ],
  ])('the code of %j', (text, code) => {
    expect(findCodes(text)[0]?.code).toBe(code)
    expect(findCodes(text)[0]?.confidence).toBeGreaterThanOrEqual(0.6)
  })

  test.each([
    'Your order 4829134 has been shipped.',
    'Use the promo code SAVE2026 before Friday.',
    'Rabattcode: HERBST25',
    'The meeting is in room 4711, at 10:30.',
    'Invoice number 20261187 over 1,204.50 EUR',
    'The error code 500123 was logged 8,200 times.',
    'ZIP code 10115 Berlin',
    'Code review of pull request 48213 is due',
    'Der Gutscheincode 778812 gilt bis 2027.',
    'Votre code postal 75011 est incomplet',
    'Su código postal 28013',
    'The area code 0305550 changed',
    'In 2026 the code of conduct was renewed.',
    'We wrote 120000 lines of code in 2025',
    'Call +49 30 5550 1234 for your PIN',
    'The QR code 88213004 stands on the ticket.',
    'Visa card ending in 4410: dress code formal',
    'https://shop.example/code/482913',
    'Your code is worth 4500 EUR',
  ])('%j has no code that is likely', (text) => {
    expect(findCodes(text).filter(({ confidence }) => confidence >= 0.8)).toEqual([])
  })

  test('the likeliest of several stands first, each once, at most five', () => {
    const text =
      'Your login code is 482913. Again: login code 482913. Ticket 118822 and one more number, 991122, that is no login secret, are further away.'
    expect(findCodes(text)[0]).toEqual({ code: '482913', confidence: 0.95 })
    expect(
      readForAgent('', 'code 111111 code 222222 code 333333 code 444444 code 555555 code 666666', null).codes,
    ).toHaveLength(5)
  })

  test('a code in the subject is found', () => {
    expect(readForAgent('Your code: 771904', 'Hello', null).codes[0]?.code).toBe('771904')
  })
})

describe('links', () => {
  const linkOf = (html: string) => readForAgent('', '', html).links[0]

  test('has the host that it leads to, whatever its text says', () => {
    expect(linkOf('<a href="https://evil.example/login">www.bank.example</a>')).toEqual({
      url: 'https://evil.example/login',
      host: 'evil.example',
      text: 'www.bank.example',
      misleading: true,
    })
    expect(linkOf('<a href="https://bank.example@evil.example/">bank.example</a>')).toMatchObject({
      host: 'evil.example',
      misleading: true,
    })
    expect(linkOf('<a href="https://www.bank.example/a">bank.example</a>')?.misleading).toBe(false)
    expect(linkOf('<a href="https://click.bank.example/a">https://bank.example/offers</a>')?.misleading).toBe(
      false,
    )
    expect(linkOf('<a href="https://evil.example/">Your account</a>')?.misleading).toBe(false)
  })

  test.each([
    ['Confirm at https://bank.example/confirm', true],
    ['Go to www.bank.example now', true],
    ['→ https://bank.example/confirm', true],
    ['<bank.example>', true],
    ['https://\u200bbank.example/', true],
    ['https://bänk.example/', true],
    ['https://evil.example/ or https://bank.example/', true],
    ['Confirm at https://www.evil.example/confirm', false],
    ['Written in Node.js for ada@www.bank.example', false],
  ])('a link to evil.example shown as %j misleads: %s', (text, misleading) => {
    expect(linkOf(`<a href="https://evil.example/">${text.replace('<', '&lt;')}</a>`)?.misleading).toBe(
      misleading,
    )
  })

  test('an address in letters beyond ASCII is that of the host that it is written as', () => {
    expect(linkOf('<a href="https://xn--bnk-qla.example/">https://bänk.example/</a>')?.misleading).toBe(false)
  })

  test.each([
    [
      'in the text, too',
      'See https://evil.example/',
      '<a href="https://evil.example/">https://bank.example/</a>',
    ],
    [
      'twice in the HTML',
      '',
      '<a href="https://evil.example/">https://bank.example/</a><a href="https://evil.example">Open</a>',
    ],
  ])('a link that misleads does so where its address stands %s', (_, text, html) => {
    expect(readForAgent('', text, html).links).toMatchObject([
      { text: 'https://bank.example/', misleading: true },
    ])
  })

  test('other schemes are named, parts of the message are no links', () => {
    expect(linkOf('<a href="mailto:a@b.example">Write</a>')).toMatchObject({ host: 'mailto:' })
    expect(linkOf('<a href="cid:logo">Logo</a>')).toBeUndefined()
  })

  test('fifty at most, and it says that there are more', () => {
    const html = Array.from({ length: 60 }, (_, i) => `<a href="https://a.example/${i}">${i}</a>`).join('')
    const { links, linksCut } = readForAgent('', '', html)
    expect([links.length, linksCut]).toEqual([50, true])
  })

  test('links of the text count, each once', () => {
    const { links } = readForAgent('', 'See https://a.example/x and https://a.example/x.', null)
    expect(links.map(({ url }) => url)).toEqual(['https://a.example/x'])
  })
})

describe('links that confirm', () => {
  const confirmationsOf = (html: string) => readForAgent('', '', html).confirmations
  const token = 'eyJhbGciOiJIUzI1NiJ9.c2Vzc2lvbg'

  test.each([
    [`<a href="https://app.example/verify?t=${token}">Verify your email</a>`, 0.95],
    [`<a href="https://app.example/x/${token}">Confirm subscription</a>`, 0.65],
    [`<a href="https://app.example/magic-link/${token}">Click here</a>`, 0.5],
    [`<a href="https://app.example/auth/reset?token=${token}">Passwort zurücksetzen</a>`, 0.95],
    [`<a href="https://app.example/c/${token}">Confirmer mon adresse</a>`, 0.65],
    [`<a href="https://app.example/c/${token}">Подтвердить</a>`, 0.65],
  ])('%s', (html, confidence) => {
    expect(confirmationsOf(html)[0]?.confidence).toBe(confidence)
  })

  test.each([
    '<a href="https://app.example/blog/how-we-write-mail">Read more</a>',
    `<a href="https://app.example/unsubscribe/${token}">Unsubscribe</a>`,
    `<a href="https://app.example/track/${token}">View your order</a>`,
    '<a href="mailto:confirm@app.example">Confirm</a>',
    '<a href="https://app.example/author/anna">Anna</a>',
  ])('%s confirms nothing', (html) => {
    expect(confirmationsOf(html)).toEqual([])
  })

  test('one that misleads says so and stands behind the genuine one, which the text alone writes out', () => {
    const genuine = 'https://northwind-shop.com/confirm?t=abc123'
    const text = `Welcome!\n\nplease confirm your email address:\n${genuine}\n`
    const html = `<a href="https://evil.example/verify/${token}">${genuine}</a>`
    expect(readForAgent('', text, html).confirmations).toEqual([
      { url: genuine, host: 'northwind-shop.com', text: '', misleading: false, confidence: 0.6 },
      {
        url: `https://evil.example/verify/${token}`,
        host: 'evil.example',
        text: genuine,
        misleading: true,
        confidence: 0.32,
      },
    ])
    expect(readForAgent('', text, null).confirmations).toMatchObject([{ url: genuine, misleading: false }])
  })

  test.each([
    ['To finish signing up and verify your\naddress, open https://app.example/x?t=1/confirm', [0.6]],
    [`Sign in with this link: https://app.example/x/${token}`, [0.5]],
    ['Sign in soon. Our news: https://app.example/news', []],
    [`Thanks for your login.\nTo unsubscribe: https://app.example/x/${token}`, []],
    [`Confirm: https://app.example/confirm Leave: https://app.example/x/${token}`, [0.6]],
  ])('what stands before an address counts: %j', (text, confidences) => {
    expect(readForAgent('', text, null).confirmations.map(({ confidence }) => confidence)).toEqual(
      confidences,
    )
  })

  test('the likeliest stands first', () => {
    const html = `<a href="https://app.example/login">Log in</a><a href="https://app.example/verify/${token}">Verify</a>`
    expect(confirmationsOf(html).map(({ confidence }) => confidence)).toEqual([0.95, 0.75])
  })
})

test('a text of any size is read within bounds', () => {
  const long = 'code 123456 '.repeat(100_000)
  expect(readForAgent('', long, null).codes).toEqual([{ code: '123456', confidence: 0.95 }])
})
