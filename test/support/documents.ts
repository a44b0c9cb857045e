/** Makes documents, as small as they can be: a PDF, and Office's packages. */
import { writeZip } from './zip-writer.ts'

/** A PDF (ISO 32000-1) whose pages show `pages`, each a line; or whose one page has the content stream `stream`. Each has `annotations`. */
export function writePdf(
  pages: readonly string[],
  stream?: { content: Buffer; filter?: string },
  annotations = '',
): Buffer {
  const contents =
    stream === undefined
      ? pages.map((line) => ({ content: Buffer.from(`BT /F1 12 Tf 50 700 Td (${line}) Tj ET`), filter: '' }))
      : [{ filter: '', ...stream }]
  const font = 3 + contents.length * 2
  const objects: Buffer[] = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from(
      `<</Type/Pages/Kids[${contents.map((_, n) => `${3 + n * 2} 0 R`).join(' ')}]/Count ${contents.length}>>`,
    ),
    ...contents.flatMap(({ content, filter }, n) => [
      Buffer.from(
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${4 + n * 2} 0 R/Resources<</Font<</F1 ${font} 0 R>>>>/Annots[${annotations}]>>`,
      ),
      Buffer.concat([
        Buffer.from(`<</Length ${content.length}${filter === '' ? '' : `/Filter/${filter}`}>>stream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    ]),
    Buffer.from('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'),
  ]
  const parts = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  let at = parts[0]!.length
  for (const [n, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    offsets.push(at)
    parts.push(part)
    at += part.length
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF`,
    ),
  )
  return Buffer.concat(parts)
}

/** The PDF with a dictionary of encryption (ISO 32000-1 §7.6.3) whose password nobody knows. */
export const lockPdf = (pdf: Buffer): Buffer =>
  Buffer.from(
    pdf
      .toString('latin1')
      .replace(
        '/Root 1 0 R>>',
        `/Root 1 0 R/ID[<${'00'.repeat(16)}><${'00'.repeat(16)}>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'11'.repeat(32)}>/U<${'22'.repeat(32)}>>>>>`,
      ),
    'latin1',
  )

/** A package of Office (ECMA-376): `parts` by name, beside the list of their types. */
export const writePackage = (parts: Record<string, string>): Buffer =>
  writeZip([
    { name: '[Content_Types].xml', content: Buffer.from('<Types/>') },
    ...Object.entries(parts).map(([name, xml]) => ({ name, content: Buffer.from(xml) })),
  ])

const words = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

/** A document of Word with these paragraphs. */
export const writeDocx = (paragraphs: readonly string[]): Buffer =>
  writePackage({
    'word/document.xml': `<?xml version="1.0"?><w:document ${words}><w:body>${paragraphs
      .map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`)
      .join('')}</w:body></w:document>`,
  })
