/** Where a managed clamd keeps its files: one folder for each process that runs one, gone when it stops. */
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../shared/lib/log.ts'
import { waitForEnd } from './postgres-processes.ts'
import { lockHolder, takeLock } from './process-lock.ts'
import { processesWithArgument } from './processes.ts'
import { canReach, findUser, isRoot, type User, unprivilegedUser } from './unprivileged-user.ts'

/** The files of one clamd. */
export interface ClamdHome {
  folder: string
  /** Who runs clamd; undefined: this process's user. */
  user: User | undefined
  configFile: string
  socket: string
  /** Files of the machine's own databases that clamd loads beside ours. */
  machineDatabases: string[]
  /** Removes it all. */
  remove(): void
}

const ownConfig = fileURLToPath(new URL('../../config/clamav/', import.meta.url))
/** Longest path of a Unix socket that every platform takes, less the name of ours. */
const maxFolderBytes = 85
const databaseFile =
  /\.(cvd|cld|cud|hdb|hsb|hdu|hsu|ndb|ndu|ldb|ldu|mdb|msb|cdb|cbc|fp|sfp|ign2?|yara?|ftm|pdb|wdb|gdb|crb|cfg|info)$/

/**
 * Makes the folder of a new clamd under `dataDir`; as root where the user who runs clamd can't enter that, and where
 * the path is too long for a socket, under the system's temporary folder instead.
 */
export function makeClamdHome(dataDir: string, machineFolder: string): ClamdHome {
  const records = join(dataDir, 'clamd')
  mkdirSync(records, { recursive: true, mode: 0o755 })
  const user = isRoot() ? (findUser('clamav') ?? unprivilegedUser()) : undefined
  const record = mkdtempSync(join(realpathSync(records), 'run-'))
  const unlock = takeLock(join(record, 'lock'))
  const inside =
    Buffer.byteLength(record) <= maxFolderBytes && (user === undefined || canReach(user, records))
  const folder = inside ? record : mkdtempSync(join(realpathSync(tmpdir()), 'agent-email-clamd-'))
  if (!inside) writeFileSync(join(record, 'elsewhere'), folder)
  const databases = join(folder, 'databases')
  for (const made of [databases, join(folder, 'temporary')]) mkdirSync(made, { mode: 0o700 })
  const machineDatabases = fillDatabases(databases, machineFolder)
  const configFile = join(folder, 'clamd.conf')
  const socket = join(folder, 'clamd.sock')
  const paths = `DatabaseDirectory ${databases}\nTemporaryDirectory ${join(folder, 'temporary')}\nLocalSocket ${socket}\nLocalSocketMode 600\n`
  writeFileSync(configFile, `${readFileSync(join(ownConfig, 'clamd.conf'), 'utf8')}${paths}`)
  if (user !== undefined)
    for (const owned of [folder, databases, join(folder, 'temporary'), configFile])
      chownSync(owned, user.uid, user.gid)
  const remove = () => {
    rmSync(folder, { recursive: true, force: true })
    unlock()
    rmSync(record, { recursive: true, force: true })
  }
  return { folder, user, configFile, socket, machineDatabases, remove }
}

/** Where the machine keeps its signature databases, unless its clamd was told otherwise. */
export const machineDatabaseFolder = '/var/lib/clamav'

/** Whether `files` have a database of ClamAV's own: without one clamd knows our EICAR signature and little else. */
export const haveFullDatabase = (files: readonly string[]): boolean =>
  files.some((file) => /^(main|daily)\.(cvd|cld)$/.test(file))

/** The names of the databases in `folder`; none where it can't be read. */
export function databasesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((file) => databaseFile.test(file))
  } catch {
    return []
  }
}

/** Leaves clamd our signatures alone: for when it doesn't start with those of the machine. */
export function dropMachineDatabases(home: ClamdHome): void {
  for (const file of home.machineDatabases) rmSync(join(home.folder, 'databases', file), { force: true })
  home.machineDatabases = []
}

/** Leaves an option out of what clamd is told: one that it doesn't know ends its start. */
export function dropOption({ configFile }: ClamdHome, option: string): void {
  const lines = readFileSync(configFile, 'utf8').split('\n')
  writeFileSync(configFile, lines.filter((line) => !line.startsWith(`${option} `)).join('\n'))
}

/** Ours are copied, since clamd's user may not be able to enter the project; the machine's are large, and linked. */
function fillDatabases(databases: string, machineFolder: string): string[] {
  for (const file of databasesIn(ownConfig))
    copyFileSync(join(ownConfig, file), join(databases, `own-${file}`))
  const machineFiles = databasesIn(machineFolder)
  for (const file of machineFiles) symlinkSync(join(machineFolder, file), join(databases, file))
  return machineFiles
}

/** Ends every clamd under `dataDir` whose owner has died, and removes its files. */
export async function removeLeftOvers(dataDir: string, log: Log): Promise<void> {
  const records = join(dataDir, 'clamd')
  for (const name of readdirIfThere(records)) {
    const record = join(realpathSync(records), name)
    if (lockHolder(join(record, 'lock')) !== undefined) continue
    const folder = elsewhere(record) ?? record
    const left = processesWithArgument(configArgument(join(folder, 'clamd.conf')))
    if (left.length > 0) log.warn({ pids: left }, 'ending the clamd that a killed process left')
    for (const pid of left) process.kill(pid, 'SIGTERM')
    if (!(await waitForEnd(left, 5_000))) for (const pid of left) killIfThere(pid)
    await waitForEnd(left, 5_000)
    rmSync(folder, { recursive: true, force: true })
    rmSync(record, { recursive: true, force: true })
  }
}

/** The socket of the clamd that a living process runs under `dataDir`; undefined where none does. */
export function runningClamdSocket(dataDir: string): string | undefined {
  const records = join(dataDir, 'clamd')
  const record = readdirIfThere(records)
    .map((name) => join(realpathSync(records), name))
    .find((one) => lockHolder(join(one, 'lock')) !== undefined)
  return record === undefined ? undefined : join(elsewhere(record) ?? record, 'clamd.sock')
}

/** The argument that tells clamd its configuration: it tells our clamd from any other. */
export function configArgument(configFile: string): string {
  return `--config-file=${configFile}`
}

function elsewhere(record: string): string | undefined {
  try {
    const folder = readFileSync(join(record, 'elsewhere'), 'utf8')
    return /\/agent-email-clamd-[^/]+$/.test(folder) ? folder : undefined
  } catch {
    return undefined
  }
}

function readdirIfThere(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.startsWith('run-'))
  } catch {
    return []
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
