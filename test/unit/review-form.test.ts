/** Forms of reviewers' pages are read in time that grows with their length alone, whatever is in them. */
import { expect, test } from 'vitest'
import { readForm } from '../../services/dashboard/form.ts'
import { limits } from '../../shared/domain/limits.ts'

test('a form is read as browsers write it', () => {
  const read = (form: string) => ({ ...readForm(Buffer.from(form)) })
  expect(read('token=x&body=It+left%2C+1%2B1%0D%0Ais+2.&body=twice')).toEqual({
    token: 'x',
    body: 'It left, 1+1\nis 2.',
  })
  expect(read(new URLSearchParams({ a: 'Zoë + 🦊', b: '' }).toString())).toEqual({ a: 'Zoë + 🦊', b: '' })
  expect(readForm(Buffer.from('&'.repeat(limits.reviewFormFields)))).toBeNull()
})

test('a text of the largest size is read whole, and of a longer one enough to see that it is', () => {
  const read = (characters: number) =>
    readForm(Buffer.from(`body=${'%0D%0A'.repeat(characters)}`))!.body!.length
  expect(read(limits.bodyCharacters)).toBe(limits.bodyCharacters)
  expect(read(limits.bodyCharacters + 50_000)).toBe(limits.bodyCharacters + 1)
})

test('of the largest size, nothing takes much longer to read than letters do', () => {
  /** Milliseconds that the thread computes. */
  const cost = (unit: string) => {
    const form = Buffer.from(`body=${unit.repeat(limits.reviewEditFormBytes / unit.length - 5)}`)
    const cpu = process.threadCpuUsage()
    readForm(form)
    const { user, system } = process.threadCpuUsage(cpu)
    return (user + system) / 1_000
  }
  const letters = cost('a')
  // What grows with the square of the length would take hours.
  for (const unit of ['+', '%0A', '%0D', '%F0', '%', '%2', '+%2B', '=', '\r\n'])
    expect(cost(unit), unit).toBeLessThan(100 * letters + 1_000)
})
