/** The worst that a field of a request can be given: made from the OpenAPI document, so that a new field is among them. */
import { exampleOf } from '../../services/api/openapi/example.ts'
import type { OpenApiDocument, Operation, Schema } from '../../services/api/openapi/types.ts'
import { limits } from '../../shared/domain/limits.ts'

/** One value for one field; all else of the body is as it should be. */
export interface WorstBody {
  /** `body.config.domains.0`. */
  field: string
  shape: string
  /** Characters, values or levels of it. */
  size: number
  body: unknown
}

/** Characters from which a field holds a text: what is made of it takes threads a while. */
export const longText = 50_000
/** Characters that are given to a string without a limit of its own, and to a parameter. */
const unlimited = 1_000_000
const parameterCharacters = 2_000

/** What is repeated: each has stopped some parser, pattern or renderer. */
const units = {
  spaces: ' ',
  letters: 'a',
  digits: '1',
  quotes: '>',
  brackets: '[',
  parentheses: '(',
  braces: '{"a":',
  backslashes: '\\',
  'combining marks': 'a\u0301\u0323',
  'line ends': '\r\n',
  tags: '<a href="',
  comments: '<!--',
  entities: '&amp;',
  emphasis: '*_`~',
  lists: '- 1. ',
  addresses: 'a@b,',
  'angle brackets': '>,<',
  dots: 'a.',
  dashes: '-',
  'at signs': '@',
  links: 'http://',
  wide: '漢字',
  invisible: '\u200b\u202e',
  emoji: '👩‍👩‍👧',
  percents: '%',
  encodings: '=?utf-8?B?',
} as const

/** Those that a long text is given here; the rest of them take too long for every run. */
const forTexts = new Set(['spaces between letters', 'letters', 'quotes', 'tags'])

/** Strings of `size` characters, by shape; of these shapes alone, where they are given. */
export function* worstStrings(
  size: number,
  shapes?: ReadonlySet<string>,
): Generator<[shape: string, text: string]> {
  const wanted = (shape: string) => shapes === undefined || shapes.has(shape)
  for (const [shape, unit] of Object.entries(units))
    if (wanted(shape))
      yield [
        shape,
        unit
          .repeat(Math.ceil(size / unit.length))
          .slice(0, size)
          .toWellFormed(),
      ]
  if (size > 2 && wanted('spaces between letters'))
    yield ['spaces between letters', `a${' '.repeat(size - 2)}b`]
  if (size > 20 && wanted('an address without end'))
    yield ['an address without end', `${'a'.repeat(size - 10)}@${'b.'.repeat(4)}c`]
}

/** Patterns that compile to very much, or match slowly where an engine goes back. */
const bombs = [
  '(((((a{1,30}){1,30}){1,30}){1,30}){1,30}){1,30}',
  '((((((((((a*)*)*)*)*)*)*)*)*)*)*b',
  `${'(?:a|aa)'.repeat(50)}$`,
  '(?i)\\pL{1,1000}',
  `[${'\\pL\\pN'.repeat(70)}]{500}`,
  '('.repeat(240) + ')'.repeat(240),
  `${'a?'.repeat(120)}${'a'.repeat(120)}`,
]

/** Markdown that renderers take for ever over, or fall over. */
const markdowns: Record<string, string> = {
  'spaces between letters': `a${' '.repeat(500_000)}b`,
  'nested quotes': '>'.repeat(20_000),
  'nested lists': Array.from({ length: 800 }, (_, n) => `${'  '.repeat(n)}- a`).join('\n'),
  brackets: '['.repeat(100_000),
  emphasis: '*a_ '.repeat(100_000),
  backticks: Array.from({ length: 800 }, (_, n) => '`'.repeat(n)).join(' '),
  tables: `${'|a'.repeat(5_000)}\n${'|-'.repeat(5_000)}\n${'|b'.repeat(50_000)}`,
  links: '[a](<b'.repeat(50_000),
}

/** Every value of every field of a body, all else being that of `base`, which is granted. */
export function* worstBodies(
  operation: Operation,
  { components: { schemas } }: OpenApiDocument,
  base: unknown,
): Generator<WorstBody> {
  const schema = operation.requestBody?.content['application/json']?.schema
  if (schema === undefined) return
  const seen = new Set<string>()
  for (const variant of variantsOf(schema, schemas)) {
    // A body of several shapes needs an example of each.
    const own = variantsOf(schema, schemas).length === 1 ? base : exampleOf(variant, schemas, 'request')
    for (const worst of within(variant, schemas, [])) {
      const field = ['body', ...worst.path].join('.')
      const name = `${JSON.stringify(variant.properties?.type?.const ?? '')} ${field} ${worst.shape}`
      if (seen.has(name)) continue
      seen.add(name)
      yield {
        field,
        shape: worst.shape,
        size: worst.size,
        body: placed(own ?? {}, worst.path, worst.value, variant, schemas),
      }
    }
    if (variant.properties?.format?.enum?.includes('markdown') === true)
      for (const [shape, body] of Object.entries(markdowns))
        yield {
          field: 'body.body',
          shape: `Markdown, ${shape}`,
          size: body.length,
          body: { ...(own as object), body, format: 'markdown' },
        }
    if (variant.properties?.type?.const === 'keyword_filter')
      for (const [index, bomb] of bombs.entries())
        yield {
          field: 'body.config.keywords',
          shape: `pattern bomb ${index}`,
          size: bomb.length,
          body: {
            ...(own as object),
            config: { keywords: Array(limits.policyKeywords).fill(bomb), match: 'regex' },
          },
        }
  }
}

/** The same for the parameters of a query string. */
export function* worstQueries({
  parameters = [],
}: Operation): Generator<{ field: string; shape: string; query: string }> {
  const encoded = encodeURIComponent
  for (const { name, in: place, schema } of parameters) {
    if (place !== 'query') continue
    const size = Math.min(schema.maxLength ?? parameterCharacters, parameterCharacters)
    for (const [shape, text] of worstStrings(size))
      yield {
        field: name,
        shape,
        query: `${name}${schema.type === 'object' ? '[key]' : ''}=${encoded(text)
          .slice(0, 12_000)
          .replace(/%[^%]?$/, '')}`,
      }
    yield { field: name, shape: 'many values', query: Array(1_500).fill(`${name}=1`).join('&') }
    yield {
      field: name,
      shape: 'many fields',
      query: Array.from({ length: 900 }, (_, n) => `${name}[k${n}]=1`).join('&'),
    }
  }
  yield {
    field: '',
    shape: 'many names',
    query: Array.from({ length: 1_500 }, (_, n) => `k${n}=1`).join('&'),
  }
  yield { field: '', shape: 'separators', query: '&'.repeat(12_000) }
}

type Schemas = Record<string, Schema>
interface Worst {
  path: (string | number)[]
  shape: string
  size: number
  value: unknown
}

function resolved(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref === undefined) return schema
  return schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {}
}

function variantsOf(schema: Schema, schemas: Schemas): Schema[] {
  const target = resolved(schema, schemas)
  const variants = target.anyOf ?? target.oneOf
  return variants === undefined ? [target] : variants.flatMap((one) => variantsOf(one, schemas))
}

function* within(schema: Schema, schemas: Schemas, path: (string | number)[]): Generator<Worst> {
  for (const variant of variantsOf(schema, schemas)) {
    const { type, properties, items, additionalProperties } = variant
    const types = [type ?? (properties === undefined ? 'any' : 'object')].flat()
    if (types.includes('string') && variant.const === undefined && variant.enum === undefined)
      yield* strings(variant, path)
    if (types.includes('object') || types.includes('any')) {
      yield* objects(path)
      for (const [name, property] of Object.entries(properties ?? {}))
        yield* within(property, schemas, [...path, name])
      if (typeof additionalProperties === 'object')
        yield* within(additionalProperties, schemas, [...path, 'X-Agent-Key'])
    }
    if (types.includes('array') || types.includes('any')) {
      yield* arrays(items, schemas, path)
      if (items !== undefined) yield* within(items, schemas, [...path, 0])
    }
    if (types.includes('integer') || types.includes('number'))
      yield { path, shape: 'digits', size: 1_000, value: Number('9'.repeat(300)) }
  }
}

function* strings({ maxLength }: Schema, path: (string | number)[]): Generator<Worst> {
  const size = maxLength ?? unlimited
  for (const [shape, value] of worstStrings(size, size < longText ? undefined : forTexts))
    yield { path, shape, size, value }
  // Base64, and base64 that isn't at its very end.
  if (maxLength === undefined)
    for (const end of ['', '!'])
      yield { path, shape: `base64${end}`, size, value: `${'QUJD'.repeat(size / 4)}${end}` }
}

/** Values and keys that a body may just have, the rest of it left room for. */
const room = limits.bodyValues - 300

function* objects(path: (string | number)[]): Generator<Worst> {
  const named = (count: number, name: (n: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), 0]))
  yield { path, shape: 'many keys', size: room / 2, value: named(room / 2, (n) => `k${n}`) }
  yield { path, shape: 'many numbers as keys', size: room / 2, value: named(room / 2, (n) => `${n * 7_919}`) }
  yield { path, shape: 'long keys', size: 5, value: named(5, (n) => `X-${'a'.repeat(8_000)}${n}`) }
  yield {
    path,
    shape: 'nested',
    size: limits.bodyDepth - 6,
    value: nested(limits.bodyDepth - 6, (inner) => ({ a: inner })),
  }
}

function* arrays(items: Schema | undefined, schemas: Schemas, path: (string | number)[]): Generator<Worst> {
  const example = items === undefined ? 0 : exampleOf(items, schemas, 'request')
  const size = countOf(example)
  for (const [shape, value] of [
    ['of zeros', 0],
    ['of empty objects', {}],
    ['of nulls', null],
    ['of examples', example],
    ['of empty texts', ''],
  ] as const)
    yield {
      path,
      shape: `many ${shape}`,
      size: room,
      value: Array(Math.floor(room / (shape === 'of examples' ? size : 2))).fill(value),
    }
  yield {
    path,
    shape: 'nested',
    size: limits.bodyDepth - 6,
    value: nested(limits.bodyDepth - 6, (inner) => [inner]),
  }
}

const countOf = (value: unknown): number =>
  value !== null && typeof value === 'object'
    ? Object.values(value).reduce<number>((sum, one) => sum + 2 + countOf(one), 2)
    : 1

function nested(levels: number, around: (inner: unknown) => unknown): unknown {
  let value: unknown = 0
  for (let level = 0; level < levels; level++) value = around(value)
  return value
}

/** `base` with `value` at `path`; what is missing on the way there is as in the examples. */
function placed(
  base: unknown,
  path: (string | number)[],
  value: unknown,
  schema: Schema,
  schemas: Schemas,
): unknown {
  const [first, ...rest] = path
  if (first === undefined) {
    // Beside what has to be there.
    const both = [base, value].every((one) => one !== null && typeof one === 'object' && !Array.isArray(one))
    return both ? { ...(base as object), ...(value as object) } : value
  }
  const inner = innerSchema(schema, first, schemas)
  const container = base !== null && typeof base === 'object' ? base : typeof first === 'number' ? [] : {}
  const before =
    (container as Record<string | number, unknown>)[first] ?? exampleOf(inner, schemas, 'request')
  const after = rest.length === 0 ? value : placed(before, rest, value, inner, schemas)
  if (typeof first === 'number') return [after]
  return { ...container, [first]: after }
}

function innerSchema(schema: Schema, name: string | number, schemas: Schemas): Schema {
  for (const { properties, items, additionalProperties } of variantsOf(schema, schemas)) {
    if (typeof name === 'number' && items !== undefined) return items
    const found =
      properties?.[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
    if (found !== undefined) return found
  }
  return {}
}
