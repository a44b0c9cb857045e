/** What a mail offers, and how it hides its words: found in made-up advertising and fraud, and not in honest talk of the same things. */
import { describe, expect, it } from 'vitest'
import { disguiseSignals } from '../../shared/risk/scam/disguise.ts'
import { promiseOf } from '../../shared/risk/scam/domains.ts'
import { offerSignals } from '../../shared/risk/scam/offers.ts'
import { wordingSignals } from '../../shared/risk/scam/wording.ts'
import { impersonation } from '../../shared/risk/scorers/impersonation.ts'
import { riskMessage } from '../support/risk-message.ts'

const context = { signal: new AbortController().signal, llm: null }
const offersOf = (body: string): string[] =>
  offerSignals(riskMessage({ body, bodySanitized: body })).map(({ name }) => name)

describe('offers', () => {
  it.each([
    [
      'advance_fee',
      'I am the widow of the late general. He left US$ 14.5 million with a security company in Ghana. I need your assistance to transfer the fund into your account, you keep 20% of the total sum. Keep this strictly confidential and send me your private telephone number.',
    ],
    ['adult_offer', 'Hot teens on webcam right now, xxx hardcore movies. Adults only, you must be 18.'],
    [
      'remedy_offer',
      'Cheap Viagra and Cialis from our online pharmacy, no prescription needed. All natural herbal pills help you lose weight.',
    ],
    [
      'income_offer',
      'Work from home and earn $5,000 a week! Be your own boss, no experience needed, financial freedom guaranteed. Join today.',
    ],
    [
      'credit_offer',
      'Lowest mortgage rates in years. Bad credit is no problem: consolidate your debts and cut monthly payments. You are pre-approved.',
    ],
    [
      'stock_offer',
      'Hot stock pick: OTC BB: ABCD. Strong buy, target price: $2. This one is about to explode, 300% gain. Contains forward-looking statements.',
    ],
    ['gambling_offer', 'New at our casino: 50 free spins and a welcome bonus, no deposit needed. Play now!'],
    ['gambling_offer', 'Im Spielautomaten warten 200 Freispiele ohne Einzahlung, sofortige Auszahlung.'],
    [
      'reward_lure',
      'You have been selected! Answer a short survey about our shop and claim your free gift. Only 12 left.',
    ],
    [
      'extortion',
      'I hacked your phone and recorded you with your camera. Send bitcoin within 48 hours or all your contacts see the video.',
    ],
    [
      'reach_offer',
      'Bulk email that works: 12 million email addresses on CD-ROM, bullet proof hosting. Your ad seen by millions, more traffic for your site.',
    ],
    [
      'bargain_offer',
      'Act now! Absolutely free trial, satisfaction guaranteed, call toll-free today. Only $19.95, save 50% off the retail price.',
    ],
    [
      'unasked_mailing',
      'This is not spam: it is sent under Senate bill S. 1618. To be removed reply with REMOVE in the subject.',
    ],
  ])('finds %s', (name, body) => {
    expect(offersOf(body)).toContain(name)
  })

  it.each([
    'The late general left no will, says the paper. My aunt in Ghana sends her love.',
    'Mum got new pills from the pharmacy, no side effects so far.',
    'From next month I work from home on Mondays. Call me if you need me.',
    'The bank gave us the mortgage, ten years fixed.',
    'Please remove me from the rota on Thursday, I have the children.',
    'Our shop closes at six. New jackets are in, 20% off for members until Sunday.',
    'The share fell by 3 % after the report on the quarter.',
  ])('finds nothing in honest talk: %s', (body) => {
    expect(offersOf(body)).toEqual([])
  })

  it('looks at the start of a text alone, so that a long one costs no more', () => {
    const filler = 'A line of a long letter about the garden.\n'.repeat(400)
    const offer = 'Cheap viagra without prescription from our online pharmacy, lose weight, all natural.'
    expect(offersOf(`${offer}\n${filler}`)).toContain('remedy_offer')
    expect(offersOf(`${filler}\n${offer}`)).toEqual([])
  })
})

describe('disguise', () => {
  const found = (body: string, subject = ''): string[] =>
    disguiseSignals(riskMessage({ body, subject })).map(({ name }) => name)

  it('finds look-alike letters within words, and capitals that stand for others', () => {
    expect(found('Your pаyment is pending.', 'Ассоunt notice')).toEqual(['disguised_letters'])
    expect(found('A biIIing problem.')).toEqual(['disguised_letters'])
  })

  it('finds words broken up by marks', () => {
    expect(found('Get v . i , a ; g . r a here, c ` i , a - l . i s')).toEqual(['broken_words'])
  })

  it('finds a text in a character set that nobody declared', () => {
    expect(found('\ufffd\ufffd\ufffd \ufffd\ufffd http://x.example')).toEqual(['undeclared_charset'])
  })

  it.each([
    'Dear Ms McIntosh, the LinkedIn page of the MacIntyre group is up.',
    'Привет, Алиса! Встреча в пятницу.',
    'The J. R. R. Tolkien society meets at 5 p.m. in room B.',
    'ΔT is 5 K, and 3 μm is the width.',
    'Größe 42, Preis 10 €.',
  ])('finds nothing in: %s', (body) => {
    expect(found(body)).toEqual([])
  })
})

describe('a deadline of hours', () => {
  const found = (body: string): boolean =>
    wordingSignals(riskMessage({ body, bodySanitized: body })).some(({ name }) => name === 'hours_left')

  it.each([
    'Only 2 hours left to confirm.',
    'The offer closes at 4:30 PM.',
    'Your quote expires today.',
    'Reply before 2pm.',
  ])('is found in: %s', (body) => {
    expect(found(body)).toBe(true)
  })

  it.each(['The course takes 40 hours a week.', 'See you on Thursday.', 'The museum is open from 9 to 5.'])(
    'is not found in: %s',
    (body) => {
      expect(found(body)).toBe(false)
    },
  )
})

describe('names and hosts', () => {
  it.each([
    ['orders.applewoodfarms.com', null],
    ['revolution-os.com', null],
    ['enigmail.example.org', null],
    ['purchase-orders.com', null],
    ['apple-support.com', 'brand'],
    ['applesupport.net', 'brand'],
    ['mychaseonline.com', 'brand'],
    ['netflixmembers.net', 'brand'],
  ])('%s promises %s', (host, promise) => {
    expect(promiseOf(host)).toBe(promise)
  })

  const resultsOf = async (more: Parameters<typeof riskMessage>[0]): Promise<string[]> =>
    (await impersonation.score(riskMessage(more), context)).map(({ result }) => result)

  it('finds who poses as the house that the mail addresses its reader at', async () => {
    const from = { name: 'Brightfarm Mail Desk', address: 'info@kratz.de' }
    const subject = 'maria@brightfarm.com: password expires'
    expect(await resultsOf({ from, subject })).toEqual(['reader_domain'])
    expect(await resultsOf({ from: { ...from, address: 'it@brightfarm.com' }, subject })).toEqual([])
    expect(await resultsOf({ from: { ...from, name: 'Mail Desk' }, subject })).toEqual([])
  })

  it('is less sure of an address in a name where lists put it', async () => {
    const [found] = await impersonation.score(
      riskMessage({ from: { name: 'ann@corp.example.com via Talk', address: 'talk@lists.example.org' } }),
      context,
    )
    expect(found).toMatchObject({ result: 'address_in_name', confidence: 0.3 })
  })
})
