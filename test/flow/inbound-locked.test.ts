/** Mail for an inbox that someone else holds locked, or that is gone, beside mail for others. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { type House, startHouse } from '../support/house.ts'
import { mailText } from '../support/mail-text.ts'
import { SmtpClient, SmtpRefusal } from '../support/smtp-client.ts'

let house: House
let lmtp: House
beforeAll(async () => {
  ;[house, lmtp] = await Promise.all([startHouse(), startHouse({ SMTP_LMTP: 'true' })])
})
afterAll(() => Promise.all([house.stop(), lmtp.stop()]))

/** Holds the inbox locked while `work` runs, as deleting a large one does. */
const whileLocked = (id: string, work: () => Promise<void>) =>
  house.database.transaction(async (tx) => {
    await tx.query('select 1 from inboxes where id = $1 for update', [id])
    await work()
  })

/** The text of what was handed to `pg`, in whichever of its ways. */
const textOf = (statement: unknown) =>
  typeof statement === 'string' ? statement : (statement as { text?: string } | undefined)?.text

const codeOf = (sending: Promise<unknown>): Promise<number> =>
  sending.then(
    () => 250,
    (error: unknown) => (error instanceof SmtpRefusal ? error.reply.code : 0),
  )

test('a locked inbox puts off its own mail only, however many messages of the batch are for it', async () => {
  const [held, free] = [await house.createInbox(), await house.createInbox()]
  const shared = mailText()
  await whileLocked(held.id, async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const toHeld = Array.from({ length: 10 }, () =>
      codeOf(house.send(mailText(), { rcptTo: [held.address] })),
    )
    const toFree = Array.from({ length: 10 }, () =>
      codeOf(house.send(mailText(), { rcptTo: [free.address] })),
    )
    expect(new Set(await Promise.all(toFree))).toEqual(new Set([250]))
    expect(new Set(await Promise.all(toHeld))).toEqual(new Set([451]))
    const texts = query.mock.calls.map(([statement]) => textOf(statement))
    const waits = texts.filter((text) => text === `set local lock_timeout = ${limits.inboxLockMs}`)
    expect(waits.length, 'some wait, and not each message').toBeGreaterThan(0)
    expect(waits.length).toBeLessThanOrEqual(6)
    expect(await codeOf(house.send(shared, { rcptTo: [free.address, held.address] }))).toBe(451)
  })
  const { ids } = await house.send(shared, { rcptTo: [free.address, held.address] })
  expect(ids).toHaveLength(2)
  const { body } = await house.api('GET', `/inboxes/${free.slug}`)
  expect(body.message_count).toBe(11)
})

/** Sends RCPT for both, deletes the first inbox behind the service's back, then sends the message. */
async function repliesWhereOneIsGone(to: House): Promise<number[]> {
  const [gone, there] = [await to.createInbox(), await to.createInbox()]
  const client = await SmtpClient.connect(to.smtpPort)
  await client.reply()
  await client.command(to === lmtp ? 'LHLO client.example' : 'EHLO client.example')
  await client.command('MAIL FROM:<ada@sender.example>')
  for (const address of [gone.address, there.address, `${gone.slug}+tag@inbox.localhost`])
    await client.command(`RCPT TO:<${address}>`)
  await to.api('DELETE', `/inboxes/${gone.slug}`)
  await client.command('DATA')
  client.sendBytes(`${mailText()}.\r\n`)
  const codes = [(await client.reply()).code]
  if (to === lmtp) codes.push((await client.reply()).code, (await client.reply()).code)
  client.end()
  return codes
}

test('a message that is stored for some of its recipients only is not acknowledged', async () => {
  expect(await repliesWhereOneIsGone(house)).toEqual([451])
})

test('over LMTP each recipient has the reply of its own outcome', async () => {
  expect(await repliesWhereOneIsGone(lmtp)).toEqual([451, 250, 451])
})
