/** The new text of a reply. */
import { describe, expect, it } from 'vitest'
import { extractReply } from '../../shared/mail/extract-reply.ts'
import { unflow } from '../../shared/mail/format-flowed.ts'
import { threadMs } from '../support/thread-time.ts'

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
    '-- \nBob\nExample Ltd',
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

describe('what is new is kept', () => {
  it.each([
    'Hello,\n\nOn Thursday:\n\nwe meet at 9.',
    'We meet on 16 November 2026 at 9:00:\n\n- Ann <ann@example.org>\n- Bob',
    'Use `--verbose`\n\n- one\n- two\n\n---\n\nand more, after a rule, of the same text',
    '```\n# On 1 Jan 2020 x@y.example wrote:\n> code\n```\nend',
    'One more -- not a signature -- remark.',
    'Sent from my desk, this took a while to write.',
  ])('%s', (text) => expect(extractReply(text)).toBe(text))

  it('between quotes, with what it answers', () => {
    const text = '> first\n\nyes\n\n> second\n\nno'
    expect(extractReply(text)).toBe(text)
    expect(extractReply(`On 1 Jan 2026, Ann wrote:\n> first\n\nMy answer`)).toBe('My answer')
  })

  it('even where it looks like a signature, when there is nothing else', () => {
    expect(extractReply('Sent from my iPhone')).toBe('Sent from my iPhone')
    expect(extractReply('---------- Forwarded message ---------\nFrom: a\nSubject: b\n\nthe message')).toBe(
      'the message',
    )
    expect(extractReply('> all\n> quoted')).toBe('')
    expect(extractReply('')).toBe('')
  })
})

it('takes linear time on any text', () => {
  for (const line of [
    'On 2 wrote\n',
    '--\n',
    'From: a\nTo: b\n',
    '> a\n',
    'On 1 Jan 2020 x@y wrote:\n> q\ntext\n',
  ]) {
    const started = threadMs()
    extractReply(line.repeat(6_000))
    expect(threadMs() - started).toBeLessThan(2_000)
  }
})

describe('flowed text', () => {
  it.each([
    ['one \r\ntwo\r\nthree', false, 'one two\r\nthree'],
    ['one \r\ntwo', true, 'onetwo'],
    ['> a \r\n> b\r\nc', false, '> a b\r\nc'],
    ['> a \r\nb', false, '> a \r\nb'],
    [' >stuffed', false, '>stuffed'],
    ['-- \r\nBob', false, '-- \r\nBob'],
  ])('%j with delsp %s', (text, delSp, unflowed) => expect(unflow(text, delSp)).toBe(unflowed))
})
