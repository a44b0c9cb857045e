/** Room of a quota that was taken for mail which isn't stored after all. */
import { expect, test, vi } from 'vitest'
import { ServiceError } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import { Quotas } from '../../shared/flow/access/quotas.ts'
import { Acceptor } from '../../shared/flow/inbound/accept.ts'
import type { Database } from '../../shared/store/database.ts'
import type { Recipient } from '../../shared/store/inbox.ts'

/** A day with room for one message of each tenant; the tenant `away` can't be looked up. */
const oneADay = () =>
  new Quotas(
    {
      query: async (_text: string, values: unknown[]) => {
        if (values.includes('away')) throw new ServiceError('storage_unavailable')
        return [{ storedBytes: 0, messagesToday: 0 }]
      },
    } as unknown as Database,
    { storedBytes: 0, messagesPerDay: 1 },
  )

test('what one recipient took is given back where it can not be known of another', async () => {
  const quotas = oneADay()
  const acceptor = new Acceptor({ quotas } as unknown as ConstructorParameters<typeof Acceptor>[0])
  const to = (tenantId: string) => ({
    recipient: { tenantId, inboxId: tenantId, slug: tenantId, policies: [] } as unknown as Recipient,
    rcptTo: [`${tenantId}@example.com`],
  })
  const submission = {
    envelope: {} as Parameters<Acceptor['accept']>[0]['envelope'],
    recipients: [to('here'), to('away')],
    raw: Buffer.from('Subject: Order\r\n\r\nWhere?\r\n'),
  }
  await expect(acceptor.accept(submission)).rejects.toMatchObject({ code: 'storage_unavailable' })
  await quotas.take('here', 1)
  await expect(quotas.take('here', 1)).rejects.toMatchObject({ code: 'quota_exceeded' })
})

test('what is given back late is not taken from what has been looked up since', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const quotas = oneADay()
  const giveBack = await quotas.take('here', 1)
  vi.advanceTimersByTime(limits.quotaSeconds * 1_000)
  await quotas.take('here', 1)
  giveBack()
  await expect(quotas.take('here', 1)).rejects.toMatchObject({ code: 'quota_exceeded' })
  vi.useRealTimers()
})
