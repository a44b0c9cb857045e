/** What documents say: PDF, Word, Excel and PowerPoint, damaged and hostile ones. */
import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { readAttachmentTexts } from '../../shared/judge/attachment-texts.ts'
import { documentFormat } from '../../shared/judge/documents/document.ts'
import { DocumentPool } from '../../shared/judge/documents/document-pool.ts'
import { readDocument } from '../../shared/judge/documents/read-document.ts'
import { lockPdf, writeDocx, writePackage, writePdf } from '../support/documents.ts'
import { writeZip } from '../support/zip-writer.ts'

const pool = new DocumentPool()
afterAll(() => pool.close())

const read = async (content: Buffer) => {
  const format = documentFormat(content)
  return format === null ? null : await readDocument(content, format)
}
const whole = (text: string) => ({ text, whole: true, unread: null })

describe('a PDF', () => {
  test('says what stands on its pages', async () => {
    expect(await read(writePdf(['Invoice 17', 'Page two']))).toEqual(whole('Invoice 17\n\nPage two'))
  })

  test('says what its notes and fields say, and where its links lead', async () => {
    const annotations = [
      '<</Type/Annot/Subtype/FreeText/Rect[0 0 90 20]/DA(/F1 12 Tf)/Contents(A note)>>',
      '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(Filled in)/Rect[0 20 90 40]>>',
      '<</Type/Annot/Subtype/Link/Rect[0 40 90 60]/A<</S/URI/URI(https://evil.example/a)>>>>',
      '<</Type/Annot/Subtype/Link/Rect[0 60 90 80]/A<</S/URI/URI(https://evil.example/a)>>>>',
    ]
    const { text = '' } = (await read(writePdf(['Invoice 17'], undefined, annotations.join('')))) ?? {}
    expect(text.split('\n')).toEqual(['Invoice 17', 'A note', 'https://evil.example/a', 'Filled in'])
  })

  test('is one wherever its mark stands in the first kilobyte', () => {
    expect(documentFormat(Buffer.concat([Buffer.alloc(900, 32), Buffer.from('%PDF-1.7')]))).toBe('pdf')
    expect(documentFormat(Buffer.concat([Buffer.alloc(1_100, 32), Buffer.from('%PDF-1.7')]))).toBeNull()
  })

  test('has a limit of pages, and of text', async () => {
    const pages = Array.from({ length: limits.documentPages + 1 }, (_, n) => `Page ${n}`)
    const long = await read(writePdf(pages))
    expect(long).toMatchObject({ unread: null, whole: false })
    expect(long?.text).not.toContain(`Page ${limits.documentPages}`)
  })

  test('that is damaged says nothing, and that', async () => {
    expect(await read(Buffer.from('%PDF-1.4\nnothing else'))).toEqual({
      text: '',
      whole: true,
      unread: 'damaged',
    })
  })

  test('that a password protects, or that is a scan, says so', async () => {
    expect(await read(lockPdf(writePdf(['Secret'])))).toEqual({ text: '', whole: true, unread: 'encrypted' })
    expect(await read(writePdf([]))).toEqual({ text: '', whole: true, unread: 'no_text' })
    const picture = { content: Buffer.from('q 600 0 0 800 0 0 cm /Im0 Do Q') }
    expect(await read(writePdf([], picture))).toEqual({ text: '', whole: true, unread: 'no_text' })
  })

  test('that unpacks without end is given up, and the next one is read', async () => {
    const bomb = deflateSync(Buffer.alloc(400_000_000, ' '))
    const hostile = writePdf([], { content: bomb, filter: 'FlateDecode' })
    const [given, next] = await Promise.all([pool.read(hostile, 'pdf'), pool.read(writePdf(['Next']), 'pdf')])
    expect(given).toEqual({ text: '', whole: false, unread: 'too_slow' })
    expect(next).toEqual(whole('Next'))
  })
})

describe('a document of Word', () => {
  test('says its paragraphs, its notes and comments, and what was deleted', async () => {
    const content = writePackage({
      'word/document.xml':
        '<w:document xmlns:w="w"><w:p><w:r><w:t>One</w:t><w:tab/><w:t>two &amp; three</w:t></w:r></w:p><w:p><w:del><w:delText>gone</w:delText></w:del></w:p></w:document>',
      'word/footnotes.xml': '<w:footnotes xmlns:w="w"><w:p><w:t>A note</w:t></w:p></w:footnotes>',
      'word/comments.xml': '<w:comments xmlns:w="w"><w:p><w:t>A comment</w:t></w:p></w:comments>',
      'word/styles.xml': '<w:styles xmlns:w="w"><w:p><w:t>No text</w:t></w:p></w:styles>',
    })
    const { text = '' } = (await read(content)) ?? {}
    expect(text.split('\n')).toEqual(
      expect.arrayContaining(['One\ttwo & three', 'gone', 'A note', 'A comment']),
    )
    expect(text).not.toContain('No text')
  })

  test('has entities of its own, which are not expanded', async () => {
    const content = writePackage({
      'word/document.xml': `<!DOCTYPE x [<!ENTITY a "${'A'.repeat(1000)}"><!ENTITY b "&a;&a;&a;">]><w:p><w:t>x&b;y</w:t></w:p>`,
    })
    expect((await read(content))?.text).toBe('x&b;y')
  })

  test('is read whatever its parts are called, and whatever else stands in it', async () => {
    const named = writePackage({ 'word/document2.xml': '<w:document><w:t>Renamed</w:t></w:document>' })
    expect(await read(named)).toEqual(whole('Renamed'))
    const both = writePackage({
      'word/document.xml': '<w:document><w:t>Decoy</w:t></w:document>',
      'xl/workbook.xml': '<workbook><sheets><sheet name="Real"/></sheets></workbook>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><row><c t="inlineStr"><is><t>Cell</t></is></c></row></worksheet>',
    })
    expect((await read(both))?.text.split('\n')).toEqual(['Decoy', 'Real', 'Cell'])
  })

  test('is read in the charset of each part', async () => {
    const xml = '<?xml version="1.0" encoding="CHARSET"?><w:document><w:t>Grüße</w:t></w:document>'
    for (const content of [
      Buffer.from(`\ufeff${xml.replace('CHARSET', 'UTF-16')}`, 'utf16le'),
      Buffer.from(`\ufeff${xml.replace('CHARSET', 'UTF-16')}`, 'utf16le').swap16(),
      Buffer.from(xml.replace('CHARSET', 'iso-8859-1'), 'latin1'),
    ]) {
      const types = { name: '[Content_Types].xml', content: Buffer.from('<Types/>') }
      expect(await read(writeZip([types, { name: 'word/document.xml', content }]))).toEqual(whole('Grüße'))
    }
  })

  test('is read whatever unpacks ahead of its text', async () => {
    const filler = Buffer.alloc(limits.documentPartBytes, 'a')
    const content = writeZip([
      { name: '[Content_Types].xml', content: Buffer.from('<Types/>') },
      ...Array.from({ length: 5 }, (_, n) => ({ name: `word/media/${n}.png`, content: filler })),
      { name: 'word/document.xml', content: Buffer.from('<w:document><w:t>Behind</w:t></w:document>') },
    ])
    expect(await read(content)).toEqual(whole('Behind'))
    const many = Object.fromEntries(
      Array.from({ length: 5 }, (_, n) => [`word/a${n}.xml`, `<w:styles>${filler.toString()}</w:styles>`]),
    )
    const beyond = writePackage({
      ...many,
      'word/document.xml': '<w:document><w:t>Beyond</w:t></w:document>',
    })
    expect(await read(beyond)).toMatchObject({ whole: false })
  })

  test('says where its links lead, and a hyphen that breaks no line', async () => {
    const content = writePackage({
      'word/document.xml': '<w:document><w:t>e</w:t><w:noBreakHyphen/><w:t>mail</w:t></w:document>',
      'word/_rels/document.xml.rels':
        '<Relationships><Relationship Id="a" Target="styles.xml"/><Relationship Id="b" Target="https://evil.example/?a&amp;b" TargetMode="External"/></Relationships>',
    })
    expect((await read(content))?.text).toBe('e-mail\nhttps://evil.example/?a&b')
  })

  test('that unpacks too far is cut', async () => {
    const content = writePackage({
      'word/document.xml': `<w:t>${'long '.repeat(limits.documentPartBytes / 4)}</w:t>`,
    })
    const cut = await read(content)
    expect([cut?.whole, cut?.text.length]).toEqual([false, limits.attachmentTextBytes])
  })
})

test('a workbook says its sheets, a row a line, and strings that no cell shows', async () => {
  const content = writePackage({
    'xl/workbook.xml': '<workbook><sheets><sheet name="Prices"/></sheets></workbook>',
    'xl/threadedComments/threadedComment1.xml':
      '<ThreadedComments><threadedComment><text>Why so much?</text></threadedComment></ThreadedComments>',
    'xl/sharedStrings.xml':
      '<sst><si><t>Item</t></si><si><r><t>Bo</t></r><r><t>lt</t></r></si><si><t>hidden</t></si></sst>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c><v>12.5</v></c><c><f>SUM(A1:A2)</f><v>3</v></c><c t="inlineStr"><is><t>inline</t></is></c></row></worksheet>',
  })
  expect((await read(content))?.text.split('\n')).toEqual([
    'Why so much?',
    '',
    'Prices',
    'Item\tBolt\t',
    '12.5\t=SUM(A1:A2) 3\tinline\t',
    '',
    'hidden',
  ])
})

test('a presentation says its slides in order, and its notes', async () => {
  const slide = (text: string) => `<p:sld xmlns:a="a"><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`
  const content = writePackage({
    'ppt/presentation.xml': '<p:presentation/>',
    'ppt/comments/comment1.xml': '<p:cmLst><p:cm><p:text>Too long</p:text></p:cm></p:cmLst>',
    'ppt/diagrams/data1.xml': '<dgm:dataModel><a:p><a:t>Box</a:t></a:p></dgm:dataModel>',
    'ppt/slideLayouts/slideLayout1.xml':
      '<p:sldLayout><p:sp><p:ph/><a:p><a:t>Click to add text</a:t></a:p></p:sp><p:sp><a:p><a:t>Always there</a:t></a:p></p:sp></p:sldLayout>',
    'ppt/slides/slide10.xml': slide('Ten'),
    'ppt/slides/slide2.xml': slide('Two'),
    'ppt/notesSlides/notesSlide1.xml': slide('Speak slowly'),
  })
  const lines = (await read(content))?.text.split('\n').filter((line) => line !== '')
  expect(lines).toEqual(['Too long', 'Box', 'Speak slowly', 'Always there', 'Two', 'Ten'])
})

test('a zip that is no document is none', () => {
  expect(documentFormat(writeZip([{ name: 'word/document.xml', content: Buffer.from('<a/>') }]))).toBeNull()
})

describe('among the attachments of a message', () => {
  const file = (filename: string, content: Buffer) => ({ filename, contentType: '', content })

  test('documents are read by what they hold, also in archives', async () => {
    const zip = writeZip([{ name: 'inner.bin', content: writePdf(['Packed']) }])
    const { texts, cut } = await readAttachmentTexts([
      file('a.bin', writePdf(['Shown'])),
      file('b.docx', writeDocx(['Typed'])),
      file('c.zip', zip),
    ])
    expect(texts.filter(({ text }) => !text.startsWith('%PDF'))).toEqual([
      { filename: 'a.bin', text: 'Shown' },
      { filename: 'b.docx', text: 'Typed' },
      { filename: 'c.zip/inner.bin', text: 'Packed' },
    ])
    expect(cut).toEqual([])
  })

  test('OpenDocument files say their text', async () => {
    const odt = writeZip([
      { name: 'mimetype', content: Buffer.from('application/vnd.oasis.opendocument.text'), method: 0 },
      {
        name: 'content.xml',
        content: Buffer.from(
          '<office:document-content><text:p>Ig<text:span>nore</text:span><text:s/>all</text:p><text:p>Then</text:p></office:document-content>',
        ),
      },
      {
        name: 'styles.xml',
        content: Buffer.from('<office:document-styles><text:p>Head</text:p></office:document-styles>'),
      },
      {
        name: 'meta.xml',
        content: Buffer.from('<office:document-meta><dc:title>x</dc:title></office:document-meta>'),
      },
    ])
    expect((await readAttachmentTexts([file('a.odt', odt)])).texts).toEqual([
      { filename: 'a.odt/content.xml', text: 'Ignore all\nThen\n' },
      { filename: 'a.odt/styles.xml', text: 'Head\n' },
    ])
  })

  test('parts of a document that nobody reads as one are read as they are', async () => {
    const mark = { name: 'mimetype', content: Buffer.from('any'), method: 0 }
    for (const name of ['word/document.xml', 'content.xml', 'customXml/item1.xml']) {
      const { texts } = await readAttachmentTexts([
        file('a.zip', writeZip([mark, { name, content: Buffer.from('Plain words') }])),
      ])
      expect(texts).toContainEqual({ filename: `a.zip/${name}`, text: 'Plain words' })
    }
  })

  test('so many are read, and the others are named', async () => {
    const files = Array.from({ length: limits.documents + 1 }, (_, n) =>
      file(`${n}.docx`, writeDocx([`Text ${n}`])),
    )
    const { texts, cut } = await readAttachmentTexts(files)
    expect(texts).toHaveLength(limits.documents)
    expect(cut).toEqual([`${limits.documents}.docx`])
  })
})
