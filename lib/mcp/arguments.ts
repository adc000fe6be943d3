import type * as v from 'valibot'

/** The input of a tool: an object. */
export type InputSchema = v.ObjectSchema<v.ObjectEntries, undefined>

/**
 * Reads the arguments of a tool as models give them. They fill in what they leave out: of an optional argument, `null` and
 * text without content count as absent, a whole number may be text, and a choice may be in any case (contract, section 9).
 */
export const readArguments = ({ entries }: InputSchema, given: object): object =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const schema = Object.hasOwn(entries, name) ? entries[name] : undefined
      if (schema?.type !== 'optional') return [[name, value]]
      if (value === null || (typeof value === 'string' && value.trim() === '')) return []
      const { wrapped } = schema as v.OptionalSchema<v.GenericSchema, undefined>
      return [[name, typeof value === 'string' ? readText(wrapped, value.trim()) : value]]
    }),
  )

function readText({ type }: v.GenericSchema, text: string): unknown {
  if (type === 'picklist') return text.toLowerCase()
  return type === 'number' && /^-?\d{1,15}(?:\.0+)?$/.test(text) ? Number(text) : text
}
