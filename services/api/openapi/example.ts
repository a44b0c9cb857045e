/** Examples made from schemas: what a request or a response looks like. */
import type { Schema } from './types.ts'

const isNullable = (variants: Schema[]): boolean => variants.some(({ type }) => type === 'null')

/** Whether an example of it could only be an empty word. */
const saysNothing = ({ type, const: word, enum: words, examples }: Schema): boolean =>
  type !== undefined && type !== 'object' && type !== 'array' && (word ?? words ?? examples) === undefined

/** An example of `schema`. In requests, optional fields appear only where the schema gives an example of them. */
export function exampleOf(
  schema: Schema,
  components: Record<string, Schema>,
  of: 'request' | 'response',
): unknown {
  if (schema.examples !== undefined && schema.examples.length > 0) return schema.examples[0]
  if (schema.$ref !== undefined) {
    const target = components[schema.$ref.replace('#/components/schemas/', '')]
    return target === undefined ? null : exampleOf(target, components, of)
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) {
    const [first] = variants
    return of === 'response' && isNullable(variants) && saysNothing(first!)
      ? null
      : exampleOf(first!, components, of)
  }
  if (schema.properties !== undefined) {
    const shown = Object.entries(schema.properties).filter(
      ([name, property]) =>
        schema.required?.includes(name) || (of === 'response' ? false : property.examples !== undefined),
    )
    return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property, components, of)]))
  }
  if (of === 'response' && Array.isArray(schema.type) && schema.type.includes('null')) return null
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'array') return schema.items === undefined ? [] : [exampleOf(schema.items, components, of)]
  if (type === 'object') return {}
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return schema.default ?? Math.max(0, schema.minimum ?? 0)
  if (type === 'null') return null
  return ''
}
