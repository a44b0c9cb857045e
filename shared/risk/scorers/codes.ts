/** Codes in images that lead the reader's phone to a page, past every filter that reads text. */
import type { Detection } from '../../domain/analysis.ts'
import { limits } from '../../domain/limits.ts'
import { quote } from '../quote.ts'
import { readCodes } from '../scam/read-codes.ts'
import type { Image, RiskContext, RiskMessage, Scorer } from '../scorer.ts'
import { links } from './links.ts'

export const codes: Scorer = {
  name: 'codes',
  directions: ['inbound', 'outbound'],
  budgetMs: 2_000,
  score: async (message, context) => {
    const images = [...(context.images ?? []), ...embedded(message.mail.html)]
    if (images.length === 0) return []
    const found: Detection[] = []
    for (const { where, text } of readCodes(images)) {
      const evidence = [{ where, text: quote(text) }]
      if (!/^\s{0,10}(?:https?:\/\/|www\.)/i.test(text)) {
        found.push(detection('text', 'An image has a code with text in it.', evidence))
        continue
      }
      found.push(detection('link', 'An image has a code that leads to a web page.', evidence))
      const oddities = await oddOf(text.trim(), message, context)
      if (oddities[0] !== undefined)
        found.push(detection('odd_link', `The page of the code: ${oddities[0].detail}`, evidence))
    }
    return found
  },
}

/** What the scorer of links has against the page. */
async function oddOf(href: string, message: RiskMessage, context: RiskContext): Promise<Detection[]> {
  const alone = {
    ...message,
    mail: {
      ...message.mail,
      links: [{ href, text: '' }],
      html: null,
      body: '',
      subject: '',
      hidden: [],
      hasForm: false,
    },
  }
  return links.score(alone, context)
}

/** Images that HTML carries in itself, as data: addresses. */
function embedded(html: string | null): Image[] {
  if (html === null || !html.includes('data:image/')) return []
  const images: Image[] = []
  let at = html.indexOf('data:image/')
  while (at >= 0 && images.length < limits.codeImages) {
    const comma = html.indexOf(',', at)
    const head = comma < 0 ? '' : html.slice(at, comma)
    if (head.length < 60 && /^data:image\/[\w.+-]{1,40};base64$/i.test(head)) {
      const longest = Math.ceil((limits.codeImageBytes * 4) / 3)
      const end = /[^A-Za-z0-9+/=\s]/.exec(html.slice(comma + 1, comma + 1 + longest))?.index ?? longest
      images.push({ where: 'html', content: Buffer.from(html.slice(comma + 1, comma + 1 + end), 'base64') })
    }
    at = html.indexOf('data:image/', at + 11)
  }
  return images
}

const detection = (result: string, detail: string, evidence: Detection['evidence'] & object): Detection => ({
  method: 'codes',
  result,
  detail,
  confidence: 1,
  evidence,
})
