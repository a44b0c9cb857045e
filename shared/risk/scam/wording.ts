/** The wording that phishing shares whatever it is about: an impersonal address, trouble, a deadline, a page to go to. */
import { fold } from '../fold.ts'
import { registrableDomain } from '../lookalike.ts'
import { PatternSet } from '../pattern-set.ts'
import type { RiskMessage } from '../scorer.ts'
import { phraseLayersOf } from '../text-layers.ts'
import type { Signal } from './signal.ts'

/** Characters of the text that are looked at. */
const reach = 3_000

/** Patterns of folded text: without accents. */
const kinds = {
  trouble:
    /\b(?:suspend|de-?activat|terminat|restrict|limited|locked|blocked|blacklist|disabled?|expir|on hold|quarantin|undelivered|unusual|suspicious|unauthori[sz]ed|irregular|storage|quota|almost full|is full|pending|declined|violat|compromised|gesperrt|eingeschrankt|suspendu|bloqu|limitad|sospes|bloccat|geblokkeerd|zablokowan|askiya|sparrat)|заблок|приостанов|冻结|停用|異常|制限|停止|정지/,
  secret:
    /\b(?:passwords?|pass ?codes?|user ?name|log ?in|sign ?in|credential|mail ?box|web ?mail|e-?mail account|your account|account (?:information|details)|billing|payment method|card|identity|wallet|recovery phrase|kennwort|passwort|ihr konto|mot de passe|votre compte|contrasena|su cuenta|senha|sua conta|il suo account|la sua casella|uw rekening|haslo|twoje konto|hesabiniz)|парол|аккаунт|почтов|账户|邮箱|アカウント|カード|계정/,
  act: /\b(?:click|log (?:in|on)|sign (?:in|on)|verify|validat|confirm|re-?activat|restore|unlock|upgrade|update (?:now|your|my)|review|release|continue|keep|follow the link|open the attach|klicken|bestatigen|cliquez|confirmer|haga clic|verifi[qc]|clique|cliccando|klik|kliknij|potwierdz|dogrula|klicka)|нажмите|перейдите|подтвердите|点击|クリック|リンク|링크|인증/,
  deadline:
    /\b(?:within|in|next|after|before) (?:the )?(?:next )?(?:\d{1,3}|24|48|72|two|three|few) ?(?:hours?|hrs?|days?|business days)|\bimmediately\b|\bas soon as possible\b|\bexpires? (?:today|in|on|soon)|\b(?:final|last) (?:warning|notice|reminder)|\bpermanently\b|\bfailure to\b|\botherwise\b|\bavoid\b|innerhalb von|\bsonst\b|dans les|sous \d|en \d{1,3} horas|em ate|entro \d|binnen \d|w ciagu|saat içinde|в течение|小时内|時間以内|시간 이내/,
} as const

/** A deadline of hours, named to leave no time to ask anybody. */
const hours =
  /\b(?:only |just |last |final |next |within |in )(?:the (?:next |last )?)?\d{1,2} ?(?:hours?|hrs?|minutes|mins)\b(?! (?:a|per) )|\b\d{1,2} ?(?:hours?|hrs?|minutes) (?:left|remain)|\b(?:closes|expires?|ends?|deadline|cut-?off|before|by|until)(?: is| it| this| on)? (?:at |today at )?\d{1,2}(?::\d\d)? ?(?:am|pm)\b|\b(?:closes|expires|ends|closing|expiring|ending) (?:today|tonight|in (?:an|one|two|\d) hours?)|\b(?:by|before) (?:the )?end of (?:the )?(?:day|business)|\bbefore (?:it closes|the window)|\bwindow (?:closes|is closing|is nearly)/

const kindNames = Object.keys(kinds)
/** Those of the kinds, and hours. */
export const wordingPatterns: readonly RegExp[] = [...Object.values(kinds), hours]
/** Which of them a text has the words for. */
export const wordings = new PatternSet(wordingPatterns)

const impersonal =
  /^\W{0,10}(?:dear|hello|hi|attn|attention|greetings)?[\s:,!]{0,4}(?:dear |our |valued |e-?mail |webmail |account )?(?:customers?|clients?|users?|members?|account (?:holder|owner|user)|e-?mail (?:user|owner)|sir|madam|beneficiary|friend|owner|subscriber|staff|faculty)\b|^\W{0,10}(?:sehr geehrte[rs]?|liebe[rs]?|chere?s?|estimad[oa]s?(?:\/[oa])?|querid[oa]s?|prezad[oa]s?(?:\([oa]s?\))?|car[oaie]|gentil[ei]|egregi[oa]|spettabile|geachte|beste|szanown[ya]|drogi|kare|kaere)?[\s:,!]{0,4}(?:kund(?:e|in|en|innen)|(?:damen und herren)|nutzer(?:in)?|client(?:e|es|s|i)?|usuari[oa]s?|utent[ei]|abonne(?:e|s)?|membre|klant(?:en)?|gebruiker|klien(?:t|cie|tko)|uzytkowniku|kund|bruger|anvandare)\b|^\W{0,10}(?:уважаем[а-я]{2,3} (?:клиент|пользовател|абонент|покупател|подписчик)|尊敬的(?:客户|用户|会员|顾客|客戶)|お客様|고객님)/
const address = /[a-z0-9._%+-]{1,64}@[a-z0-9.-]{3,253}/
/** An address in the place of the reader's name: behind a few words, and no sentence. */
const greetedByAddress =
  /^\W{0,10}(?:[^\s@]{1,16}[\s,:!]{1,3}){0,4}[<(]?[a-z0-9._%+-]{1,64}@[a-z0-9.-]{3,253}/

export function wordingSignals(message: RiskMessage): Signal[] {
  const signals: Signal[] = []
  const { mail } = message
  const own = mail.from === null ? null : registrableDomain(mail.from.address)
  const subject = fold(mail.subject.slice(0, 300)).text
  const foreign = (text: string): boolean => {
    const found = address.exec(text)
    return found !== null && registrableDomain(found[0]) !== own
  }
  if (foreign(subject))
    signals.push({
      name: 'address_in_subject',
      value: 1,
      detail: 'The subject has a mail address in it, as mass mailings do.',
      where: 'subject',
      text: mail.subject,
    })
  const texts = phraseLayersOf(message).filter(
    ({ where, encodings }) => encodings.length === 0 && (where === 'body' || where === 'html'),
  )
  const best = { kinds: [] as string[], greeting: '', hours: '' }
  for (const { text, across } of texts) {
    const read = text.slice(0, reach)
    const whole = `${subject}\n${read}`
    const words = wordings.on(whole)
    const found = kindNames.filter((_, index) => words.possible(index) && wordingPatterns[index]!.test(read))
    if (found.length > best.kinds.length) best.kinds = found
    if (best.hours === '' && words.possible(kindNames.length)) best.hours = hours.exec(whole)?.[0] ?? ''
    // A list may begin in the middle of a letter.
    if (across !== undefined) continue
    const start = read.trimStart().slice(0, 120)
    const greeted = greetedByAddress.exec(start)
    if (best.greeting === '' && greeted !== null && foreign(greeted[0])) best.greeting = 'address'
    else if (best.greeting === '' && impersonal.test(start)) best.greeting = 'impersonal'
  }
  if (best.kinds.length > 2)
    signals.push({
      name: best.kinds.length === 4 ? 'pressing' : 'half_pressing',
      value: 1,
      detail: 'Tells of trouble with an account, and presses the reader to act.',
      where: 'body',
    })
  if (best.hours !== '')
    signals.push({
      name: 'hours_left',
      value: 1,
      detail: 'Leaves the reader hours, so that nobody is asked first.',
      where: 'body',
      text: best.hours,
    })
  if (best.greeting === 'address')
    signals.push({
      name: 'greeted_by_address',
      value: 1,
      detail: 'Addresses the reader by a mail address and not by name.',
      where: 'body',
      text: mail.body.trimStart().slice(0, 80),
    })
  if (best.greeting === 'impersonal')
    signals.push({
      name: 'impersonal_greeting',
      value: 1,
      detail: 'Addresses the reader as a customer or user, and not by name.',
      where: 'body',
      text: mail.body.trimStart().slice(0, 80),
    })
  return signals
}
