/** The frame of every page, and the header fields that keep whatever is on it from running, loading and leaking. */
import { type Html, html, trusted } from '../../shared/lib/html.ts'
import { type Script, timesScript } from './script.ts'
import { stylesheet, stylesheetHash } from './style.ts'
import { texts } from './texts.ts'

/**
 * Nothing is loaded, run or framed; forms go to ourselves. Mail is shown in a frame without an origin, which these rules
 * hold for as well: of it, style attributes and images that came with it are let through.
 */
export const pageHeaders: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'unsafe-inline'`,
    `style-src-elem ${stylesheetHash}`,
    `style-src-attr 'unsafe-inline'`,
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow, noarchive',
}

/** The same of pages on which one script runs, which a hash (`'sha256-…'`) names, and with `rules` of their own. */
export const scriptedHeaders = (scriptHash: string, ...rules: string[]): Record<string, string> => ({
  ...pageHeaders,
  'content-security-policy': [
    pageHeaders['content-security-policy'],
    `script-src ${scriptHash}`,
    ...rules,
  ].join('; '),
})

const styleElement = trusted(`<style>${stylesheet}</style>`)

/** A whole page; `script` is the one that runs on it, which its header fields have to name. */
export const page = (title: string, content: Html, script?: Script): string =>
  html`<!doctype html>
<html lang="${texts().language}" data-dates="${texts().dates}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${styleElement}
${script?.element ?? null}
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.text

/** A page that says one thing. */
export const notice = (title: string, ...sentences: (string | Html)[]): string =>
  page(
    title,
    html`<p class="kicker">${texts().review.kicker}</p><h1>${title}</h1><div class="card">${sentences.map((one) => html`<p>${one}</p>`)}</div>`,
    timesScript,
  )

const shape = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
/** By language: making one takes long. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(dates: string): Intl.DateTimeFormat {
  const format = formats.get(dates) ?? new Intl.DateTimeFormat(dates, shape)
  formats.set(dates, format)
  return format
}

/** A time as a person reads it, in UTC; the script of the page (times.js) turns it into the reader's own zone. */
export const time = (iso: string): Html =>
  html`<time datetime="${iso}">${formatOf(texts().dates).format(new Date(iso))} ${texts().mail.utc}</time>`
