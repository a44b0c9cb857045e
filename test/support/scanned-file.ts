/** Attachments as the antivirus is given them, with what stands encoded in their text; and a scan of a message with them. */
import { type LookInto, type ScannedFile, scanMessage } from '../../shared/antivirus/scan-message.ts'
import type { Scanner } from '../../shared/antivirus/scanner.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { ScanOutcome } from '../../shared/domain/scan.ts'
import { type EmbeddedFiles, embeddedFiles } from '../../shared/lib/embedded-files.ts'

const found = (content: Uint8Array, bytes: number): EmbeddedFiles =>
  embeddedFiles(content, { files: limits.embeddedFiles, depth: limits.archiveDepth, bytes })

export const scannedFile = (content: Uint8Array, filename = 'file.bin'): ScannedFile => ({
  filename,
  content,
  embedded: found(content, limits.embeddedBytes),
})

/** Scans as the service does, and looks into the texts of archives on this thread. */
export const scanHere = (
  scanner: Scanner,
  raw: Uint8Array,
  files: readonly ScannedFile[],
  lookInto: LookInto = async (text, bytes) => found(text, bytes),
  body: EmbeddedFiles = { files: [], more: false, decodedBytes: 0 },
): Promise<ScanOutcome> => scanMessage(scanner, raw, { body, attachments: files }, lookInto)
