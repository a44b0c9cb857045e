/** What a request's field is when it is left out, told in a way that leaves the field optional for every generator. */
import type { Operation, Schema } from './types.ts'

/**
 * Takes `default` from the fields of requests, in place: generators make a field that has one a field that is always
 * there (openapi-typescript, unless told otherwise). It stands in `x-default` and in the description instead. What is
 * answered keeps its own, and so do parameters, of which none makes more.
 */
export function withoutDefaults(operations: Operation[], schemas: Record<string, Schema>): void {
  const seen = new Set<Schema>()
  const follow = (schema: Schema | undefined): void => {
    if (schema === undefined || seen.has(schema)) return
    seen.add(schema)
    if (schema.$ref !== undefined) follow(schemas[schema.$ref.replace('#/components/schemas/', '')])
    if (schema.default !== undefined) {
      schema['x-default'] = schema.default
      const told = `Default: \`${JSON.stringify(schema.default)}\`.`
      schema.description = schema.description === undefined ? told : `${schema.description} ${told}`
      delete schema.default
    }
    const { properties = {}, items, anyOf = [], oneOf = [], additionalProperties } = schema
    for (const inner of [...Object.values(properties), ...anyOf, ...oneOf]) follow(inner)
    follow(items)
    if (typeof additionalProperties === 'object') follow(additionalProperties)
  }
  for (const { requestBody } of operations)
    for (const { schema } of Object.values(requestBody?.content ?? {})) follow(schema)
}
