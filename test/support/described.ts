/** Holds requests and answers against the OpenAPI document, as a proxy in front of the API would. */
import { readFileSync } from 'node:fs'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Parameter, PublishedDocument, PublishedOperation } from '../../services/api/openapi/types.ts'

/** A request and its answer, as both went over the wire. */
export interface Exchange {
  method: string
  /** Path and query. */
  url: string
  /** What was sent for a body; undefined where nothing was. */
  requestBody: unknown
  status: number
  contentType: string
  text: string
  /** Retry-After, where the answer has it. */
  retryAfter?: string | undefined
}

const file = new URL('../../services/api/openapi.json', import.meta.url)
const prefix = '/api/v1'
const root = 'openapi.json'

export class DescribedApi {
  readonly #document: PublishedDocument
  readonly #ajv: Ajv2020
  readonly #paths: { path: string; pattern: RegExp }[]

  constructor(document = JSON.parse(readFileSync(file, 'utf8')) as PublishedDocument) {
    this.#document = document
    // The keywords are JSON Schema's; that the rest of the document has others is no mistake.
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
    addFormats.default(this.#ajv)
    this.#ajv.addFormat('base64', true)
    this.#ajv.addFormat('binary', true)
    this.#ajv.addSchema(document, root)
    this.#paths = Object.keys(document.paths)
      .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
      // What is written out goes before what a parameter stands for.
      .sort((a, b) => a.path.split('{').length - b.path.split('{').length)
  }

  /** The schema at `pointer` (`/components/schemas/Error`), ready to validate. @throws where there is none. */
  validator(pointer: string): ValidateFunction {
    const found = this.#ajv.getSchema(`${root}#${pointer}`)
    if (found === undefined) throw new Error(`the document has no ${pointer}`)
    return found
  }

  /**
   * What of an exchange isn't as the document says; empty where all is. A request counts when it was granted: refusing
   * what is described is the API's right, granting what isn't is a hole of the description.
   */
  complaints(exchange: Exchange): string[] {
    // As the server has it: without `..`, which whoever asks resolves (RFC 3986 §5.2.4).
    const { pathname, search } = new URL(exchange.url, 'http://localhost')
    if (!pathname.startsWith(prefix)) return []
    const path = this.#paths.find(({ pattern }) => pattern.test(pathname.slice(prefix.length)))?.path
    const method = exchange.method.toLowerCase()
    const operation = path === undefined ? undefined : this.#document.paths[path]![method]
    if (path === undefined || operation === undefined) return []
    const at = `/paths/${escapedPointer(path)}/${method}`
    const found = [
      ...this.#ofAnswer(operation, at, exchange),
      ...(exchange.status < 400
        ? [...this.#ofBody(operation, at, exchange), ...this.#ofQuery(operation, at, search.slice(1))]
        : []),
    ]
    return found.map((one) => `${operation.operationId} ${exchange.status}: ${one}`)
  }

  #ofAnswer(operation: PublishedOperation, at: string, exchange: Exchange): string[] {
    const { status, contentType, text, retryAfter } = exchange
    // What isn't HTTP, and what broke, is described for all operations together.
    const key = status in operation.responses || !(status === 400 || status >= 500) ? status : 'default'
    const written = operation.responses[key]
    if (written === undefined) return ['a status that is not described']
    const [response, pointer] = this.#resolved(written, `${at}/responses/${key}`)
    const { content = {}, headers = {} } = response as Record<'content' | 'headers', object | undefined>
    if (retryAfter !== undefined && !('Retry-After' in headers))
      return ['a header Retry-After that is not described']
    const type = contentType.split(';')[0]!
    if (Object.keys(content).length === 0) return text === '' ? [] : ['a body where none is described']
    // A file is served as what it is.
    if (!(type in content)) return '*/*' in content ? [] : [`content of type ${type}`]
    if (type !== 'application/json') return []
    return this.#invalid(`${pointer}/content/${escapedPointer(type)}/schema`, JSON.parse(text), 'the answer')
  }

  #ofBody({ requestBody }: PublishedOperation, at: string, { requestBody: sent }: Exchange): string[] {
    if (requestBody === undefined) return []
    if (sent === undefined || sent === null) return requestBody.required === true ? ['a missing body'] : []
    return this.#invalid(
      `${at}/requestBody/content/${escapedPointer('application/json')}/schema`,
      sent,
      'the body',
    )
  }

  #ofQuery({ parameters = [] }: PublishedOperation, at: string, search: string): string[] {
    const sent = pairsOf(search)
    const known = parameters.flatMap((one, index) => {
      const [parameter, pointer] = this.#resolved(one, `${at}/parameters/${index}`)
      return [{ ...(parameter as Parameter), pointer: `${pointer}/schema` }]
    })
    const complaints: string[] = []
    // `metadata[order]`, which can also be written `metadata.order`.
    const names = new Set(sent.map(([name]) => name.replace(/[[.].*$/s, '')))
    // Where none is described, none is read.
    const described = new Set(known.flatMap(({ name, in: place }) => (place === 'query' ? [name] : [])))
    if (described.size > 0)
      for (const name of names)
        if (!described.has(name)) complaints.push(`a parameter ${name} that is not described`)
    for (const { name, in: place, required, style, pointer } of known) {
      if (place !== 'query') continue
      if (!names.has(name)) {
        if (required === true) complaints.push(`no parameter ${name}`)
        continue
      }
      const all = sent.filter(([key]) => key === name).map(([, text]) => text)
      const value =
        style === 'deepObject'
          ? Object.fromEntries(
              sent
                .filter(([key]) => key.startsWith(`${name}[`) || key.startsWith(`${name}.`))
                .map(([key, text]) => [key.slice(name.length + 1).replace(/\]$/, ''), text]),
            )
          : all.length > 1
            ? all
            : all[0]
      const validate = this.validator(pointer)
      if (!takes(validate, value)) complaints.push(`parameter ${name}: ${problems(validate)}`)
    }
    return complaints
  }

  #invalid(pointer: string, value: unknown, what: string): string[] {
    const validate = this.validator(pointer)
    return validate(value) ? [] : [`${what}: ${problems(validate)}`]
  }

  /** What is written or referred to, and where it is. */
  #resolved(written: object, pointer: string): [object, string] {
    if (!('$ref' in written)) return [written, pointer]
    const target = String(written.$ref).slice(1)
    const found = target
      .split('/')
      .slice(1)
      .reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], this.#document)
    return [found as object, target]
  }
}

/** Names and values of a query string, in which a plus stands for itself (RFC 3986). */
const pairsOf = (search: string): [string, string][] =>
  search
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [decodeURIComponent(name), decodeURIComponent(value.join('='))]
    })

/** A query string has text alone: what it says may be a number. */
const takes = (validate: ValidateFunction, value: unknown): boolean =>
  validate(value) || (typeof value === 'string' && value !== '' && validate(Number(value)))

const problems = (validate: ValidateFunction): string =>
  (validate.errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`)
    .join('; ')

/** As in a JSON pointer (RFC 6901 §3), in a fragment. */
export const escapedPointer = (name: string): string =>
  encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
