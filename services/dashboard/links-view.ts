/** Where the links of an HTML part lead, and those that say otherwise. */
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import { readForAgent } from '../../shared/mail/read-for-agent.ts'
import { texts } from './texts.ts'

const words = () => texts().mail

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const mostLinks = 100
/** A link as sanitize-html writes it. */
const anchors = /<a\b[^>]{0,4000} href="([^"]{1,2000})"[^>]{0,4000}>.{0,2000}?<\/a>/gs

/** Of HTML that sanitize-html has written; null where there is no link. What misleads is seen without a click. */
export function linksView(sanitized: string): Html | null {
  const targets = targetsOf(sanitized)
  if (targets.length === 0) return null
  const misleading = misleadingIn(sanitized)
  return html`${
    misleading.length === 0
      ? null
      : html`<div class="note bad"><p>${words().misleading(misleading.length)}</p><ul>${misleading.map(({ text, url }) => html`<li>${words().leadsTo(shownLine(text), shownLine(url))}</li>`)}</ul></div>`
  }
<details><summary>${words().links(targets.length)}</summary><ul>${targets.map((link) => html`<li>${shownLine(link)}</li>`)}</ul></details>`
}

/** Links whose text names another host than that they lead to. */
function misleadingIn(sanitized: string) {
  const links = [...sanitized.matchAll(anchors)].slice(0, mostLinks).map(([link]) => link)
  return readForAgent('', '', links.join('\n')).links.filter(({ misleading }) => misleading)
}

/** Each once. */
function targetsOf(sanitized: string): string[] {
  const found = sanitized.matchAll(/ href="([^"]{1,2000})"/g)
  const targets = [...found].map(([, href]) =>
    href!.replaceAll(/&(?:amp|lt|gt|quot);/g, (one) => entities[one]!),
  )
  return [...new Set(targets)].slice(0, mostLinks)
}
