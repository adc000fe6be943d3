import * as v from 'valibot'
import { isMultilingual, type Languages } from '../languages.ts'
import { usedFor } from '../schemas/import.ts'
import { remakeOf } from '../schemas/list.ts'
import { pairLanguages } from '../schemas/translation.ts'
import type { Contract, Endpoint, ResponseBody } from './endpoint.ts'

type Schema = v.GenericSchema
type Parts = {
  type: string
  entries: Record<string, Schema>
  item: Schema
  wrapped: Schema
  value: Schema
  options: readonly (Schema | string)[]
  message?: unknown
  pipe?: readonly [Schema, ...v.PipeItem<unknown, unknown, v.BaseIssue<unknown>>[]]
}

/** The fields that only a glossary in several languages has (contract, section 23). */
const fields = new Set(['lang', 'language', 'translation', 'translations'])
const pairs = new Set<Schema>(Object.values(pairLanguages))
/** What only there can be chosen in a list. */
const values = new Set([
  ...['translation', 'current', 'translated', 'translation_removed'],
  ...['pairs', 'text/tab-separated-values; charset=utf-8'],
  ...['term.translated', 'term.translation_removed', 'unknown_language'],
])

/** Returns what a glossary has of a list: with one language, it has nothing of translations. */
export const valuesOf = <Value extends string>(settings: { languages: Languages }, list: readonly Value[]) =>
  isMultilingual(settings) ? list : valuesInOneLanguage(list)

/** Leaves out of a list what only a glossary in several languages has. */
const valuesInOneLanguage = <Value extends string>(list: readonly Value[]): Value[] =>
  list.filter((value) => !values.has(value))

const endpointsInOne = new WeakMap<Endpoint, Endpoint>()

/** Returns the endpoints that a glossary in one language has, without the fields of translations. */
export const endpointsInOneLanguage = (endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints
    .filter(({ contract }) => !contract.isMultilingual)
    .map((each) => {
      const known = endpointsInOne.get(each) ?? each.withContract(contractInOneLanguage(each.contract))
      endpointsInOne.set(each, known)
      return known
    })

function contractInOneLanguage(contract: Contract): Contract {
  const { params, query, body, form, responses } = contract
  return {
    ...contract,
    ...(params && { params: inOneLanguage(params) }),
    ...(query && { query: inOneLanguage(query) }),
    ...(body && { body: inOneLanguage(body) }),
    ...(form && { form: inOneLanguage(form) }),
    responses: Object.fromEntries(Object.entries(responses).map(([status, each]) => [status, responseInOne(each)])),
  }
}

function responseInOne(response: ResponseBody): ResponseBody {
  if (response === null) return null
  if (!('media' in response)) return inOneLanguage(response)
  const media = valuesInOneLanguage(response.media)
  return { ...response, media, ...(response.json && { json: inOneLanguage(response.json) }) }
}

const narrowed = new WeakMap<object, Schema>([[usedFor.inSeveral, usedFor.inOneLanguage]])

/**
 * Returns a schema as a glossary in one language has it: without the fields and values of translations. A schema that
 * has none is returned as it is.
 */
export function inOneLanguage<Each extends Schema>(schema: Each): Each {
  const known = narrowed.get(schema) ?? narrow(schema)
  narrowed.set(schema, known)
  return known as Each
}

function narrow(schema: Schema): Schema {
  const { type, entries, item, wrapped, value, options, pipe } = schema as unknown as Parts
  const remake = remakeOf(schema)
  if (remake) return replaced(schema, item, remake)
  if (pipe) {
    const [first, ...rest] = pipe
    return replaced(schema, first, (other) => v.pipe(other, ...(rest as [])))
  }
  if (entries) return withEntries(schema, entries)
  if (type === 'picklist') return withOptions(schema, options as string[])
  if (type === 'union') return withParts(schema, 'options', options as Schema[])
  if (item) return replaced(schema, item, (other) => ({ ...schema, item: other }) as Schema)
  if (wrapped) return replaced(schema, wrapped, (other) => ({ ...schema, wrapped: other }) as Schema)
  if (value) return replaced(schema, value, (other) => ({ ...schema, value: other }) as Schema)
  return schema
}

/** Makes a schema of a part that is another one in one language. */
function replaced(schema: Schema, part: Schema, make: (part: Schema) => Schema): Schema {
  const other = inOneLanguage(part)
  return other === part ? schema : make(other)
}

function withParts(schema: Schema, key: string, parts: readonly Schema[]): Schema {
  const others = parts.map(inOneLanguage)
  return others.every((other, place) => other === parts[place]) ? schema : ({ ...schema, [key]: others } as Schema)
}

function withEntries(schema: Schema, entries: Record<string, Schema>): Schema {
  const kept = Object.entries(entries).filter(([name, entry]) => !fields.has(name) && !pairs.has(entry))
  const others = kept.map(([name, entry]) => [name, inOneLanguage(entry)] as const)
  const isSame = others.every(([name, entry]) => entry === entries[name])
  if (isSame && kept.length === Object.keys(entries).length) return schema
  return { ...schema, entries: Object.fromEntries(others) } as Schema
}

function withOptions(schema: Schema, options: readonly string[]): Schema {
  const others = valuesInOneLanguage(options)
  if (others.length === options.length) return schema
  const { message } = schema as unknown as Parts
  return v.picklist(others, String(message ?? '').replace(options.join(', '), others.join(', ')) || undefined)
}
