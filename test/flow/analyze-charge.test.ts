/** What an analysis costs, and when: nothing before there is a result, and nobody waits for its charge. */
import { expect, test } from 'vitest'
import { ThreadPool } from '../../shared/lib/thread-pool.ts'
import { createTestApi } from '../support/api.ts'
import { startFakeClamd } from '../support/fake-clamd.ts'
import { startHouse } from '../support/house.ts'

const mail = { from: 'ada@peer.example', subject: 'Order 1815', body: 'It left on Monday.' }

test('an analysis that fails costs nothing, and one without credits is refused before it begins', async () => {
  // Threads that never come up: a module that isn't there.
  const broken = new ThreadPool(new URL('./no-such-thread.ts', import.meta.url), { size: 1 })
  const api = await createTestApi({}, { assessors: broken })
  try {
    const { accountId, liveKey } = await api.signUp()
    const failed = await api.call('POST', '/analyze', liveKey, { message: mail })
    expect(failed.status).toBeGreaterThanOrEqual(500)
    expect(await api.balance(accountId)).toBe(1_000)
    await api.database.query('update accounts set credits = 0 where id = $1', [accountId])
    expect((await api.call('POST', '/analyze', liveKey, { message: mail })).status).toBe(402)
  } finally {
    await api.close()
    await broken.close()
  }
})

test('while a repeatable analysis is under way its account is not locked; it is charged once', async () => {
  const clamd = await startFakeClamd({ reply: 'stream: OK\0' }, { held: true })
  const house = await startHouse({ CLAMAV_URL: clamd.url })
  try {
    const accounts = (ending = '') =>
      house.database.query<{ credits: number }>(
        `select credits from accounts where id = (
           select t.account_id from tenants t join inboxes i on i.tenant_id = t.id where i.id = $1) ${ending}`,
        [house.inbox.id],
      )
    const [before] = await accounts()
    const message = {
      ...mail,
      attachments: [{ filename: 'a.txt', content_type: 'text/plain', content: 'aGVsbG8=' }],
    }
    const ask = () =>
      fetch(`${house.httpUrl}/api/v1/analyze`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${house.key}`,
          'content-type': 'application/json',
          'idempotency-key': 'analysis-1',
        },
        body: JSON.stringify({ message }),
      })
    const asked = ask()
    await expect.poll(() => clamd.streams.length).toBeGreaterThan(0)
    expect(await accounts('for no key update nowait')).toEqual([before])
    clamd.release()
    expect((await asked).status).toBe(200)
    const [after] = await accounts()
    expect(after!.credits).toBeLessThan(before!.credits)
    expect((await ask()).headers.get('idempotency-replayed')).toBe('true')
    expect(await accounts()).toEqual([after])
  } finally {
    clamd.release()
    await house.stop()
    await clamd.close()
  }
})
