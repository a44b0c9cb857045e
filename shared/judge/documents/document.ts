/** What is read of documents (PDF, Office), and how they are told. */
import type { UnreadReason } from '../../domain/attachment-text.ts'
import { isPdf } from '../../mail/file-text.ts'

/** The formats that are read. */
export const documentFormats = ['pdf', 'docx', 'xlsx', 'pptx'] as const
export type DocumentFormat = (typeof documentFormats)[number]

/** What a document says. */
export interface DocumentText {
  text: string
  /** False where it goes on beyond the limits, or took too long. */
  whole: boolean
  /** Why it says nothing; null where it was read. */
  unread: UnreadReason | null
}

const packageMark = Buffer.from('[Content_Types].xml', 'latin1')
const zipMark = Buffer.from('PK\x03\x04', 'latin1')
/** How names of its parts begin; what a part is, relations tell alone (ECMA-376 part 2, §9.3). What has none of these is read as any zip. */
const partNames = { docx: 'word/', xlsx: 'xl/work', pptx: 'ppt/sl' } as const

/** The format of `content`, by its bytes; null where it is none that is read. */
export function documentFormat(content: Uint8Array): DocumentFormat | null {
  if (isPdf(content)) return 'pdf'
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (!bytes.subarray(0, 4).equals(zipMark) || !bytes.includes(packageMark)) return null
  for (const format of ['docx', 'xlsx', 'pptx'] as const) if (bytes.includes(partNames[format])) return format
  return null
}
