/** Reads a tar archive into its files by name. */
import { isTar } from '../../shared/antivirus/tar-entries.ts'

/** The content of each file. @throws where a header is damaged, or the end is missing. */
export function readTar(archive: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(archive)
  const files = new Map<string, Buffer>()
  let at = 0
  while (bytes[at] !== 0) {
    const header = bytes.subarray(at, at + 512)
    if (!isTar(header)) throw new Error(`no tar header at ${at} of ${bytes.length}`)
    const name = header.toString('latin1', 0, header.indexOf(0))
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8)
    if (files.has(name)) throw new Error(`${name} is there twice`)
    files.set(name, bytes.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  if (bytes.length - at !== 1_024 || bytes.subarray(at).some((byte) => byte !== 0))
    throw new Error('the end of the archive is missing')
  return files
}
