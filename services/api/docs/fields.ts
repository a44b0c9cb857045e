/** Fields of a schema as a list: name, type, meaning. */
import type { Schema } from '../openapi/types.ts'
import { escapeHtml, markdown } from './markdown.ts'

type Components = Record<string, Schema>

const nameOf = (reference: string): string => reference.replace('#/components/schemas/', '')

/** The type in words; a component is a link to its own fields. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref)
    return `<a href="#schema-${name}">${name}</a>`
  }
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) return [...new Set(variants.map(typeOf))].join(' or ')
  if (schema.type === 'array')
    return `array of ${schema.items === undefined ? 'values' : typeOf(schema.items)}`
  const type = [schema.type ?? 'any'].flat().join(' or ')
  return schema.format === 'date-time' ? 'timestamp' : schema.format === 'email' ? 'email address' : type
}

/** What a value is bound to: its words, its bounds, its default. */
function boundsOf(schema: Schema): string {
  const {
    const: word,
    enum: words = word === undefined ? undefined : [word],
    minimum,
    maximum,
    minLength,
    maxLength,
    pattern,
    format,
  } = schema
  const notes: string[] = []
  if (words !== undefined)
    notes.push(words.map((word) => `<code>${escapeHtml(String(word))}</code>`).join(' '))
  if (minimum !== undefined && maximum !== undefined && maximum < 2 ** 31)
    notes.push(`${minimum} to ${maximum}`)
  if (maxLength !== undefined && format !== 'date-time')
    notes.push(`${minLength ?? 0} to ${maxLength} characters`)
  if (pattern !== undefined && format === undefined) notes.push(`<code>${escapeHtml(pattern)}</code>`)
  if (schema.default !== undefined)
    notes.push(`default <code>${escapeHtml(JSON.stringify(schema.default))}</code>`)
  return notes.length === 0 ? '' : `<p class="bounds">${notes.join(' · ')}</p>`
}

export interface Field {
  name: string
  required: boolean
  schema: Schema
  description?: string | undefined
}

/** The fields of an object schema; of a component, where it is one. */
export function fieldsOf(schema: Schema, components: Components): Field[] {
  const target = schema.$ref === undefined ? schema : (components[nameOf(schema.$ref)] ?? {})
  return Object.entries(target.properties ?? {}).map(([name, property]) => ({
    name,
    required: target.required?.includes(name) ?? false,
    schema: property,
  }))
}

/** The shapes that a schema may have, where there are several; empty where there is one. */
export function variantList(schema: Schema, components: Components): string {
  const target = schema.$ref === undefined ? schema : (components[nameOf(schema.$ref)] ?? {})
  return target.oneOf === undefined ? '' : `<p>One of ${target.oneOf.map(typeOf).join(', ')}.</p>`
}

/** A list of fields; `marks` says which are required, where that means something. */
export function fieldList(fields: Field[], marks: boolean): string {
  const rows = fields.map(({ name, required, schema, description = schema.description }) => {
    const mark = marks && required ? ' <span class="required">required</span>' : ''
    const nested = schema.properties ?? schema.items?.properties
    const inner =
      nested === undefined
        ? ''
        : `<details><summary>Fields</summary>${fieldList(fieldsOf(schema.properties === undefined ? schema.items! : schema, {}), false)}</details>`
    return `<dt><code>${escapeHtml(name)}</code> <span class="type">${typeOf(schema)}</span>${mark}</dt><dd>${
      description === undefined ? '' : markdown(description)
    }${boundsOf(schema)}${inner}</dd>`
  })
  return `<dl class="fields">${rows.join('')}</dl>`
}
