/** The document as it is published: what operations have in common stands once, and generators take it as it is. */
import { Components, componentName } from './components.ts'
import { withoutDefaults } from './defaults.ts'
import type { OpenApiDocument, Operation, Parameter, PublishedDocument, Response } from './types.ts'

/** A parameter that so many operations have is written once. */
const sharedFrom = 5

/**
 * A copy of `document` in which error responses, and parameters that many operations have, are components; and in which
 * requests say their defaults as {@link withoutDefaults} does.
 */
export function publishedDocument(document: OpenApiDocument): PublishedDocument {
  const { paths, components, ...rest } = structuredClone(document)
  const operations = Object.values(paths).flatMap((byMethod) => Object.values(byMethod))
  const responses = new Components<Response>('responses')
  const parameters = new Components<Parameter>('parameters')
  const counts = Map.groupBy(
    operations.flatMap((operation) => operation.parameters ?? []),
    (parameter) => JSON.stringify(parameter),
  )
  const published = (operation: Operation) => ({
    ...operation,
    ...(operation.parameters === undefined
      ? {}
      : {
          parameters: operation.parameters.map((one) =>
            counts.get(JSON.stringify(one))!.length < sharedFrom
              ? one
              : parameters.share(one, componentName(one.name)),
          ),
        }),
    responses: mapped(operation.responses, (response, status) =>
      Number(status) < 400 ? response : responses.share(response, errorName(response, status, operation)),
    ),
  })
  withoutDefaults(operations, components.schemas)
  return {
    ...rest,
    paths: mapped(paths, (byMethod) => mapped(byMethod, published)),
    components: { ...components, parameters: parameters.all(), responses: responses.all() },
  }
}

/** What an error response is called: its codes (`NotFound`), or, of more than two, the first operation that has them. */
function errorName(response: Response, status: string, { operationId }: Operation): string {
  if (status === 'default') return 'AnyOther'
  const examples = response.content?.['application/json']?.examples ?? {}
  const codes = Object.keys(examples)
  if (codes.length > 2) return `${componentName(operationId)}${status}`
  const inQuery = JSON.stringify(examples).includes('"path":"query')
  return `${codes.map(componentName).join('Or')}${inQuery ? 'InQuery' : ''}`
}

const mapped = <From, To>(
  record: Record<string, From>,
  change: (value: From, key: string) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
