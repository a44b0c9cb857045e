/** The new text of a reply. */
import { describe, expect, it, vi } from 'vitest'
import { extractReply } from '../../shared/mail/extract-reply.ts'
import { unflow } from '../../shared/mail/format-flowed.ts'
import { parseMail } from '../../shared/mail/parse.ts'
import { isMarked, linesOf } from '../../shared/mail/reply-lines.ts'

describe('history is cut', () => {
  it.each([
    'On Mon, Nov 16, 2026 at 9:00 AM Ann <ann@example.org> wrote:\n\n> old',
    'On Mon, Nov 16, 2026 at 9:00 AM Ann\n<ann@example.org> wrote:\n> old',
    'Am 16.11.2026 um 09:00 schrieb Ann <ann@example.org>:\n> alt',
    'Le lun. 16 nov. 2026 à 09:00, Ann <ann@example.org> a écrit :\n> vieux',
    'El lun, 16 nov 2026 a las 9:00, Ann (<ann@example.org>) escribió:\n> viejo',
    'Il giorno lun 16 nov 2026 alle ore 09:00 Ann <ann@example.org> ha scritto:\n> vecchio',
    'Op ma 16 nov. 2026 om 09:00 schreef Ann <ann@example.org>:\n> oud',
    'Den 16. nov. 2026 kl. 09.00 skrev Ann <ann@example.org>:\n> gammel',
    'W dniu 16.11.2026 o 09:00, Ann pisze:\nOd: x\n> stary',
    '在 2026年11月16日，上午9:00，Ann <ann@example.org> 写道：\n> 旧',
    '2026年11月16日(月) 9:00 Ann <ann@example.org>:\n> 旧',
    '2026年11月16日(月) 午前9:00 Ann <ann@example.org>:\n\n旧',
    'пн, 16 нояб. 2026 г. в 09:00, Ann <ann@example.org>:\n> old',
    'На пн, 16.11.2026 г. в 9:00 Ann <ann@example.org> написа:\n\nold',
    'ma 16. marrask. 2026 klo 9.00 Ann (ann@example.org) kirjoitti:\n\nold',
    'Missatge de Ann <ann@example.org> del dia dl., 16 de nov. 2026 a les 9:00:\n\nold',
    'ในวันที่ จ. 16 พ.ย. 2026 09:00 น. Ann <ann@example.org> เขียนว่า:\n\nold',
    'सोम, 16 नव॰ 2026 को 9:00 बजे को Ann <ann@example.org> ने लिखा:\n\nold',
    'في الاثنين، 16 نوفمبر 2026 في 9:00 ص تمت كتابة ما يلي بواسطة Ann <ann@example.org>:\n\nold',
    '‫בתאריך יום ב׳, 16 בנוב׳ 2026 ב-9:00 מאת ‪Ann‬‏ <‪ann@example.org‬‏>:‬\n\nold',
    'در تاریخ دوشنبه ۱۶ نوامبر ۲۰۲۶،‏ ۰۹:۰۰ Ann <ann@example.org> نوشت:\n\nold',
    '-----Original Message-----\nFrom: Ann\nSent: Monday\nTo: Bob\n\nold',
    '-----Ursprüngliche Nachricht-----\nVon: Ann\n\nalt',
    '________________________________\nFrom: Ann <ann@example.org>\nSent: Monday, 16 November 2026 09:00\nTo: Bob\nSubject: x\n\nold',
    'Von: Ann [mailto:ann@example.org]\nGesendet: Montag, 16. November 2026 09:00\nAn: Bob\nBetreff: x\n\nalt',
    '---------- Forwarded message ---------\nFrom: Ann\nDate: Mon\nSubject: x\n\nold',
    '> old\n> older',
    'On 16 Nov 2026 at 09:00, Ann wrote:\n> a line of the old mail that is so long that a mailer wraps it before the\nold end\n> old',
    'On 16 Nov 2026 at 09:00, Ann wrote:\n> old\n\nThis message is confidential and of old times.',
    '```\nOn 16 Nov 2026 at 09:00, Ann <ann@example.org> wrote:\n\nold',
    '--- Alkuperäinen viesti ---\n\nold',
    '-------- הודעה מקורית --------\n\nold',
    'Início da mensagem reencaminhada:\n\nold',
    '开始转发的邮件：\n\nold',
    '転送されたメッセージ:\n\nold',
    'Ann Winter/DE/ACME schrieb am 16.11.2026 09:00:00:\n\nold',
    'Gesendet: Montag, 16. November 2026 um 09:00\nVon: "Ann" <ann@example.org>\nAn: Bob\nBetreff: x\n\nalt',
    'من: Ann <ann@example.org>\nتم الإرسال: الاثنين\nإلى: Bob\nالموضوع: x\n\nold',
    '\u200fמאת: Ann <ann@example.org>\n\u200fנשלח: יום שני\n\u200fאל: Bob\n\u200fנושא: x\n\nold',
    'De la: Ann <ann@example.org>\nTrimis: luni\nCătre: Bob\nSubiect: x\n\nold',
    'จาก: Ann <ann@example.org>\nส่ง: วันจันทร์\nถึง: Bob\nเรื่อง: x\n\nold',
    'Từ: Ann <ann@example.org>\nĐã gửi: Thứ Hai\nĐến: Bob\nChủ đề: x\n\nold',
    'Dari: Ann <ann@example.org>\nDikirim: Senin\nKepada: Bob\nPerihal: x\n\nold',
    'De: Ann <ann@example.org>\nEnviat: dilluns\nPer a: Bob\nTema: x\n\nold',
    '-- \nBob\nExample Ltd',
    '-- \nBob\nExample Ltd\n\nThis e-mail is confidential. If it is not for you, please delete it at once.',
    'Sent from my iPhone',
    'Von meinem iPhone gesendet',
    'Get Outlook for iOS',
  ])('%s', (history) => {
    expect(extractReply(`Yes, do that.\n\nThanks\n\n${history}`)).toMatch(/^Yes, do that\.\n\nThanks/)
    expect(extractReply(`Yes, do that.\n\n${history}`)).not.toMatch(
      /old|alt|vieux|viejo|vecchio|oud|gammel|旧|Example Ltd|iPhone|Outlook/,
    )
  })
})

describe('signatures are cut', () => {
  it.each([
    '—\nBob Smith\nExample Ltd.\n+49 30 1234',
    '__\nBob\nhttps://bob.example',
    '___________________________\n Graham Smith,\n Network Administrator,\n Phone: + 353 (01) 404',
    '_______________________________________________\nMail mailing list\nMail@lists.example\nhttps://lists.example/mail',
    '____________________\nPowered by List Builder\nTo unsubscribe from all lists of ours follow the link:\nhttps://l.example/u',
    '--\nBob',
    '--\nBob Smith\n+49 30 1234567',
    '—\nYou are receiving this because you are subscribed to this thread.',
    'Sent with Airmail',
    'Sent via mobile',
    'iPhoneから送信',
  ])('%s', (signature) => expect(extractReply(`Yes, do that.\n${signature}`)).toBe('Yes, do that.'))
})

describe('of a message that answers nothing, what is no marked history is kept', () => {
  it.each([
    'Name: Ann\n\n----- Message -----\nI need a refund for order 1815.',
    'Dear team,\n\n--- Mailing address ---\n12 High Street\nLondon',
    'Hello,\n\n--- A message from our CEO ---\n\nPrices rise in May.',
    'Hello,\n\n---- Original Message ----\n\nThat is what our new play is called.',
    'Run this:\n\nSQL> drop index old_index;',
    'Run this:\n\nPS> Restart-Service x\nRouter> enable',
    'Which one?\n\n> approve 1815\n> reject 1815',
    'Which one?\n\n| yes, ship it',
    '> approve 1815',
    'Please read this.\n\n> old',
    'A message from the form\n\nFrom: Ann <ann@example.org>\nSubject: Lamp\nDate: 2 Nov 2026\n\nIt is broken.',
    'Your trip\nFrom: Berlin\nTo: Paris\nDate: 5 May 2026\nSeat: 12A',
    'Hello,\nOn 5 May our lawyer wrote:\n\nThe contract ends in June.\n\nPlease confirm.',
  ])('%s', (text) => expect(extractReply(text, false)).toBe(text))

  it.each([
    'On Mon, Nov 16, 2026 at 9:00 AM Ann <ann@example.org> wrote:\n\n> old',
    '-----Original Message-----\nFrom: Ann\n\nold',
    '----- Message -----\nFrom: Ann\nSent: Monday\n\nold',
    'Am 16.11.2026 um 09:00 schrieb Ann:\n> old\nBob> older\n| oldest',
    '-- \nBob',
  ])('and what is marked is cut: %s', (history) => {
    expect(extractReply(`Please read this.\n\n${history}`, false)).toBe('Please read this.')
  })

  it('and so does parsing tell them apart, by the header', async () => {
    const text =
      'Please call.\r\n\r\nFrom: Ann\r\nDate: 2 Nov 2026\r\nTo: Bob\r\nSubject: Lamp\r\n\r\nIt is broken.\r\n'
    const newText = async (header: string) =>
      (await parseMail(Buffer.from(`From: ann@example.org\r\n${header}\r\n\r\n${text}`))).extractedText
    const whole = text.replaceAll('\r', '').trim()
    expect(await newText('Subject: A message from the form')).toBe(whole)
    expect(await newText('Subject: Report: the lamp')).toBe(whole)
    for (const header of [
      'Subject: RE: Lamp',
      'Subject: [EXTERNAL] Fwd: Lamp',
      'Subject: [Fwd: Lamp]',
      'Subject: AW: Lamp',
      'Subject: Lamp\r\nIn-Reply-To: <a@b.example>',
      'Subject: Lamp\r\nReferences: <a@b.example>',
    ])
      expect([header, await newText(header)]).toEqual([header, 'Please call.'])
  })
})

describe('what is new is kept', () => {
  it.each([
    'Please book this one:\nFrom: Berlin\nTo: Paris\nDate: 5 May 2026\n\nPay with the company card.',
    'Hello,\nOn 5 May our lawyer wrote:\n\nThe contract ends in June.\n\nPlease confirm that you cancel it.',
    'Hi Ann,\n\nMeeting 16 Nov 2026 at 10:00 with Bob <bob@example.org>:\n- bring the contract',
    'Please contact Ann <ann@example.org>.\nShe writes 2 things you must do before Friday:\n1. Call\n2. Pay',
    'Dear team,\n\n--- Mailing address ---\n12 High Street',
    'Run this:\n\nSQL> drop index old_index;',
    'Which one?\n\n| yes, ship it',
    'Your order 1815:\n\nSent by DHL on 5 May, tracking number 0034',
    'Ihre Bestellung:\n\nGesendet mit DHL am 5. Mai, Nummer 0034',
    'Votre commande :\n\nEnvoyé avec Colissimo, numéro 0034',
    'Paczka:\n\nWysłane z Berlina w poniedziałek',
    'Offer accepted.\n--\nPlease change the delivery date to Friday',
    'It is paid.\n\n-- \nBob\nExample Ltd\n\nP.S. Please send the invoice to our new office.',
    'It is paid.\n\n-- \nBob\nExample Ltd\n\nPlease also send the invoice to\nour new office in Berlin.',
    'Invoice 12\n__________\nTotal Due\n50 EUR',
    'We meet in:\n—\nBerlin\nroom 5, bring the contract',
    '```\nnot closed\n\nOn the next line',
    'Hello,\n\nOn Thursday:\n\nwe meet at 9.',
    'We meet on 16 November 2026 at 9:00:\n\n- Ann <ann@example.org>\n- Bob',
    'Use `--verbose`\n\n- one\n- two\n\n---\n\nand more, after a rule, of the same text',
    '```\n# On 1 Jan 2020 x@y.example wrote:\n> code\n```\nend',
    'One more -- not a signature -- remark.',
    'Sent from my desk, this took a while to write.',
    'Hello,\n________\nYour verification code is 482913.\nIt expires in 10 minutes.',
    'Thank you for your order\n____________________\nTotal: 5 EUR\nShip to: Ann, 1 Street\nhttps://shop.example/order',
    'Today:\n—\nWe refund order 1815 after all.\n—\nCall me back at noon, please.',
    'Prices:\n\n| item | price |\n|------|-------|\n| tea | 5 |\n| coffee | 7 |',
    'To reset it, click:\nSettings>Account>Reset',
    'Run this:\nmysql> select 1;',
    'Limits:\na>5\nb>7',
    'Your parcel:\nSent from our warehouse in Berlin on Monday',
    'The letter was\nSent by courier to your office',
  ])('%s', (text) => expect(extractReply(text)).toBe(text))

  it('of a forwarded message, with whose it is', () => {
    for (const forwarded of [
      '---------- Forwarded message ---------\nFrom: Mallory <m@example.org>\nSubject: Pay\n\nPlease pay 500 EUR.',
      'From: Mallory <m@example.org>\nSent: Monday\nTo: Bob\nSubject: Pay\n\nPlease pay 500 EUR.',
      'Begin forwarded message:\n\nFrom: Mallory <m@example.org>\nSubject: Pay\n\nPlease pay 500 EUR.',
      'On 16 Nov 2026 at 09:00, Mallory <m@example.org> wrote:\n\nPlease pay 500 EUR.',
    ])
      expect(extractReply(forwarded)).toBe(forwarded)
  })

  it('between the quotes of an original message', () => {
    const answers = '> Is it Monday?\n\nNo, on Tuesday at 9.\n\n> Is it paid?\n\nI paid it today.'
    for (const mark of [
      '-----Original Message-----\n',
      '-----Original Message-----\nFrom: Ann\nSent: Monday\n\n',
    ])
      expect(extractReply(`Hi, see inline.\n${mark}${answers}`).replace(/inline\.\n+/, 'inline.\n')).toBe(
        `Hi, see inline.\n${answers}`,
      )
  })

  it('between quotes, with what it answers', () => {
    const text = '> first\n\nyes\n\n> second\n\nno'
    expect(extractReply(text)).toBe(text)
    expect(extractReply(`On 1 Jan 2026, Ann wrote:\n> first\n\nMy answer`)).toBe('My answer')
  })

  it('even where it looks like a signature, when there is nothing else', () => {
    expect(extractReply('Sent from my iPhone')).toBe('Sent from my iPhone')
    expect(extractReply('> all\n> quoted')).toBe('')
    expect(extractReply('')).toBe('')
  })
})

/** How often a text's lines are looked at: by patterns, and for whether they are blank. */
function looksAt(text: string): number {
  const spies = [vi.spyOn(RegExp.prototype, 'test'), vi.spyOn(String.prototype, 'trim')]
  try {
    extractReply(text)
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

describe('looks at each line a few times, however many there are', () => {
  it.each([
    ['On 2 wrote\n', ''],
    ['--\n', ''],
    ['__\n\n', ''],
    ['From: a\nTo: b\n', ''],
    ['> a\n', ''],
    ['> a\n', '\n'],
    ['\n', ''],
    ['On 1 Jan 2020 x@y wrote:\n> q\ntext\n', ''],
    ['> q\nSent from my outlook <a@b.c> 2026 09:00:\n', ''],
    ['---- Original Message ----\n', '\n'],
    ['Sent from my iPhone\n', '\n'],
  ])('%j, then %j', (first, second) => {
    const of = (n: number) => looksAt(`${first.repeat(n)}${second.repeat(n)}x`)
    const [few, many] = [of(100), of(1_000)]
    expect(many).toBeLessThan(11 * few)
    expect(many).toBeLessThan(100 * 1_000 * (first + second).split('\n').length)
  })
})

describe('flowed text', () => {
  it.each([
    ['one \r\ntwo\r\nthree', false, 'one two\r\nthree'],
    ['one \r\ntwo', true, 'onetwo'],
    ['> a \r\n> b\r\nc', false, '> a b\r\nc'],
    ['> a \r\nb', false, '> a \r\nb'],
    [' >stuffed', false, '>stuffed'],
    ['  set in\r\n> q', false, ' set in\r\n> q'],
    ['-- \r\nBob', false, '-- \r\nBob'],
  ])('%j with delsp %s', (text, delSp, unflowed) => expect(unflow(text, delSp)).toBe(unflowed))
})

it('a quote that the mailer has stuffed is no part of the answer', () => {
  const answer = unflow('Al white wrote:\r\n\r\n >it runs Solaris\r\n\r\nI was joking.', false)
  expect(linesOf(answer.replaceAll('\r', '')).filter(isMarked)).toHaveLength(1)
})

describe('mail in HTML alone', () => {
  const newText = async (html: string) =>
    (
      await parseMail(
        Buffer.from(`From: a@example.org\r\nSubject: Re: x\r\nContent-Type: text/html\r\n\r\n${html}`),
      )
    ).extractedText

  it('has quotes where its blockquotes are those of a mailer', async () => {
    const gmail =
      '<div>Hi, see inline.</div><div class="gmail_quote"><div>On Mon, Nov 16, 2026 at 9:00 AM Ann &lt;ann@example.org&gt; wrote:<br></div><blockquote class="gmail_quote"><div>Is it Monday?</div></blockquote><div>No, on Tuesday.</div><blockquote class="gmail_quote">Is it paid?<br>All of it?</blockquote><div>I paid it.</div></div>'
    expect(await newText(gmail)).toBe(
      'Hi, see inline.\n\n> Is it Monday?\n\nNo, on Tuesday.\n\n> Is it paid?\n> All of it?\n\nI paid it.',
    )
    expect(
      await newText('<blockquote type="cite">Please wire 50 EUR to DE12.</blockquote><p>No, never.</p>'),
    ).toBe('> Please wire 50 EUR to DE12.\n\nNo, never.')
    const cited = '<blockquote type="cite"><blockquote type="cite"><pre>a\nb</pre></blockquote>c</blockquote>'
    expect(await newText(`<p>Yes.</p>${cited}<p>d</p>`)).toBe('Yes.\n\n> > a\n> > b\n\n> c\n\nd')
    expect(await newText(`<p>Yes.</p>${cited}`)).toBe('Yes.')
  })

  it('has none where something is merely set in', async () => {
    expect(await newText('<p>The terms:</p><blockquote>Pay in May.</blockquote>')).toBe(
      'The terms:\n\nPay in May.',
    )
  })
})
