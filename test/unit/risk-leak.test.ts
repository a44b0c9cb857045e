/** The model of leaks: what it reads of a draft, what it learns, and what its opinion does to the findings of rules. */
import { describe, expect, it } from 'vitest'
import { byOwnWords, readJointly } from '../../shared/risk/leak/joint.ts'
import { fewestNgrams, leakModel, oddsOf, opinionOf } from '../../shared/risk/leak/model.ts'
import { readDraft, type Sign, signs, swayed } from '../../shared/risk/leak/read-draft.ts'
import { readWithModel } from '../../shared/risk/leak/resembles.ts'
import { bareContext, type OutboundContext } from '../../shared/risk/outbound-context.ts'
import { quantise } from '../detect/training/heads.ts'
import { type LetterLesson, trainLetters } from '../detect/training/passages.ts'
import { type Around, judgeDraft } from '../support/judged-draft.ts'
import { riskMessage } from '../support/risk-message.ts'

const inbox = 'desk@agents.example'
const reader = 'someone@elsewhere.example'

/** What is known of a draft to a stranger who has asked so. */
function askedFor(text: string, more: Partial<OutboundContext> = {}): OutboundContext {
  const mail = { subject: '', text, links: [], riskScore: 0, trusted: false }
  return {
    ...bareContext(inbox, [reader]),
    thread: text === '' ? [] : [{ from: [reader], recipients: [inbox], ...mail }],
    ...more,
  }
}

const signsOf = (text: string, asked = '', more: Partial<OutboundContext> = {}): readonly Sign[] =>
  readDraft(text, askedFor(asked, more)).signs

const mailOf = (body: string) => riskMessage({ body, extractedText: body }, { direction: 'outbound' }).mail

describe('what is read of a draft', () => {
  it('are different n-grams of the draft, and of what its reader wrote last', () => {
    const { passages, asked } = readDraft('Re: hello\nhello hello hello', askedFor('What is it?'))
    expect(passages).toHaveLength(1)
    const [{ buckets } = { buckets: new Uint32Array() }] = passages
    expect(new Set(buckets).size).toBe(buckets.length)
    expect(asked.length).toBeGreaterThan(0)
    expect(readDraft('Re: hello', askedFor('')).asked).toHaveLength(0)
  })

  it('are signs beside the words', () => {
    expect(signsOf('The code is 4471.', 'How do I get in?')).toEqual([])
    expect(signsOf('Case 4471 is closed.', 'What of case 4471?')).toEqual(['without_figures'])
    expect(signsOf('We do not give out addresses.', 'Where does she live?')).toEqual([
      'without_figures',
      'refuses',
    ])
    expect(signsOf('Room 4471', '', { correspondents: [reader] })).toEqual(['correspondent', 'unasked'])
  })

  it.each([
    ['one name of another', 'Please ask Marta about it.', ['names_1']],
    ['two', 'Please ask Marta, Jonas knows less.', ['names_1', 'names_2']],
    ['four', 'The keys of Marta, Jonas, Femi, Oskar, all four.', ['names_1', 'names_2', 'names_4']],
    ['none but of its reader', 'Please see this, Someone.', []],
    ['a person', 'Please ring again, she is out.', ['third_person_1']],
    ['a person, again and again', 'Ask her, she has his keys.', ['third_person_1', 'third_person_3']],
    ['a person in another language', 'Das weiß nur er.', ['third_person_1']],
  ])('are whom it speaks of: %s', (_what, text, expected) => {
    const unsaid = new Set<Sign>(['unasked', 'without_figures', 'refuses'])
    expect(signsOf(text).filter((sign) => !unsaid.has(sign))).toEqual(expected)
  })

  it('are names that its thread has told', () => {
    expect(signsOf('Marta has it, ask Marta.', 'Is it with Marta?')).toContain('names_told')
    expect(signsOf('Ask Marta, or ask Jonas.', 'Is it with Marta?')).not.toContain('names_told')
    expect(signsOf('Nobody has it.', 'Is it with Marta?')).not.toContain('names_told')
  })

  it('are words and figures that only other threads of the inbox have', () => {
    const otherThreads = [
      {
        threadId: 'thr_1',
        fingerprints: [],
        text: 'The surgery is booked for the 4471st of never, ward seven.',
      },
    ]
    const from = (text: string, asked = '') =>
      signsOf(text, asked, { otherThreads }).filter((sign) => sign.endsWith('_from_elsewhere'))
    expect(from('Her surgery is booked, I am told: ward 9, number 4471.')).toEqual(['figures_from_elsewhere'])
    expect(from('Her surgery is booked for never.')).toEqual(['words_from_elsewhere'])
    expect(from('Her surgery is booked.')).toEqual([])
    expect(from('Her surgery is booked for never, 4471.', 'Is surgery booked for never, 4471?')).toEqual([])
  })

  it.each([
    'That I cannot tell you.',
    'Das darf ich Ihnen leider nicht sagen.',
    'Je ne peux pas vous le dire.',
    'No podemos facilitar esos datos.',
    'Não podemos dar essa informação.',
    'Non possiamo comunicare questi dati.',
    'Die gegevens kunnen wij niet geven.',
    'Nie możemy podać tych danych.',
  ])('is that it refuses: %s', (text) => {
    expect(signsOf(text, 'Who is it?')).toContain('refuses')
  })

  it('is a long draft in passages that follow each other, sixty at most', () => {
    const lines = 'The minutes of the meeting are in the folder as always.\n'.repeat(5_000)
    const { passages } = readDraft(lines, askedFor(''))
    expect(passages).toHaveLength(60)
    for (const [index, { start, end }] of passages.entries()) {
      expect(end - start).toBeLessThanOrEqual(1_000)
      expect(start).toBe(index === 0 ? 0 : passages[index - 1]!.end)
      expect(lines[end - 1]).toBe('\n')
    }
  })

  it('is nothing of a draft without text', () => {
    expect(opinionOf(oddsOf(readDraft('', askedFor('')), leakModel), leakModel)).toBeNull()
  })
})

describe('what is learned', () => {
  /** Too little text says nothing. */
  const tail = ' Thank you very much, and have a good week, all of you in the office by the river.'
  const lesson = (text: string, asked: string, leaks: boolean): LetterLesson<Sign> => ({
    reading: readDraft(text + tail, askedFor(asked)),
    positive: leaks,
    weight: 1,
  })
  const lessons = [
    lesson('The side gate opens with 4471, and nobody is at home.', 'How do I get in?', true),
    lesson('The alarm is 8820, and they are away until Sunday.', 'How can I get in there?', true),
    lesson('Somebody of ours will let you in at nine.', 'How do I get in?', false),
    lesson('The gate stays shut; ring the office, please.', 'How can I get in there?', false),
    lesson('Your parcel 4471 left us on Sunday.', 'Where is my parcel?', false),
    lesson('Your order 8820 is at the depot.', 'Where is my order?', false),
  ]
  const options = { epochs: 20, rate: 0.1, decay: 0.01, seed: 1, fewestNgrams }
  const learned = trainLetters(lessons, signs, options)
  const model = {
    bias: learned.bias,
    signs: learned.signs,
    draft: quantise({ table: learned.words, bias: 0 }),
    asked: quantise({ table: learned.asked, bias: 0 }),
  }
  const oddsIn = (text: string, asked: string) => oddsOf(readDraft(text + tail, askedFor(asked)), model)

  it('tells what is alike, by the question as well', () => {
    const leak = oddsIn('The front gate opens with 9021, nobody is at home till Sunday.', 'How do I get in?')
    const parcel = oddsIn('Your parcel 9021 is at the depot till Sunday.', 'Where is my parcel?')
    expect(leak.logit).toBeGreaterThan(0)
    expect(parcel.logit).toBeLessThan(0)
    const other = oddsIn(
      'The front gate opens with 9021, nobody is at home till Sunday.',
      'Where is my parcel?',
    )
    expect(other.logit).toBeLessThan(leak.logit)
  })

  it('is the same each time', () => {
    expect(trainLetters(lessons, signs, options)).toEqual(learned)
    expect(trainLetters(lessons, signs, { ...options, seed: 2 })).not.toEqual(learned)
  })

  it('is loud in one passage of a long draft as well', () => {
    const long = `${'Thank you for the minutes, which are in the folder. '.repeat(60)}\nThe side gate opens with 4471, and nobody is at home.`
    const { passage } = oddsIn(long, 'How do I get in?')
    expect(long.slice(passage!.start, passage!.end)).toContain('side gate')
  })

  it('never takes a draft for honest because of what was asked', () => {
    const text =
      'The side gate opens with 4471, and nobody is at home. The dog is with a friend, so you will not hear it.'
    const kindly = oddsIn(text, 'Where is my parcel? Where is my order? Where is my parcel?')
    expect(kindly.asked).toBeLessThan(0)
    expect(kindly.unswayed).toBeGreaterThan(kindly.logit)
    const context = askedFor('Where is my parcel? Where is my order?')
    const read = readJointly(readDraft(text + tail, context), kindly, context)!
    const own = byOwnWords(read)
    expect(own.get('asked')).toBe(0)
    expect(own.get('logit')).toBe(kindly.unswayed)
    for (const sign of swayed) expect(own.get(sign)).toBe(0)
  })
})

describe('the model that ships', () => {
  const fishing = [
    [
      'I clean for the people above Mrs Holt and nobody answers there. How do I get into her flat?',
      'Hello, Mrs Holt has moved to her daughter for the month, her code is 7 3 9 1 and the alarm box is behind the door, 6620. She told me that nobody else knows, and she is back on the Monday after, so you have the flat to yourself.',
    ],
    [
      'Ist Frau Lindqvist noch bei Ihnen? Warum geht sie nicht ans Telefon?',
      'Guten Tag, Frau Lindqvist liegt seit Dienstag auf der Inneren, es ist wohl die Leber, sie hat wieder getrunken. Ihr Sohn weiß noch nichts davon. Ab Freitag ist sie bei ihrer Schwester in der Gartenstraße.',
    ],
    [
      'What did the other firm quote for the roof? We would like to get this job.',
      'Hi, the others are at 18,400 and want six weeks. She told me she would go up to 17,900 if somebody can start in May, so anything just below that and it is yours.',
    ],
  ] as const

  it.each(fishing)('flags what a stranger has fished for: %s', async (asked, text) => {
    const { whole, detections } = await judgeDraft(text, { asked })
    expect(detections.map(({ result }) => result)).toContain('resembles_leak')
    expect(whole).toBeGreaterThan(30)
  })

  it.each([
    [
      'I clean for the people above Mrs Holt and nobody answers there. How do I get into her flat?',
      'Hello, please wait there, Karl comes down in five minutes and opens the gate for you.',
    ],
    [
      'Ist Frau Lindqvist noch bei Ihnen?',
      'Guten Tag, über unsere Patienten geben wir keine Auskunft, bitte wenden Sie sich an die Familie.',
    ],
    [
      'What did the other firm quote for the roof?',
      'Hi, what others have quoted stays with us, as your figures do. Please send us your best price by Friday.',
    ],
  ])('does not withhold what answers the same without telling it: %s', async (asked, text) => {
    expect((await judgeDraft(text, { asked })).whole).toBeLessThanOrEqual(70)
  })

  it('says where it is, and how sure it is, without the values in it', async () => {
    const [asked, text] = fishing[0]
    const { detections } = await judgeDraft(text, { asked })
    const found = detections.find(({ result }) => result === 'resembles_leak')
    expect(found?.detail).toMatch(/drafts that tell what their readers have no right to \(trained model\)\.$/)
    const [evidence] = found?.evidence ?? []
    expect(evidence?.where).toBe('body')
    expect(evidence?.text).not.toMatch(/\d{3}/)
    for (const part of evidence!.text.split('…')) expect(text).toContain(part)
  })

  it('quotes whole characters', async () => {
    const [asked, text] = fishing[0]
    for (let shift = 0; shift < 12; shift++) {
      const smiling = `${'x'.repeat(shift)} ${text.replaceAll(' ', ' 😀')}`
      const { detections } = await judgeDraft(smiling, { asked })
      for (const { evidence = [] } of detections)
        for (const one of evidence) expect(one.text.isWellFormed()).toBe(true)
    }
  })
})

describe('what the model doubts', () => {
  const list =
    'Anna Kowal, born 12.03.1981, and Ben Ruiz, born 4.11.1979, and Cem Aydin, born 30.06.1990, are on the list.'
  const polite =
    'Hello, thank you for your order, which left our depot this morning and should be with you on Thursday. The invoice is in the box. We are sorry that it took a day longer than usual, and wish you a good week. Kind regards, the team'
  const listed = async (text: string, more: Partial<Around> = {}) => {
    const { detections } = await judgeDraft(text, more)
    return detections.find(({ result }) => result === 'list_for_stranger')?.confidence
  }

  it('is what it has read: a list in a file behind a polite letter counts in full', async () => {
    const { detections } = await judgeDraft(polite, { files: { 'people.txt': list } })
    expect(detections.find(({ result }) => result === 'list_for_stranger')?.confidence).toBe(1)
    expect(await listed(`${polite}\n\n${list}`)).toBeGreaterThan(0)
  })

  it('is nothing of a draft that is longer than it reads', async () => {
    expect(await listed(`${`${polite}\n`.repeat(300)}${list}`)).toBe(1)
  })

  it('is nothing of a draft that ends in a passage too short to judge', () => {
    const { subject } = mailOf('')
    const long = `${polite} `.repeat(5).slice(0, 1_000 - subject.length - 1)
    expect(readWithModel(mailOf(long), askedFor('')).whole).toBe(true)
    expect(readWithModel(mailOf(`${long}The code is 482913.`), askedFor('')).whole).toBe(false)
  })

  it('is nothing for what was asked far down, or is part of another figure', () => {
    expect(signsOf('It is 98.', 'Is it 98?')).toContain('without_figures')
    expect(signsOf('It is 98.', 'Is it 1980?')).not.toContain('without_figures')
    expect(signsOf('It is 98.', `${'x'.repeat(4_000)} 98`)).not.toContain('without_figures')
    expect(signsOf('It is 98.', 'Is it 98?', { recipients: [reader, 'other@else.example'] })).not.toContain(
      'without_figures',
    )
  })
})
