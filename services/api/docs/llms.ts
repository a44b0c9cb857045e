/** The API in a page of Markdown for language models (llmstxt.org), made from the OpenAPI document. */
import type { OpenApiDocument, Operation, Schema } from '../openapi/types.ts'

/** The text; `baseUrl` is where the service is reached. */
export function llmsText(document: OpenApiDocument, baseUrl: string): string {
  const { info, tags } = document
  const api = `${baseUrl}${document.servers[0]!.url}`
  const [summary = '', ...details] = info.description.split('\n\n')
  const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({ method, path, operation })),
  )
  const chapters = tags.map(({ name, description }) => {
    const own = operations.filter(
      ({ operation }) => operation.tags.includes(name) && operation['x-alias-of'] === undefined,
    )
    return [
      `### ${name}`,
      description,
      own.map(({ method, path, operation }) => lineOf(document, method, path, operation)).join('\n'),
    ].join('\n\n')
  })
  const events = Object.values(document.webhooks ?? {}).map(
    ({ post: { summary: event, description } }) =>
      `- \`${event.replace('Event ', '')}\`: ${firstSentence(description)}`,
  )
  return [
    `# ${info.title}`,
    `> ${summary}`,
    `Base address: ${api} (JSON in, JSON out). Below, \`*\` marks a field that is required; the brackets have the scope that the key needs, and what a call costs.`,
    ...details,
    '## Endpoints',
    ...chapters,
    '## Events of webhooks and streams',
    events.join('\n'),
    '## More',
    `- [Documentation](${baseUrl}/docs): every endpoint with its fields, errors and examples\n- [OpenAPI 3.1](${api}/openapi.json): the same for programs`,
  ]
    .join('\n\n')
    .concat('\n')
}

function lineOf(document: OpenApiDocument, method: string, path: string, operation: Operation): string {
  const { summary, description, parameters = [], requestBody } = operation
  const scope = operation['x-required-scope'] ?? 'no key'
  const credits = operation['x-credits']
  const cost = credits === 0 ? 'free' : credits === 1 ? '1 credit' : `${credits} credits`
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required = false }) => `${name}${required ? '*' : ''}`)
  const body = fieldsOf(requestBody?.content['application/json']?.schema, document)
  return [
    `- \`${method.toUpperCase()} ${path}\` (${scope}, ${cost}): ${summary}. ${firstSentence(description)}`,
    ...(query.length === 0 ? [] : [`Query: ${query.join(', ')}.`]),
    ...(body.length === 0 ? [] : [`Body: ${body.join(', ')}.`]),
  ].join(' ')
}

/** Names of a body's fields; of a body that has several shapes, those of them all. */
function fieldsOf(schema: Schema | undefined, document: OpenApiDocument): string[] {
  if (schema === undefined) return []
  const target =
    schema.$ref === undefined
      ? schema
      : document.components.schemas[schema.$ref.replace('#/components/schemas/', '')]
  const shapes = target?.anyOf ?? target?.oneOf
  if (shapes !== undefined) return [...new Set(shapes.flatMap((shape) => fieldsOf(shape, document)))]
  return Object.keys(target?.properties ?? {}).map((name) =>
    target?.required?.includes(name) ? `${name}*` : name,
  )
}

/** Up to the first full stop that ends a sentence: one before a space and a capital letter, or the end. */
function firstSentence(text: string): string {
  const [first = ''] = text.split(/(?<=\.)\s(?=[A-Z`])/, 1)
  return first
}
