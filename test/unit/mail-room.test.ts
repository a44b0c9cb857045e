/** Room in memory for large messages: who waits for it, and in which order. */
import { expect, test } from 'vitest'
import { MailRoom } from '../../services/smtp/mail-room.ts'

/** Takes room and notes who got it, in order. */
function taker(room: MailRoom) {
  const got: string[] = []
  const give = new Map<string, () => void>()
  const take = (name: string, peer: string, bytes: number) => {
    void room.take(peer, bytes).then((back) => {
      got.push(name)
      give.set(name, back!)
    })
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { got, take, settled, giveBack: (name: string) => give.get(name)!() }
}

test('what does not fit waits until something is given back, and giving back twice gives once', async () => {
  const room = new MailRoom(100)
  const { got, take, settled, giveBack } = taker(room)
  for (const name of ['a', 'b', 'c']) take(name, name, 50)
  await settled()
  expect([got, room.held]).toEqual([['a', 'b'], 100])
  giveBack('a')
  giveBack('a')
  await settled()
  expect([got, room.held]).toEqual([['a', 'b', 'c'], 100])
})

test('a peer that has much waits for those who have less, and can not have it all', async () => {
  const room = new MailRoom(100, 60)
  const { got, take, settled, giveBack } = taker(room)
  for (const name of ['a1', 'a2', 'a3']) take(name, 'a', 30)
  await settled()
  expect(got).toEqual(['a1', 'a2'])
  take('b1', 'b', 40)
  take('c1', 'c', 40)
  await settled()
  expect(got).toEqual(['a1', 'a2', 'b1'])
  giveBack('a1')
  await settled()
  // There would be room for a3, but c has nothing yet.
  expect(got).toEqual(['a1', 'a2', 'b1'])
  giveBack('a2')
  await settled()
  // Neither has anything: who has waited longer goes first.
  expect(got).toEqual(['a1', 'a2', 'b1', 'a3'])
  giveBack('b1')
  await settled()
  expect(got).toEqual(['a1', 'a2', 'b1', 'a3', 'c1'])
})

test('a message that is larger than all the room has it to itself', async () => {
  const room = new MailRoom(100)
  const { got, take, settled, giveBack } = taker(room)
  take('small', 'a', 10)
  take('huge', 'b', 500)
  await settled()
  expect(got).toEqual(['small'])
  giveBack('small')
  await settled()
  expect([got, room.held]).toEqual([['small', 'huge'], 500])
})

test('who fits behind one that gave up begins at once, though nothing is given back', async () => {
  const room = new MailRoom(100)
  await room.take('a', 60)
  const large = room.take('b', 50, 1)
  const small = room.take('c', 40)
  expect(await large).toBeNull()
  expect(await small).not.toBeNull()
  expect(room.held).toBe(100)
})

test('who finds no room in time gets none, and nobody waits behind them', async () => {
  const room = new MailRoom(100)
  const back = await room.take('a', 100)
  expect(await room.take('b', 50, 1)).toBeNull()
  back!()
  expect(room.held).toBe(0)
  expect(await room.take('c', 100, 1)).not.toBeNull()
})
