/** Patterns match the same once V8 no longer optimises them, as it does in a process with much code of patterns. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { madePatterns, writtenPatterns } from '../support/patterns.ts'

const script = fileURLToPath(new URL('../support/find-values.ts', import.meta.url))
const found = (...flags: string[]): string[] =>
  JSON.parse(execFileSync(process.execPath, [...flags, script], { encoding: 'utf8' }))

it('finds the same values without optimised patterns', () => {
  const values = found()
  for (const kind of ['passport', 'driver_license', 'street_address', 'totp_secret', 'iban', 'phone'])
    expect(
      values.some((value) => value.startsWith(kind)),
      `${kind} among ${values.join('; ')}`,
    ).toBe(true)
  expect(found('--no-regexp-optimization')).toEqual(values)
})

it('has no pattern that turns a flag on or off in its midst: those are compiled wrongly then', async () => {
  const everywhere = '{shared,services,config}/**/*.ts'
  const rooms = 'shared/{risk,mail,lib,domain,policy,antivirus,events,flow}/**/*.ts'
  const all = [...writtenPatterns(everywhere), ...(await madePatterns(rooms))]
  expect(all.length).toBeGreaterThan(1_300)
  const switches = /\(\?[ims]*-?[ims]*:/
  expect(switches.test('(?-i:a)') && switches.test('(?i:a)')).toBe(true)
  const turned = all.filter(({ pattern }) => switches.test(pattern.source.replaceAll('(?:', '')))
  expect(turned.map(({ file, pattern }) => `${file} ${pattern.source.slice(0, 60)}`)).toEqual([])
})
