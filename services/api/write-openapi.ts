/** Writes services/api/openapi.json; with --check, only says whether it is up to date (exit 1 when it isn't). */
import { readFileSync, writeFileSync } from 'node:fs'
import { apiDocument } from './openapi/document.ts'
import { publishedDocument } from './openapi/publish.ts'

const file = new URL('./openapi.json', import.meta.url)
const text = `${JSON.stringify(publishedDocument(await apiDocument()), null, 2)}\n`

if (process.argv.includes('--check')) {
  if (read() !== text) {
    process.stderr.write('services/api/openapi.json is out of date: run npm run openapi\n')
    process.exitCode = 1
  }
} else writeFileSync(file, text)

function read(): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
