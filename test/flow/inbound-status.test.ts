/** Every arrow of the inbound state machine, through the whole service. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../support/house.ts'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.stop())

test('ordinary mail becomes clean, and without a webhook stays so', async () => {
  const { id, raw } = await house.send({ subject: 'Order 1815' })
  await house.drain()
  const message = await house.message(id)
  expect(message).toMatchObject({ status: 'clean', verdict: 'clean', subject: 'Order 1815' })
  expect(await house.raw(id)).toEqual(raw)
})
