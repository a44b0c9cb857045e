/** Fields of a form for the config of a policy, made from the schema of its type: a new type has a form by itself. */
import { z } from 'zod'
import type { PolicyConfig, PolicyTypeName } from '../../shared/domain/policy.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { policyTypes } from '../../shared/policy/index.ts'
import type { Fields } from './form.ts'
import { texts } from './texts.ts'
import { inWords, withCode } from './words.ts'

const words = () => texts().policies

/** What the schema of a config says of one of its keys (JSON Schema 2020-12). */
interface KeySchema {
  type: 'array' | 'string' | 'integer' | 'boolean'
  description?: string
  default?: unknown
  examples?: readonly unknown[]
  enum?: readonly string[]
  items?: { enum?: readonly string[] }
  minimum?: number
  maximum?: number
  maxLength?: number
}
type ConfigSchema = { properties: Record<string, KeySchema>; required?: readonly string[] }

/** What is wrong with a key of a config, in the words of the API. */
export type Problems = ReadonlyMap<string, string>

const schemaOf = (type: PolicyTypeName): ConfigSchema =>
  z.toJSONSchema(policyTypes[type].config, { io: 'input' }) as unknown as ConfigSchema
const keysOf = (type: PolicyTypeName): [string, KeySchema][] => Object.entries(schemaOf(type).properties)

/** A config with what the schema takes where nothing is said. */
export const defaultConfig = (type: PolicyTypeName): PolicyConfig =>
  Object.fromEntries(
    keysOf(type).flatMap(([key, { default: usual }]) => (usual === undefined ? [] : [[key, usual]])),
  )

/** The fields, with what `config` says in them. */
export const configFields = (type: PolicyTypeName, config: PolicyConfig, problems: Problems): Html[] => {
  const { required = [] } = schemaOf(type)
  return keysOf(type).map(([key, schema]) => {
    const problem = problems.get(key)
    const said = problem === undefined ? null : html`<p class="problem" id="problem-${key}">${problem}</p>`
    const told = problem === undefined ? null : html` aria-invalid="true" aria-describedby="problem-${key}"`
    return html`${fieldOf(key, schema, config[key], required.includes(key), told)}${said}`
  })
}

function fieldOf(key: string, schema: KeySchema, value: unknown, required: boolean, told: Html | null): Html {
  const { type, description } = schema
  const id = `config-${key}`
  const hint =
    description === undefined
      ? null
      : html`<p class="hint">${withCode(texts().names.configKey(key, description))}</p>`
  const label = html`<label for="${id}">${inWords(key)}</label>${hint}`
  const needed = required ? html` required` : null
  if (type === 'array' && schema.items?.enum !== undefined) {
    const chosen = Array.isArray(value) ? value : []
    return html`<fieldset${told}><legend>${inWords(key)}</legend>${hint}<div class="choices">${schema.items.enum.map((one) => check(`${id}:${one}`, inWords(one), chosen.includes(one)))}</div></fieldset>`
  }
  if (type === 'array') {
    const lines = Array.isArray(value) ? value.join('\n') : ''
    const example = (schema.examples?.[0] as string[] | undefined)?.join('\n') ?? ''
    return html`${label}<p class="hint">${words().onePerLine}</p><textarea id="${id}" name="${id}" spellcheck="false" placeholder="${example}"${needed}${told}>${lines}</textarea>`
  }
  if (type === 'boolean') return html`<div${told}>${check(id, inWords(key), value === true)}</div>${hint}`
  if (schema.enum !== undefined)
    return html`${label}<select id="${id}" name="${id}"${told}>${schema.enum.map((one) => html`<option value="${one}"${one === value ? html` selected` : null}>${inWords(one)}</option>`)}</select>`
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const bounds =
    type === 'integer' && schema.minimum !== undefined
      ? html`<p class="hint">${words().range(schema.minimum, schema.maximum)}</p>`
      : null
  return html`${label}${bounds}<input type="text" id="${id}" name="${id}" value="${text}" autocomplete="off"${type === 'integer' ? html` inputmode="numeric"` : null}${needed}${told}>`
}

const check = (name: string, words: string, on: boolean): Html =>
  html`<label class="check"><input type="checkbox" name="${name}" value="yes"${on ? html` checked` : null}><span>${words}</span></label>`

/**
 * The config that a form says, with each of its keys: one that is left out would stay as it is. An empty number is what the
 * schema takes where nothing is said; what is no number stays text, and is refused by the API in its words.
 */
export function configOf(type: PolicyTypeName, form: Fields): PolicyConfig {
  return Object.fromEntries(
    keysOf(type).flatMap(([key, schema]): [string, unknown][] => {
      const name = `config-${key}`
      if (schema.type === 'array' && schema.items?.enum !== undefined)
        return [[key, schema.items.enum.filter((one) => form[`${name}:${one}`] === 'yes')]]
      if (schema.type === 'boolean') return [[key, form[name] === 'yes']]
      const text = (form[name] ?? '').trim()
      if (schema.type === 'array')
        return [
          [
            key,
            text
              .split('\n')
              .map((line) => line.trim())
              .filter((line) => line !== ''),
          ],
        ]
      // A choice that the form lacks.
      if (schema.enum !== undefined && text === '') return []
      if (schema.type !== 'integer') return [[key, text]]
      if (text === '') return [[key, schema.default ?? null]]
      return [[key, /^-?\d+$/.test(text) ? Number(text) : text]]
    }),
  )
}

/** A config in a line, as long lists begin. */
export const configLine = (config: PolicyConfig): string =>
  Object.entries(config)
    .map(([key, value]) => `${inWords(key)}: ${shortened(value)}`)
    .join(' · ')

const shownItems = 4
function shortened(value: unknown): string {
  if (typeof value === 'boolean') return value ? words().yes : words().no
  if (!Array.isArray(value)) return String(value)
  const rest = value.length - shownItems
  return `${value.slice(0, shownItems).join(', ')}${rest > 0 ? ` ${words().andMore(rest)}` : ''}`
}
