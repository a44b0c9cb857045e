/** The documentation is rendered once, whatever address it is asked for by. */
import { expect, test } from 'vitest'
import { llmsText } from '../../services/api/docs/llms.ts'
import { escapeHtml } from '../../services/api/docs/markdown.ts'
import { docsPage } from '../../services/api/docs/page.ts'
import { renderedFor } from '../../services/api/docs/rendered.ts'
import { createDocs } from '../../services/api/openapi/serve.ts'
import { expandedDocument, servedDocument } from '../../services/api/openapi/served.ts'

test('a thousand addresses are one rendering, and a few are kept', () => {
  let renderings = 0
  const text = renderedFor((address) => {
    renderings++
    return `<${address}> and <${address}>`
  })
  for (let n = 0; n < 1_000; n++)
    expect(text(`http://host-${n}`).bytes.toString()).toBe(`<http://host-${n}> and <http://host-${n}>`)
  expect(renderings).toBe(1)
  expect(text('http://host-999')).toBe(text('http://host-999'))
})

test('the page and the text are those that rendering for the address would give', async () => {
  const document = expandedDocument(servedDocument())
  const page = renderedFor((address) => docsPage(document, address), escapeHtml)
  const text = renderedFor((address) => llmsText(document, address))
  for (const address of ['http://mail.example', 'https://a.example:8443', 'http://"><b>&amp;$&']) {
    expect(page(address).bytes.toString()).toBe(docsPage(document, address))
    expect(text(address).bytes.toString()).toBe(llmsText(document, address))
  }
})

test('what was prepared is what a request gets', async () => {
  const docs = createDocs()
  const before = docs.text()
  await docs.prepare()
  expect(docs.text(), 'made once, also where a request came before').toBe(before)
  expect(docs.page()('https://inbox.example').bytes.length).toBeGreaterThan(0)
})
