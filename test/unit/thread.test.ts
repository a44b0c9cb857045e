/** Threading decisions: References and In-Reply-To, in any order of arrival, never the subject. */
import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Arrival } from '../../shared/domain/arrival.ts'
import { newId } from '../../shared/domain/ids.ts'
import { assignThreads } from '../../shared/flow/inbound/thread.ts'
import type { ThreadReference } from '../../shared/store/thread.ts'

interface Mail {
  id: string
  refs: string[]
}

function arrival({ id }: Mail, inboxId = 'inb_1'): Arrival {
  return {
    tenantId: 'ten_1',
    inboxId,
    id: newId('message'),
    receivedAt: new Date().toISOString(),
    head: { subject: 'same subject', messageId: id },
  } as unknown as Arrival
}

/** Threads mails in batches as the stage does, keeping references and merges between batches. */
function threadsOf(mails: Mail[], batchSize: number): Map<string, string> {
  const known = new Map<string, string>()
  const merged = new Map<string, string>()
  const current = (id: string): string => (merged.has(id) ? current(merged.get(id)!) : id)
  const threadByMail = new Map<string, string>()
  const counts = new Map<string, number>()
  for (let at = 0; at < mails.length; at += batchSize) {
    const batch = mails.slice(at, at + batchSize).map((mail) => ({ mail, arrival: arrival(mail) }))
    const hashes = new Map(
      batch.map((one) => [one.arrival.id, [one.mail.id, ...one.mail.refs].map((id) => hash('sha256', id))]),
    )
    const references: ThreadReference[] = [...known].map(([hashed, threadId]) => ({
      inboxId: 'inb_1',
      hash: hashed,
      threadId: current(threadId),
    }))
    const { threadOf, changes } = assignThreads(
      batch.map((one) => one.arrival),
      hashes,
      references,
    )
    for (const { id, count } of changes.created) counts.set(id, count)
    for (const { id, count } of changes.joined) counts.set(id, (counts.get(id) ?? 0) + count)
    for (const { from, to } of changes.merged) {
      counts.set(to, (counts.get(to) ?? 0) + (counts.get(from) ?? 0))
      counts.delete(from)
      merged.set(from, to)
    }
    for (const reference of changes.references) known.set(reference.hash, reference.threadId)
    for (const one of batch) threadByMail.set(one.mail.id, threadOf.get(one.arrival.id)!)
  }
  const final = new Map([...threadByMail].map(([mail, id]) => [mail, current(id)]))
  const seen = new Map<string, number>()
  for (const id of final.values()) seen.set(id, (seen.get(id) ?? 0) + 1)
  expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(seen))
  return final
}

/** Connected sets of Message-IDs, the plain way. */
function partition(mails: Mail[]): Set<string>[] {
  const sets: Set<string>[] = []
  for (const { id, refs } of mails) {
    const ids = [id, ...refs]
    const touching = sets.filter((set) => ids.some((one) => set.has(one)))
    const joined = new Set([...ids, ...touching.flatMap((set) => [...set])])
    for (const set of touching) sets.splice(sets.indexOf(set), 1)
    sets.push(joined)
  }
  return sets
}

describe('assigning threads', () => {
  it('joins a reply to its parent', () => {
    const threads = threadsOf(
      [
        { id: 'a', refs: [] },
        { id: 'b', refs: ['a'] },
      ],
      1,
    )
    expect(threads.get('a')).toBe(threads.get('b'))
  })

  it('keeps apart what shares only its subject', () => {
    const threads = threadsOf(
      [
        { id: 'a', refs: [] },
        { id: 'b', refs: [] },
      ],
      2,
    )
    expect(threads.get('a')).not.toBe(threads.get('b'))
  })

  it('joins the threads of two children when their parent comes late', () => {
    const threads = threadsOf(
      [
        { id: 'b', refs: ['a1'] },
        { id: 'c', refs: ['a2'] },
        { id: 'a', refs: ['a1', 'a2'] },
      ],
      1,
    )
    expect(new Set(threads.values()).size).toBe(1)
  })

  it('keeps the inboxes apart', () => {
    const first = arrival({ id: 'a', refs: [] }, 'inb_1')
    const second = arrival({ id: 'a', refs: [] }, 'inb_2')
    const hashes = new Map([first, second].map(({ id }) => [id, ['h']]))
    const { threadOf } = assignThreads([first, second], hashes, [])
    expect(threadOf.get(first.id)).not.toBe(threadOf.get(second.id))
  })

  it('gives the same threads and exact counts in any order and any batch size', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g')
    const mails = fc
      .uniqueArray(fc.record({ id: ids, refs: fc.array(ids, { maxLength: 3 }) }), {
        selector: ({ id }) => id,
      })
      .chain((list) =>
        fc.tuple(
          fc.constant(list),
          fc.shuffledSubarray(list, { minLength: list.length }),
          fc.integer({ min: 1, max: 5 }),
        ),
      )
    fc.assert(
      fc.property(mails, ([list, shuffled, batchSize]) => {
        const expected = partition(list)
        const threads = threadsOf(shuffled, batchSize)
        for (const a of list)
          for (const b of list)
            expect(threads.get(a.id) === threads.get(b.id)).toBe(
              expected.some((set) => set.has(a.id) && set.has(b.id)),
            )
      }),
      { numRuns: 300 },
    )
  })
})
