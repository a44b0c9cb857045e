/** Slots of webhook requests: how many one inbox may take, and who waits, and who is put off. */
import { describe, expect, it } from 'vitest'
import { InboxSlots } from '../../shared/flow/webhook/inbox-slots.ts'

const slots = () => new InboxSlots({ each: 3, failing: 1 })

describe('InboxSlots', () => {
  it('grants what is free at once, and the rest in order as slots come back', async () => {
    const own = slots()
    expect(await Promise.all([own.enter('a'), own.enter('a'), own.enter('a')])).toEqual([true, true, true])
    const granted: number[] = []
    const waiting = [1, 2].map((place) => own.enter('a').then(() => granted.push(place)))
    expect(await own.enter('b')).toBe(true)
    expect(granted).toEqual([])
    own.leave('a')
    await waiting[0]
    expect(granted).toEqual([1])
    own.leave('a')
    await waiting[1]
    expect(granted).toEqual([1, 2])
  })

  it('puts off who waits for a receiver that turns out to fail, and who comes later, beyond the few', async () => {
    const own = slots()
    await Promise.all([own.enter('a'), own.enter('a'), own.enter('a')])
    const waiting = own.enter('a')
    own.learn('a', false)
    own.leave('a')
    expect(await waiting).toBe(false)
    expect(await own.enter('a')).toBe(false)
    own.leave('a')
    own.leave('a')
    expect(await own.enter('a')).toBe(true)
    expect(await own.enter('a')).toBe(false)
  })

  it('gives a receiver that answers again all its slots', async () => {
    const own = slots()
    own.learn('a', false)
    expect(await own.enter('a')).toBe(true)
    expect(own.busy()).toEqual(['a'])
    own.learn('a', true)
    expect(own.busy()).toEqual([])
    expect(await Promise.all([own.enter('a'), own.enter('a')])).toEqual([true, true])
    expect(own.busy()).toEqual(['a'])
  })
})
