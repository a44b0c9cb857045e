/** The documentation page, made from the OpenAPI document: one self-contained file; its search alone needs script. */
import { hash } from 'node:crypto'
import { errorFixes } from '../../../shared/domain/error-fixes.ts'
import { type ErrorCode, errorTable } from '../../../shared/domain/errors.ts'
import type { MediaType, OpenApiDocument, Operation, WebhookOperation } from '../openapi/types.ts'
import { type Field, fieldList, fieldsOf, typeOf, variantList } from './fields.ts'
import { escapeHtml, inline, markdown } from './markdown.ts'
import { searchScript } from './search.ts'
import { style } from './style.ts'

const allowed = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

/** Allows the page's own style and script and nothing else: no frame, no load from anywhere. */
export const docsPolicy = `default-src 'none'; style-src ${allowed(style)}; script-src ${allowed(searchScript)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

interface Entry {
  method: string
  path: string
  operation: Operation
  /** Further paths that answer the same. */
  aliases: string[]
}

/** The page for `document`; `baseUrl` is where the service is reached, for the examples. */
export function docsPage(document: OpenApiDocument, baseUrl: string): string {
  const entries = entriesOf(document)
  const { info, tags, components } = document
  const groups = tags.map((tag) => ({
    ...tag,
    entries: entries.filter((entry) => entry.operation.tags.includes(tag.name)),
  }))
  const apiUrl = `${baseUrl}${document.servers[0]!.url}`
  const navigation = groups.map(
    ({ name, entries: own }) =>
      `<h2><a href="#${chapterId(name)}">${escapeHtml(name)}</a></h2><ul>${own
        .map(
          ({ method, operation: { operationId, summary } }) =>
            `<li><a href="#${operationId}">${badge(method)}<span>${escapeHtml(summary)}</span></a></li>`,
        )
        .join('')}</ul>`,
  )
  const chapters = groups.map(({ name, description, entries: own }) =>
    chapter(chapterId(name), name, inline(description), [
      `<ul class="contents">${own.map(({ operation: { operationId, summary } }) => `<li><a href="#${operationId}">${escapeHtml(summary)}</a></li>`).join('')}</ul>`,
      ...own.map((entry) => operationSection(entry, document, apiUrl)),
    ]),
  )
  const events = Object.entries(document.webhooks ?? {})
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<div class="schema" id="schema-${name}" data-part><h3>${name}</h3>${
        schema.description === undefined ? '' : markdown(schema.description)
      }${variantList(schema, components.schemas)}${schema.properties === undefined ? valueList(schema.enum ?? []) : fieldList(fieldsOf(schema, components), false)}</div>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} API</title>
<style>${style}</style>
</head>
<body>
<div class="page">
<nav aria-label="Contents">
<strong>${escapeHtml(info.title)}</strong><p>API ${escapeHtml(info.version)} · <a href="${document.servers[0]!.url}/openapi.json">OpenAPI</a> · <a href="/llms.txt">llms.txt</a> · <a href="/dashboard">Dashboard</a></p>
<p class="search" hidden><input type="search" id="search" placeholder="Search ( / )" aria-label="Search the documentation" autocomplete="off"> <span id="found" role="status"></span></p>
${navigation.join('\n')}
<h2><a href="#events">Event payloads</a></h2><ul>${events.map(([name, { post }]) => `<li><a href="#${post.operationId}"><code>${name}</code></a></li>`).join('')}</ul>
<h2><a href="#errors">Errors</a></h2><ul>${index(Object.keys(errorTable), 'error')}</ul>
<h2><a href="#schemas">Schemas</a></h2><ul>${index(Object.keys(components.schemas), 'schema')}</ul>
</nav>
<main>
<h1>${escapeHtml(info.title)} API</h1>
<div class="lead"><p>Base address: <code>${escapeHtml(apiUrl)}</code></p>
<p>People decide on mail in the <a href="/dashboard">dashboard</a>, and sign in there.</p>
${markdown(info.description)}</div>
${chapters.join('\n')}
${chapter(
  'events',
  'Event payloads',
  'What is pushed to webhooks, and streamed by <a href="#stream_events"><code>GET /events</code></a>.',
  events.map(([name, { post }]) => eventSection(name, post)),
)}
${chapter('errors', 'Errors', 'Each error says where it stands here (<code>docs</code>), and what mends it (<code>fix</code>).', [errorSections()])}
${chapter('schemas', 'Schemas', 'The shapes that the fields above name.', schemas)}
</main>
</div>
<script>${searchScript}</script>
</body>
</html>
`
}

/** What belongs together, folded until it is opened, searched, or led to: all at once would be a page without end. */
const chapter = (id: string, title: string, what: string, content: readonly string[]): string =>
  `<details class="chapter"><summary><h2 id="${id}">${escapeHtml(title)}</h2> <span class="soft">${what}</span></summary>
${content.join('\n')}</details>`

/** Where the chapter of a tag stands. */
const chapterId = (tag: string): string => `chapter-${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`

const index = (names: readonly string[], kind: string): string =>
  names.map((name) => `<li><a href="#${kind}-${name}"><code>${name}</code></a></li>`).join('')

/** What each code means, and what mends it: where `docs` of an error leads. */
function errorSections(): string {
  return (Object.keys(errorTable) as ErrorCode[])
    .map((code) => {
      const { http, text } = errorTable[code]
      const fix = errorFixes[code]
      return `<div class="schema" id="error-${code}" data-part><h3><code>${code}</code> ${http}</h3><p>${inline(text)}</p>${fix === undefined ? '' : `<p>${inline(fix)}</p>`}</div>`
    })
    .join('\n')
}

function entriesOf(document: OpenApiDocument): Entry[] {
  const all = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  )
  return all
    .filter(({ operation }) => operation['x-alias-of'] === undefined)
    .map((entry) => ({
      ...entry,
      aliases: all
        .filter(({ operation }) => operation['x-alias-of'] === entry.operation.operationId)
        .map(({ path }) => path),
    }))
}

const badge = (method: string): string => `<span class="method ${method}">${method.toUpperCase()}</span>`

const valueList = (values: unknown[]): string =>
  values.length === 0
    ? ''
    : `<p>${values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ')}</p>`

function operationSection(
  { method, path, operation, aliases }: Entry,
  document: OpenApiDocument,
  apiUrl: string,
): string {
  const { operationId, summary, description, parameters = [], responses } = operation
  const { schemas } = document.components
  const scope = operation['x-required-scope']
  const credits = operation['x-credits']
  const body = operation.requestBody?.content['application/json']
  const bodyFields = body === undefined ? [] : fieldsOf(body.schema, schemas)
  const bodyShapes = body === undefined ? '' : variantList(body.schema, schemas)
  const [[status, success] = ['200', { description: '' }], [otherStatus = '', other] = []] =
    Object.entries(responses)
  const answer = Object.entries(success.content ?? {})[0]
  const fields = (title: string, rows: Field[]) =>
    rows.length === 0 ? '' : `<h4>${title}</h4>${fieldList(rows, true)}`
  const parametersIn = (place: string): Field[] =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required = false, schema, description: text }) => ({
        name,
        required,
        schema,
        description: text,
      }))
  const errors = Object.entries(responses)
    .filter(([code]) => Number(code) >= 400)
    .map(([code, { description: text }]) => `<tr><td>${code}</td><td>${inline(text)}</td></tr>`)
  return `<section class="operation" id="${operationId}" data-part>
<h3><a href="#${operationId}">${escapeHtml(summary)}</a></h3>
<div class="path">${badge(method)}<code>${escapeHtml(path)}</code>
<span class="badge">${scope === null ? 'no key' : `scope <code>${scope}</code>`}</span><span class="badge">${credits === 1 ? '1 credit' : `${credits} credits`}</span></div>
${markdown(description)}${aliases.map((alias) => `<p class="soft">Also: <code>${escapeHtml(alias)}</code></p>`).join('')}
<div class="columns"><div>
${fields('Path', parametersIn('path'))}${fields('Header', parametersIn('header'))}${fields('Query', parametersIn('query'))}${fields('Body', bodyFields)}${bodyShapes === '' ? '' : `<h4>Body</h4>${bodyShapes}`}
<h4>Answer ${status}</h4><p>${answer === undefined ? inline(success.description) : answerType(answer)}</p>
${other !== undefined && Number(otherStatus) < 300 ? `<h4>Answer ${otherStatus}</h4><p>${inline(other.description)}</p>` : ''}<details><summary>Errors</summary><table class="errors"><tbody>${errors.join('')}</tbody></table></details>
</div><div>
<h4>Request</h4><pre><code>${escapeHtml(curl(method, `${apiUrl}${withExamples(path, operation)}`, scope !== null, bodyFields.length > 0 || bodyShapes !== '' ? body : undefined))}</code></pre>
${answer?.[1].example === undefined ? '' : `<h4>Response</h4><pre><code>${escapeHtml(JSON.stringify(answer[1].example, null, 2))}</code></pre>`}
</div></div>
</section>`
}

function eventSection(name: string, { operationId, description, requestBody }: WebhookOperation): string {
  const body = requestBody?.content['application/json']
  return `<section class="operation" id="${operationId}" data-part>
<h3><a href="#${operationId}"><code>${name}</code></a></h3>
${markdown(description)}
<div class="columns"><div>
<h4>Fields of <code>data</code></h4>${fieldList(fieldsOf(body?.schema.properties?.data ?? {}, {}), false)}
</div><div>
<h4>Body</h4><pre><code>${escapeHtml(JSON.stringify(body?.example, null, 2))}</code></pre>
</div></div>
</section>`
}

const answerType = ([contentType, { schema }]: [string, MediaType]): string =>
  contentType === 'application/json' ? typeOf(schema) : `<code>${contentType}</code>`

const withExamples = (path: string, { parameters = [] }: Operation): string =>
  path.replaceAll(/\{(\w+)\}/g, (whole, name) =>
    String(
      parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.example ?? whole,
    ),
  )

function curl(method: string, url: string, authorized: boolean, body: MediaType | undefined): string {
  const lines = [`curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${url}`]
  if (authorized) lines.push(`  -H "Authorization: Bearer $AGENT_EMAIL_KEY"`)
  if (body !== undefined) {
    lines.push(`  -H "Content-Type: application/json"`)
    lines.push(`  -d '${shellQuoted(bodyText(body.example))}'`)
  }
  return lines.join(' \\\n')
}

/** Longest body that is shown in one line. */
const lineCharacters = 50

function bodyText(example: unknown): string {
  const line = JSON.stringify(example)
  return line.length <= lineCharacters ? line : JSON.stringify(example, null, 2)
}

/** What may stand between single quotes of a shell. */
const shellQuoted = (text: string): string => text.replaceAll("'", "'\\''")
