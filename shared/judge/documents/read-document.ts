/** Reads a document of any format, on the thread of its caller. */
import type { DocumentFormat, DocumentText } from './document.ts'
import { officeText } from './office-text.ts'
import { pdfText } from './pdf-text.ts'

/** Reads the text of `content`, which is of `format`; never rejects for what it holds. */
export type DocumentReader = (content: Uint8Array, format: DocumentFormat) => Promise<DocumentText>

/** Holds its thread for as long as the document takes. */
export const readDocument: DocumentReader = (content, format) =>
  format === 'pdf' ? pdfText(content) : officeText(content)
