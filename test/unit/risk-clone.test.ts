/** Copies of notifications: name, sender and links that are not of one house, and honest mail that looks like it. */
import { describe, expect, it } from 'vitest'
import type { Link } from '../../shared/domain/parsed-mail.ts'
import type { RiskMessage } from '../../shared/risk/scorer.ts'
import { clone } from '../../shared/risk/scorers/clone.ts'
import { passed } from '../support/proven-sender.ts'
import { riskMessage } from '../support/risk-message.ts'

interface Sent {
  name: string
  address: string
  links?: Link[]
  text?: string
  headers?: RiskMessage['mail']['headers']
  more?: Partial<RiskMessage>
}

function found({
  name,
  address,
  links = [],
  text = 'Your invoice is ready.',
  headers = [],
  more = {},
}: Sent) {
  const message = riskMessage(
    { from: { name, address }, links, body: text, bodySanitized: text, headers },
    more,
  )
  const detections = clone.score(message, { signal: AbortSignal.timeout(1_000), llm: null })
  return Array.isArray(detections) ? detections : []
}
const results = (sent: Sent) => found(sent).map(({ result }) => result)
const link = (href: string, text = 'View invoice'): Link => ({ href, text })
const proven = (domain: string): Partial<RiskMessage> => ({ authentication: passed(domain) })

describe('a clone', () => {
  it.each<[string, string, Sent]>([
    [
      'whose address leads to a page of somebody else',
      'address_as_link',
      {
        name: 'Harbour Books',
        address: 'shop@harbour-books.example.com',
        links: [link('https://pay.example.net/a', 'help@harbourbooks.co.uk')],
      },
    ],
    [
      'whose sender puts a word of trust to the name',
      'dressed_domain',
      { name: 'Harbour Books Ltd', address: 'hello@harbourbooks-secure.com' },
    ],
    [
      'that names its own house, and is elsewhere',
      'own_name_elsewhere',
      {
        name: 'Harbour Books',
        address: 'info@quarry-tools.net',
        text: 'Questions? Write to help@harbourbooks.co.uk.',
        links: [link('https://quay-pages.org/x')],
      },
    ],
    [
      'whose one page costs nothing and is nobody’s',
      'strange_action',
      {
        name: 'Harbour Books',
        address: 'info@quarry-tools.net',
        links: [link('https://harbour.weebly.com/x'), link('https://harbour.weebly.com/y')],
      },
    ],
    [
      'of a true sender’s name with a page of somebody else',
      'foreign_action',
      {
        name: 'Harbour Books',
        address: 'info@harbourbooks.co.uk',
        links: [link('https://check-login.top/x')],
      },
    ],
    [
      'of three houses',
      'three_houses',
      {
        name: 'Harbour Books',
        address: 'info@quarry-tools.net',
        links: [link('https://meadowlark.org/x')],
      },
    ],
    [
      'with one link changed',
      'odd_one_out',
      {
        name: 'Netflix',
        address: 'info@quarry-tools.net',
        links: [
          link('https://netflix.com/help', 'Help'),
          link('https://www.netflix.com/terms', 'Terms'),
          link('https://billing-update.top/n', 'Update payment'),
        ],
      },
    ],
  ])('%s is told', (_, result, sent) => {
    expect(results(sent)).toContain(result)
  })

  it('is told among answers and lists as well, whose fields anybody can write, but less surely', () => {
    const sent = {
      name: 'Harbour Books',
      address: 'info@quarry-tools.net',
      links: [link('https://harbour.weebly.com/x')],
    }
    const [alone] = found(sent)
    const [listed] = found({ ...sent, headers: [{ name: 'List-Id', value: '<books.example>' }] })
    expect(alone).toMatchObject({ result: 'strange_action', confidence: 1 })
    expect(listed).toMatchObject({ result: 'strange_action' })
    expect(listed!.confidence).toBeLessThan(1)
  })

  it('gains nothing by a relay’s name that is not proven', () => {
    const sent = {
      name: 'Harbour Books',
      address: 'no-reply@docusign.net',
      links: [link('https://harbour.weebly.com/x')],
    }
    expect(results(sent)).toContain('strange_action')
    expect(results({ ...sent, more: proven('docusign.net') })).toEqual([])
  })
})

describe('honest mail', () => {
  it.each<[string, Sent]>([
    [
      'of a house that links to itself',
      {
        name: 'Harbour Books',
        address: 'shop@harbourbooks.co.uk',
        text: 'Write to help@harbourbooks.co.uk.',
        links: [link('https://www.harbourbooks.co.uk/orders/1'), link('https://facebook.com/harbour', '')],
      },
    ],
    [
      'sent by others, that leads home',
      {
        name: 'Harbour Books',
        address: 'bounces@em-sender.net',
        text: 'Write to help@harbourbooks.co.uk.',
        links: [link('https://harbourbooks.co.uk/news')],
      },
    ],
    [
      'whose clicks are counted',
      {
        name: 'Harbour Books',
        address: 'news@harbourbooks.co.uk',
        links: [link('https://u123.ct.sendgrid.net/ls/click?upn=x')],
      },
    ],
    [
      'counted under a name of its own',
      {
        name: 'Quarry Club',
        address: 'post@mailer-house.net',
        links: [link('https://click.meadowlark.org/x')],
      },
    ],
    [
      'of a person who names a page',
      {
        name: 'Ada Winter',
        address: 'ada@quarry-tools.net',
        links: [link('https://meadowlark.org/x', '')],
      },
    ],
    [
      'of a house whose name is made of the words of offices',
      { name: 'Acme Security', address: 'hello@acme-security.com' },
    ],
    [
      'with its own address as a link by mail',
      {
        name: 'Harbour Books',
        address: 'shop@harbourbooks.co.uk',
        links: [link('mailto:help@harbourbooks.co.uk', 'help@harbourbooks.co.uk')],
      },
    ],
    [
      'of a firm with two endings',
      {
        name: 'Harbour Books',
        address: 'shop@harbourbooks.de',
        links: [link('https://harbourbooks.com/x')],
      },
    ],
  ])('%s is no clone', (_, sent) => {
    expect(results(sent)).toEqual([])
  })
})
