/** Checks that hostile HTML comes out harmless, read by another parser than the one that sanitizes. */
import { Parser } from 'htmlparser2'
import { mailText } from '../support/mail-text.ts'
import type { House } from '../support/open-house.ts'
import { eachOf, readExpectations } from './corpus.ts'
import type { Report } from './report.ts'

const harmful = new Set(
  'script iframe frame frameset object embed applet form input button textarea select base meta link style svg math template noscript xml'.split(
    ' ',
  ),
)
const urlAttributes = /^(href|src|action|formaction|background|poster|data|cite|longdesc|xlink:href)$/
const scriptUrl = /^\s*(javascript|vbscript|livescript|mocha|data(?!:image\/(png|gif|jpeg|webp)))\s*:/i

/** Sends each payload as the HTML of a mail and looks at `html_sanitized`. */
export async function checkHtml(house: House, folder: string, report: Report): Promise<void> {
  const payloads = [
    ...readExpectations<{ payload: string }>(folder, 'html_dompurify.json').map(({ payload }) => payload),
    ...readExpectations<{ input: string }>(folder, 'html_html5lib.json').map(({ input }) => input),
  ]
  await eachOf(payloads, 8, async (payload) => {
    const { id } = await house.send(mailText({ html: payload }))
    await house.drain()
    const { html_sanitized: html } = await house.message(id)
    const found = harmIn(html ?? '')
    report.check('html harmless', found === null, `${found}: ${JSON.stringify(payload).slice(0, 200)}`)
  })
}

/** What in `html` could do something; null where nothing can. */
function harmIn(html: string): string | null {
  let found: string | null = null
  const parser = new Parser({
    onopentag(name, attributes) {
      if (harmful.has(name)) found ??= `<${name}>`
      for (const [key, value] of Object.entries(attributes)) {
        // Browsers drop these characters from the beginning of a URL, and from within its scheme.
        const url = value.replaceAll(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/g, '')
        if (/^on/i.test(key)) found ??= key
        if (urlAttributes.test(key) && scriptUrl.test(url)) found ??= `${key}=${value}`
        if (key === 'style' && /expression|javascript|behaviou?r|@import|-moz-binding/i.test(value))
          found ??= `style=${value}`
      }
    },
  })
  parser.end(html)
  return found
}
