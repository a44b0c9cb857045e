/** The scripts of the pages: each page has one piece, in its head, so that a hash names it and no other runs. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Html, trusted } from '../../shared/lib/html.ts'

/** A script as it stands in a page, and what a Content-Security-Policy names it by. */
export interface Script {
  element: Html
  hash: string
}

function scriptOf(...names: string[]): Script {
  const text = names.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8')).join('\n')
  const hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  return { element: trusted(`<script>${text}</script>`), hash }
}

/** Of somebody's own pages. */
export const ownScript = scriptOf('times.js', 'keys.js', 'live.js')

/** Of the page on which people sign in. */
export const signInScript = scriptOf('passkeys.js')

/** Of somebody's own settings. */
export const ownPasskeyScript = scriptOf('times.js', 'keys.js', 'live.js', 'passkeys.js')

/** Of pages that have times and no keys. */
export const timesScript = scriptOf('times.js')
