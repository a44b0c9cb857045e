/** Finds a program of the machine, also where daemons live and PATH seldom looks. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const usualPlaces = [
  '/usr/local/sbin',
  '/usr/sbin',
  '/sbin',
  '/usr/local/bin',
  '/usr/bin',
  '/opt/homebrew/sbin',
  '/opt/homebrew/bin',
]

/**
 * The path of the executable `name`; null where the machine has none. `path` is in the form of PATH;
 * `usual` adds the usual places of programs and daemons to it.
 */
export function findProgram(name: string, path: string, usual = true): string | null {
  const folders = [
    ...path.split(delimiter).filter((folder) => folder.startsWith('/')),
    ...(usual ? usualPlaces : []),
  ]
  for (const folder of folders) {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return join(folder, name)
    } catch {
      // Not here.
    }
  }
  return null
}
