import type * as v from 'valibot'
import { JsonText } from '../json-text.ts'

type Encode = (value: unknown) => string
type Composite = v.GenericSchema & {
  entries: Record<string, v.GenericSchema>
  item: v.GenericSchema
  wrapped: v.GenericSchema
  value: v.GenericSchema
}

/**
 * Creates a function that writes values as JSON, without the fields that a schema does not name, at any depth, so that
 * a response never contains more than its contract promises. What is JSON already is passed on as it is: the view of
 * terms has a test of its own. The fields are not validated: types and tests do that.
 *
 * @throws Error for kinds of schemas that responses do not use
 */
export function jsonEncoder(schema: v.GenericSchema): Encode {
  const encode = encoderOf(schema)
  return (value) => (value instanceof JsonText ? value.text : encode(value))
}

function encoderOf(schema: v.GenericSchema): Encode {
  const { type, entries, item, wrapped, value } = schema as Composite
  if (type === 'object') return ofObject(entries)
  if (type === 'array') return ofArray(jsonEncoder(item))
  if (type === 'nullable') return ofNullable(jsonEncoder(wrapped))
  if (type === 'optional') return jsonEncoder(wrapped)
  if (type === 'record') return ofRecord(jsonEncoder(value))
  if (scalars.has(type)) return JSON.stringify
  throw new Error(`responses cannot contain the schema ${type}`)
}

const scalars = new Set(['string', 'number', 'boolean', 'picklist', 'literal', 'unknown'])

function ofObject(entries: Record<string, v.GenericSchema>): Encode {
  const members = Object.entries(entries).map(([name, schema]) => ({
    name,
    key: `${JSON.stringify(name)}:`,
    encode: jsonEncoder(schema),
  }))
  return (value) => {
    let text = ''
    for (const { name, key, encode } of members) {
      const member = (value as Record<string, unknown>)[name]
      if (member !== undefined) text += `${text && ','}${key}${encode(member)}`
    }
    return `{${text}}`
  }
}

const ofArray =
  (encode: Encode): Encode =>
  (value) =>
    `[${(value as unknown[]).map(encode).join(',')}]`

const ofNullable =
  (encode: Encode): Encode =>
  (value) =>
    value === null ? 'null' : encode(value)

const ofRecord =
  (encode: Encode): Encode =>
  (value) => {
    const members = Object.entries(value as object)
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${encode(member)}`)}}`
  }
