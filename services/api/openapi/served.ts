/** The OpenAPI document that is served: the file that was written from the endpoints, so that no process makes it anew. */
import { accessSync, constants, readFileSync } from 'node:fs'
import type { OpenApiDocument, PublishedDocument, Schema } from './types.ts'

const file = new URL('../openapi.json', import.meta.url)

/** @throws where the document can't be read; reads nothing of it. */
export const requireDocument = (): void => accessSync(file, constants.R_OK)

/** The document as it is published. */
export const servedDocument = (): PublishedDocument =>
  JSON.parse(readFileSync(file, 'utf8')) as PublishedDocument

/** A document with what operations share in its place at each of them again: what `publishedDocument` was made from. */
export function expandedDocument(published: PublishedDocument): OpenApiDocument {
  const { paths, components, ...rest } = structuredClone(published)
  const { parameters, responses, ...others } = components
  const followed = <Part extends object>(
    part: Part | { $ref: string },
    shared: Record<string, Part>,
  ): Part => ('$ref' in part ? structuredClone(shared[part.$ref.split('/').at(-1)!]!) : part)
  const expanded = Object.entries(paths).map(([path, byMethod]) => [
    path,
    Object.fromEntries(
      Object.entries(byMethod).map(([method, operation]) => [
        method,
        {
          ...operation,
          ...(operation.parameters === undefined
            ? {}
            : { parameters: operation.parameters.map((one) => followed(one, parameters)) }),
          responses: Object.fromEntries(
            Object.entries(operation.responses).map(([status, one]) => [status, followed(one, responses)]),
          ),
        },
      ]),
    ),
  ])
  const document = { ...rest, paths: Object.fromEntries(expanded), components: others } as OpenApiDocument
  withDefaults(document)
  return document
}

/** Gives fields the defaults back that `withoutDefaults` took from them, in place. */
function withDefaults(part: unknown): void {
  if (typeof part !== 'object' || part === null) return
  const schema = part as Schema
  if (schema['x-default'] !== undefined) {
    const told = `Default: \`${JSON.stringify(schema['x-default'])}\`.`
    const description = schema.description!.slice(0, -told.length).trimEnd()
    if (description === '') delete schema.description
    else schema.description = description
    schema.default = schema['x-default']
    delete schema['x-default']
  }
  for (const inner of Object.values(part)) withDefaults(inner)
}
