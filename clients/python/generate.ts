/** Writes the parts of the Python client that follow from the OpenAPI document: types, paths, and the resources' methods. */
import { readFileSync, writeFileSync } from 'node:fs'
import { tree, views } from '../tree.ts'

const documentUrl = new URL('../../services/api/openapi.json', import.meta.url)
const header = (what: string) =>
  `"""${what} Made from the OpenAPI document by generate.ts; not to be edited."""\n`

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  description?: string
}

interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  schema: Schema
}

interface Operation {
  operationId?: string
  deprecated?: boolean
  summary: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const pascal = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
const className = (resource: string) => `${pascal(snake(resource))}Resource`

/** Types that were given a name on the way, in the order in which they are defined. */
class Types {
  readonly #definitions = new Map<string, string>()

  /** Defines the schema under the name, and answers what it is called. */
  define(name: string, schema: Schema): string {
    if (this.#definitions.has(name)) return name
    this.#definitions.set(name, '')
    const { properties, required = [] } = schema
    if (properties === undefined) {
      this.#definitions.set(name, `${name}: TypeAlias = ${quoted(this.of(schema, name))}\n`)
      return name
    }
    const fields = Object.entries(properties).map(([field, inner]) => {
      const type = this.of(inner, `${name}${pascal(field)}`)
      return `    ${JSON.stringify(field)}: ${quoted(required.includes(field) ? type : `NotRequired[${type}]`)},`
    })
    // In the form of a call: a field may be called \`from\`, which no class can have.
    this.#definitions.set(name, `${name} = TypedDict(${JSON.stringify(name)}, {\n${fields.join('\n')}\n})\n`)
    return name
  }

  /** A type as Python writes it; objects within it are named after where they stand. */
  of(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!
    if (schema.const !== undefined) return literal([schema.const])
    if (schema.enum !== undefined) return literal(schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices !== undefined) return union(choices.map((one, index) => this.of(one, `${name}${index + 1}`)))
    if (schema.allOf?.length === 1) return this.of(schema.allOf[0]!, name)
    if (Array.isArray(schema.type))
      return union(schema.type.map((type) => this.of({ ...schema, type }, name)))
    if (schema.type === 'array') return `List[${this.of(schema.items ?? {}, `${name}Item`)}]`
    if (schema.type === 'object')
      return schema.properties === undefined ? 'Dict[str, Any]' : this.define(name, schema)
    return (
      { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }[schema.type ?? ''] ??
      'Any'
    )
  }

  get text(): string {
    return [...this.#definitions.values()].join('\n')
  }
}

const quoted = (type: string) => JSON.stringify(type).replaceAll('\\"', "'")
const literal = (values: unknown[]) =>
  `Literal[${values.map((value) => (value === null ? 'None' : typeof value === 'boolean' ? pascal(String(value)) : JSON.stringify(value))).join(', ')}]`
const union = (types: string[]) => {
  const different = [...new Set(types)]
  return different.length === 1 ? different[0]! : `Union[${different.join(', ')}]`
}

/** The generated files by name, as they must be. */
export function generate(): Record<string, string> {
  const document = JSON.parse(readFileSync(documentUrl, 'utf8')) as Document
  const found = new Map<string, { method: string; path: string; operation: Operation }>()
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId !== undefined && operation.deprecated !== true)
        found.set(operation.operationId, { method: method.toUpperCase(), path, operation })

  const types = new Types()
  for (const [name, schema] of Object.entries(document.components.schemas)) types.define(name, schema)

  const parametersOf = ({ parameters = [] }: Operation) =>
    parameters.map((one) =>
      one.$ref === undefined ? one : document.components.parameters[one.$ref.split('/').at(-1)!]!,
    )

  /** The source of a method, for the client that waits and for the one that awaits. */
  const methodSource = (resource: string, name: string, operationName: string, awaits: boolean): string => {
    const chosen = views[`${resource}.${name}`]
    const { path, operation } = found.get(operationName)!
    const fields = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
    const query = parametersOf(operation).filter(
      (one) => one.in === 'query' && (chosen === undefined || (chosen.view !== null && one.name !== 'view')),
    )
    const body = operation.requestBody?.content['application/json']?.schema
    const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))![1]
    const answer = success.content?.['application/json']?.schema
    const isList = query.some((one) => one.name === 'cursor') && operationName.startsWith('list_')
    const given = fields.map((field) => `${field}: str`)
    if (body !== undefined) {
      const type = types.of(body, pascal(operationName))
      const named = body.$ref !== undefined && document.components.schemas[type]?.properties !== undefined
      given.push(named ? `**body: Unpack[t.${type}]` : '**body: Any')
    } else if (query.length > 0) {
      const schema: Schema = {
        properties: Object.fromEntries(query.map((one) => [one.name, one.schema])),
        required: query.filter((one) => one.required === true).map((one) => one.name),
      }
      given.push(
        `**query: Unpack[t.${types.define(`${pascal(chosen === undefined ? operationName : chosen.answer)}Query`, schema)}]`,
      )
    }
    const paths = `{${fields.map((field) => `"${field}": ${field}`).join(', ')}}`
    const rest = `${body === undefined ? '' : ', body=body'}${body === undefined && query.length > 0 ? `, query=${chosen === undefined ? 'query' : `{**query, "view": "${chosen.view}"}`}` : ''}`
    const call = (kind: string) => `self._transport.${kind}("${operationName}", ${paths}${rest})`
    const signature = ['self', ...given].join(', ')
    const doc = `        """${operation.summary}."""`
    if (isList) {
      const item = Object.values(
        document.components.schemas[answer!.$ref!.split('/').at(-1)!]!.properties!,
      ).find((one) => one.type === 'array')!.items!
      const pages = `${awaits ? 'Async' : ''}Pages[t.${types.of(item, '')}]`
      return `    def ${snake(name)}(${signature}) -> ${pages}:\n${doc}\n        return ${awaits ? 'Async' : ''}Pages(self._transport, "${operationName}", ${paths}, query)\n`
    }
    const returns =
      chosen !== undefined
        ? `t.${chosen.answer}`
        : answer !== undefined
          ? `t.${types.of(answer, `${pascal(operationName)}Answer`)}`
          : success.content === undefined
            ? 'None'
            : 'bytes'
    const kind = returns === 'bytes' ? 'bytes' : 'call'
    return `    ${awaits ? 'async ' : ''}def ${snake(name)}(${signature}) -> ${returns}:\n${doc}\n        return ${awaits ? 'await ' : ''}${call(kind)}\n`
  }

  const handWritten = new Set(['events.stream', 'attachments.download'])
  const resources = Object.entries(tree).map(([resource, methods]) => {
    const source = (awaits: boolean) => {
      const own = Object.entries(methods)
        .filter(([name]) => !handWritten.has(`${resource}.${name}`))
        .map(([name, operation]) => methodSource(resource, name, operation, awaits))
      const base = `${awaits ? 'Async' : ''}Resource`
      return `class ${awaits ? 'Async' : ''}${className(resource)}(${base}):\n${own.join('\n') || '    pass\n'}`
    }
    return `${source(false)}\n\n${source(true)}`
  })

  const operations = [...found].map(([name, { method, path }]) => `    "${name}": ("${method}", "${path}"),`)
  return {
    '_resources.py': [
      header('The resources, for programs that wait and for those that await.'),
      'from __future__ import annotations\n',
      'from typing import TYPE_CHECKING, Any\n',
      'from ._pages import AsyncPages, Pages',
      'from ._transport import AsyncResource, Resource\n',
      'if TYPE_CHECKING:\n    from typing import Unpack\n\n    from . import types as t\n\n',
      resources.join('\n\n'),
    ].join('\n'),
    '_operations.py': `${header('Method and path of each operation.')}\nOPERATIONS = {\n${operations.join('\n')}\n}\n`,
    'types.py': [
      header('Types of what the API takes and answers.'),
      'from typing import Any, Dict, List, Literal, NotRequired, TypeAlias, TypedDict, Union\n',
      types.text,
    ].join('\n'),
  }
}

/** Where a generated file is. */
export const generatedFile = (name: string): URL => new URL(`./agent_email/${name}`, import.meta.url)

if (import.meta.main)
  for (const [name, text] of Object.entries(generate())) writeFileSync(generatedFile(name), text)
