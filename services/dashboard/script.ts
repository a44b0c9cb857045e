/** The script of the dashboard's pages: one piece, which stands in them, so that a hash names it and no other runs. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { trusted } from '../../shared/lib/html.ts'

const script = ['keys.js', 'live.js']
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('\n')

/** What a Content-Security-Policy names the script by. */
export const scriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`

export const scriptElement = trusted(`<script>${script}</script>`)
