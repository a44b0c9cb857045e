/** Slots of webhook requests: how many one inbox may take, and who waits, and who is put off. */
import { describe, expect, it } from 'vitest'
import { InboxSlots } from '../../shared/flow/webhook/inbox-slots.ts'

const slots = () => new InboxSlots({ each: 3, failing: 1, tenant: 5, tenantFailing: 2 })

describe('InboxSlots', () => {
  it('grants what is free at once, and the rest in order as slots come back', async () => {
    const own = slots()
    expect(await Promise.all([own.enter('a', 't'), own.enter('a', 't'), own.enter('a', 't')])).toEqual([
      true,
      true,
      true,
    ])
    const granted: number[] = []
    const waiting = [1, 2].map((place) => own.enter('a', 't').then(() => granted.push(place)))
    expect(await own.enter('b', 't')).toBe(true)
    expect(granted).toEqual([])
    own.leave('a', 't')
    await waiting[0]
    expect(granted).toEqual([1])
    own.leave('a', 't')
    await waiting[1]
    expect(granted).toEqual([1, 2])
  })

  it('puts off who waits for a receiver that turns out to fail, and who comes later, beyond the few', async () => {
    const own = slots()
    await Promise.all([own.enter('a', 't'), own.enter('a', 't'), own.enter('a', 't')])
    const waiting = own.enter('a', 't')
    own.learn('a', false)
    own.leave('a', 't')
    expect(await waiting).toBe(false)
    expect(await own.enter('a', 't')).toBe(false)
    own.leave('a', 't')
    own.leave('a', 't')
    expect(await own.enter('a', 't')).toBe(true)
    expect(await own.enter('a', 't')).toBe(false)
  })

  it('gives a receiver that answers again all its slots', async () => {
    const own = slots()
    own.learn('a', false)
    expect(await own.enter('a', 't')).toBe(true)
    expect(own.busy()).toEqual(['a'])
    own.learn('a', true)
    expect(own.busy()).toEqual([])
    expect(await Promise.all([own.enter('a', 't'), own.enter('a', 't')])).toEqual([true, true])
    expect(own.busy()).toEqual(['a'])
  })

  it('forgets the receivers that failed longest ago', async () => {
    const own = slots()
    for (let inbox = 0; inbox <= 10_000; inbox++) own.learn(`inbox-${inbox}`, false)
    const two = (inbox: string) => Promise.all([own.enter(inbox, 't'), own.enter(inbox, 't')])
    expect(await two('inbox-10000')).toEqual([true, false])
    expect(await two('inbox-0')).toEqual([true, true])
  })

  it('gives one tenant no more than its part, and less to its failing receivers, whatever their number', async () => {
    const own = slots()
    for (const inbox of ['a', 'b', 'c']) own.learn(inbox, false)
    expect(await own.enter('a', 't')).toBe(true)
    expect(await own.enter('b', 't')).toBe(true)
    expect(await own.enter('c', 't')).toBe(false)
    expect(own.busy()).toEqual(['a', 'b'])
    const healthy = ['d', 'e', 'f'].map((inbox) => own.enter(inbox, 't'))
    expect(await Promise.all(healthy)).toEqual([true, true, true])
    expect(await own.enter('g', 't')).toBe(false)
    expect(await own.enter('h', 'other')).toBe(true)
    expect(own.busy()).toEqual(['a', 'b', 'd', 'e', 'f'])
    own.leave('a', 't')
    expect(await own.enter('c', 't')).toBe(true)
  })
})
