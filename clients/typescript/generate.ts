/** Writes what the client knows of the API from the OpenAPI document: its types, and where each operation is. */
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'

const documentUrl = new URL('../../services/api/openapi.json', import.meta.url)
const generated = 'Made from the OpenAPI document by `generate.ts`; not to be edited.'

interface Document {
  paths: Record<string, Record<string, { operationId?: string; deprecated?: boolean }>>
}

/** The generated files by name, as they must be. */
export async function generate(): Promise<Record<string, string>> {
  const document = JSON.parse(readFileSync(documentUrl, 'utf8')) as Document
  const types = astToString(await openapiTS(bare(document) as OpenAPI3, { excludeDeprecated: true }))
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, deprecated }]) =>
      operationId === undefined || deprecated === true
        ? []
        : [`  ${operationId}: ['${method.toUpperCase()}', '${path}'],`],
    ),
  )
  return {
    'schema.ts': `/** Types of the API. ${generated} */\n\n${types}`,
    'operations.ts': `/** Method and path of each operation. ${generated} */\n\nexport const operationTable = {\n${operations.join('\n')}\n} as const\n`,
  }
}

/** Examples, headers and refusals stand in the documentation; types of them would be most of the package. */
function bare(value: unknown, within = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => bare(one))
  if (typeof value !== 'object' || value === null) return value
  // Fields of a schema may have any name.
  const free = within === 'properties'
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => free || !isLeftOut(name, within))
      .map(([name, inner]) => [name, bare(inner, free ? '' : name)]),
  )
}

const isLeftOut = (name: string, within: string): boolean =>
  ['example', 'examples', 'headers', 'default'].includes(name) ||
  (within === 'responses' && /^[45]/.test(name)) ||
  (within === 'components' && name === 'responses')

/** Where a generated file is. */
export const generatedFile = (name: string): URL => new URL(`./src/${name}`, import.meta.url)

if (import.meta.main)
  for (const [name, text] of Object.entries(await generate())) writeFileSync(generatedFile(name), text)
