/** What went wrong at the start, in words for whoever runs the service. */
import { type Config, ConfigError } from '../config/config.ts'
import { DataDirInUseError } from './local/embedded-postgres.ts'
import { DatabaseUnusableError } from './migrate.ts'

/** A way in can't be opened; the message names its setting. */
export class CannotListenError extends Error {}

const reasons: Record<string, string> = {
  EADDRINUSE: 'is taken by another program: stop that, or set another port (0: any free one)',
  EACCES: 'needs rights that this user does not have: set another port',
  EADDRNOTAVAIL: 'can not be had: this machine has no such address',
  ENOTFOUND: 'can not be had: no address has this name',
  EAI_AGAIN: 'can not be had: the address of this name can not be looked up now',
}

/**
 * Waits for a way in that is being opened at the port of `setting` (`HTTP_PORT`).
 * @throws CannotListenError where the system refuses the port; else what `opening` throws.
 */
export async function listening<T>(
  setting: string,
  { host, port }: { host: string; port: number },
  opening: Promise<T>,
): Promise<T> {
  try {
    return await opening
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
    if (reason === undefined) throw error
    throw new CannotListenError(`${setting}: port ${port} of ${host} ${reason}`, { cause: error })
  }
}

/** A full disk is none of them: it may have room again, and no setting is wrong. */
const unwritable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'])

/** What failed at the start, as a ConfigError where the system lets nothing be written below `DATA_DIR`. */
export function failureAt({ DATA_DIR }: Pick<Config, 'DATA_DIR'>, error: unknown): unknown {
  const { code = '', path = '' } = error as NodeJS.ErrnoException
  if (!unwritable.has(code) || !(path === DATA_DIR || path.startsWith(`${DATA_DIR}/`))) return error
  return new ConfigError([
    `DATA_DIR: ${path} can not be written by user ${process.getuid?.()} (${code}): let that user write there, or name another folder`,
  ])
}

/** One sentence for what an operator can mend, and the stack of all else. */
export function describeFailure(error: unknown): string {
  if (error instanceof ConfigError)
    return error.problems.map((problem) => `configuration: ${problem}`).join('\n')
  const known = [CannotListenError, DataDirInUseError, DatabaseUnusableError]
  if (known.some((kind) => error instanceof kind)) return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
