/** Which slug an address leads to. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLocalAddress, isSlug, slugOfAddress } from '../../shared/domain/address.ts'

const domain = 'inbox.example'

describe('the slug of an address', () => {
  it.each([
    ['support-bot@inbox.example', 'support-bot'],
    ['Support-Bot@INBOX.Example', 'support-bot'],
    ['support-bot+ticket.42@inbox.example', 'support-bot'],
    ['support-bot@inbox.example.', 'support-bot'],
    ['"support-bot"@inbox.example', 'support-bot'],
    ['"support\\-bot+x"@inbox.example', 'support-bot'],
    ['postmaster', 'postmaster'],
    ['Postmaster@inbox.example', 'postmaster'],
    ['abuse@inbox.example', 'postmaster'],
  ])('%s leads to %s', (address, slug) => {
    expect(slugOfAddress(address, domain)).toBe(slug)
  })

  it.each([
    ['a subdomain', 'bot@evil.inbox.example'],
    ['another domain', 'bot@inbox.example.evil.org'],
    ['an address hidden before an @', 'victim@other.example@evil.org'],
    ['percent routing', 'bot%other.example@evil.org'],
    ['no domain', 'bot'],
    ['an empty local part', '@inbox.example'],
    ['only a tag', '+tag@inbox.example'],
    ['a slug that can not exist', 'a..b@inbox.example'],
  ])('%s leads nowhere', (_, address) => {
    expect(slugOfAddress(address, domain)).toBeNull()
  })

  it.each([
    'bot@xn--mnchen-3ya.example',
    'bot@münchen.example',
    'bot@MÜNCHEN.example.',
    'bot@XN--MNCHEN-3YA.example',
  ])('an international inbox domain is known however it is written: %s', (address) => {
    expect(slugOfAddress(address, 'xn--mnchen-3ya.example')).toBe('bot')
    expect(isLocalAddress(address, 'xn--mnchen-3ya.example')).toBe(true)
    expect(isLocalAddress(address, 'mnchen.example')).toBe(false)
  })

  it('a Greek inbox domain is known in capitals, too, whichever sigma stands at the end of a word', () => {
    expect(slugOfAddress('Bot@ΟΔΟΣ-1.EXAMPLE', 'xn---1-k9b7bby.example')).toBe('bot')
    expect(isLocalAddress('Bot@ΟΔΟΣ-1.EXAMPLE', 'xn---1-k9b7bby.example')).toBe(true)
  })

  it('never leads to anything but a valid slug', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const slug = slugOfAddress(`${text}@inbox.example`, domain)
        expect(slug === null || isSlug(slug)).toBe(true)
      }),
    )
  })
})
