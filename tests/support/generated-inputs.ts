import { readFileSync } from 'node:fs'
import type { Contract } from '../../lib/http/endpoint.ts'
import { maxRequestBytes } from '../../lib/schemas/lookup.ts'
import { forms } from './endpoint-forms.ts'
import { bodies, queries } from './endpoints.ts'
import { agentMessages, importedFiles, slackMessages } from './generated-messages.ts'
import { inForm, inJson, jsonWith, mark, type Parts, type Slot } from './input-slots.ts'
import { shapes, signs } from './signs.ts'
import { filesBelow, root } from './sources.ts'

/** An input that can be made as long as it may be, or a share of that. */
export type Input = { what: string; make(share: number): Parts }

/** Node reads at most 16 KiB of headers, the path and the query among them. */
const maxHeadBytes = 15_000
const defaultBodyBytes = 64 * 1024

const inUrl = (text: string) => encodeURIComponent(text.toWellFormed())
const inHeader = (text: string) => text.trim().replace(/[^\t\x20-\x7e]/g, 'x')

/** The headers that the service reads, from its sources. */
const headerNames = [
  ...new Set(
    ['lib', 'handlers']
      .flatMap(filesBelow)
      .map((path) => readFileSync(root + path, 'utf8'))
      .flatMap((text) => [...text.matchAll(/headers\.get\('([\w-]+)'\)/g)])
      .map(([, name]) => name ?? ''),
  ),
].filter((name) => name !== 'host' && name !== 'content-length')

/**
 * Everything that can be sent to an endpoint: each text that it reads, as long as it may be, and lists that are wrong.
 */
export function inputsOf(contract: Contract, seed: number): Input[] {
  return slotsOf(contract).flatMap((slot, i) => [
    ...textsFor(slot, seed + i),
    ...(slot.isJson ? wrongValues(slot) : []),
  ])
}

/** Texts of every sign: alone, and in one of the other shapes, which take turns. */
const textsFor = (slot: Slot, turn: number): Input[] =>
  signs.flatMap((sign, i) => {
    const [alone, ...others] = shapes
    const other = others[(turn + i) % others.length]
    return [alone, other].flatMap((shape) => (shape ? textsOf(slot, sign, shape) : []))
  })

function textsOf(slot: Slot, sign: string, shape: (typeof shapes)[number]): Input[] {
  const longest = longestThatFits(slot, (length) => shape(sign, length))
  const lengths = new Set([Math.min(slot.maxLength ?? longest, longest), longest])
  return [...lengths].map((length) => ({
    what: `${slot.what}: ${length} units of ${JSON.stringify(shape(sign, 12))}`,
    make: (share) => slot.put(slot.encode(shape(sign, Math.floor(length * share)))),
  }))
}

/** Most signs fill this length exactly, as it is a multiple of 1 to 7. */
const sampleLength = 420

function longestThatFits({ maxBytes, encode }: Slot, textOf: (length: number) => string) {
  const bytesPerUnit = Buffer.byteLength(encode(textOf(sampleLength))) / sampleLength
  return Math.floor(maxBytes / Math.max(1, bytesPerUnit))
}

/** Entries that no list of ours has. */
const entries = ['{}', '[]', '1', 'null', '""', '{"name":1}', '[[1]]', '{"__proto__":[]}']

const repeated = (part: string, bytes: number) => part.repeat(Math.max(0, Math.floor(bytes / part.length)))
/** JSON of a size that nothing of ours allows. */
const wrongJson: Record<string, (bytes: number) => string> = {
  ...Object.fromEntries(
    entries.map((entry) => [`a list of ${entry}`, (bytes: number) => `[${repeated(`${entry},`, bytes)}1]`]),
  ),
  'nested arrays': (bytes) => repeated('[', bytes / 2) + repeated(']', bytes / 2),
  'nested objects': (bytes) => `${repeated('{"a":', bytes * 0.83)}1${repeated('}', bytes * 0.16)}`,
  'unknown fields': (bytes) => `{${unknownFields(bytes / 14, (name) => `"${name}":1`).join(',')}}`,
  'open arrays': (bytes) => repeated('[', bytes),
  'a number': (bytes) => repeated('9', bytes),
}

const unknownFields = (count: number, field: (name: string) => string) =>
  Array.from({ length: count }, (_, i) => field(`unknown${i}`))

const wrongValues = ({ what, maxBytes, put }: Slot): Input[] =>
  Object.entries(wrongJson).map(([wrong, make]) => ({
    what: `${what}: ${wrong}`,
    // In place of the text and its quotes.
    make: (share) => {
      const parts = put(mark)
      const body = parts.body?.replace(`"${mark}"`, () => make(maxBytes * share))
      return { ...parts, body }
    },
  }))

/** The places for texts in requests to an endpoint. */
function slotsOf(contract: Contract): Slot[] {
  return [
    ...pathSlots(contract),
    ...querySlots(contract),
    ...formSlots(contract),
    ...bodySlots(contract),
    ...(contract.method === 'GET' ? [storedTerm] : []),
    ...(readers.has(`${contract.method} ${contract.path}`) ? headerSlots : []),
    ...messageSlots(contract),
  ]
}

/** One endpoint of each kind that reads headers in its own way. On all others, the same code reads them. */
const readers = new Set([
  ...['GET /api/v1/terms/:id', 'PUT /api/v1/terms/:id', 'GET /', 'POST /terms', 'POST /import'],
  ...['GET /feeds/:token/:format', 'POST /mcp', 'POST /slack/events', 'GET /auth/slack/callback'],
])

const headerSlots: Slot[] = headerNames.map((name) => ({
  what: `header ${name}`,
  maxBytes: maxHeadBytes,
  encode: inHeader,
  put: (encoded) => ({ headers: { [name]: encoded } }),
}))

/** What people have written, and others read. */
const storedTerm: Slot = {
  what: 'a stored term',
  maxBytes: 12_000,
  maxLength: 4000,
  encode: (text) => text,
  put: (definition) => ({
    term: {
      definition,
      full_name: definition.slice(0, 300),
      category: definition.slice(0, 80),
      aliases: [definition.slice(0, 120)],
    },
  }),
}

const pathSlots = ({ path }: Contract): Slot[] =>
  [...path.matchAll(/:(\w+)\+?/g)].map(([parameter, name]) => ({
    what: `path ${name}`,
    maxBytes: maxHeadBytes,
    maxLength: 120,
    encode: inUrl,
    put: (encoded) => ({ path: path.replace(parameter, () => encoded) }),
  }))

const fieldsOf = (schema: unknown) =>
  Object.entries((schema as { entries?: Record<string, unknown> } | undefined)?.entries ?? {})

const withoutField = (fields: URLSearchParams, name: string) => {
  fields.delete(name)
  return `${fields}${fields.size > 0 ? '&' : ''}`
}

const querySlots = ({ method, path, query }: Contract): Slot[] =>
  fieldsOf(query).map(([name, schema]) => ({
    what: `query ${name}`,
    maxLength: longestOf(schema),
    maxBytes: maxHeadBytes,
    encode: inUrl,
    put: (encoded) => ({
      query: `${withoutField(new URLSearchParams(method === 'POST' ? '' : queries[path]), name)}${name}=${encoded}`,
    }),
  }))

const formType = 'application/x-www-form-urlencoded'

function formSlots({ method, path, form, maxBodyBytes = defaultBodyBytes }: Contract): Slot[] {
  if (!form) return []
  const maxBytes = maxBodyBytes - 1000
  const slot = (what: string, before: (name: string) => string): Slot[] =>
    fieldsOf(form).map(([name, schema]) => ({
      what: `${what} ${name}`,
      maxLength: longestOf(schema),
      maxBytes,
      encode: inForm,
      put: (encoded) => ({ body: before(name) + encoded, type: formType }),
    }))
  const others = (name: string) => withoutField(new URLSearchParams(forms[`${method} ${path}`]), name)
  const whole = { what: 'form', maxBytes, encode: (text: string) => text }
  return [
    ...slot('form field', (name) => `${others(name)}${name}=`),
    { ...whole, put: (body) => ({ body, type: formType }) },
    ...fieldsOf(form).map(([name]) => ({
      ...whole,
      what: `form field ${name}, repeated`,
      encode: (text: string) => repeated(`${name}=${inForm(text.slice(0, 2))}&`, text.length),
      put: (body: string) => ({ body: others(name) + body, type: formType }),
    })),
  ]
}

function bodySlots({ method, path, body, maxBodyBytes = defaultBodyBytes }: Contract): Slot[] {
  if (!body) return []
  const base = bodies[`${method} ${path}`]
  const maxBytes = maxBodyBytes - 1000
  return [
    { what: 'body', maxBytes, encode: (text) => text, put: (text) => ({ body: text }) },
    ...choicesOf(body).flatMap((choice) => fieldSlots(body, { ...base, ...choice }, maxBytes)),
  ]
}

function fieldSlots(body: unknown, base: object, maxBytes: number): Slot[] {
  return fieldsOf(body).flatMap(([name, schema]) => {
    const list = longestListOf(schema)
    const text = {
      what: `field ${name} of ${JSON.stringify(base)}`,
      maxLength: longestOf(schema),
      maxBytes,
      encode: inJson,
      put: jsonWith({ ...base, [name]: mark }),
      isJson: true,
    }
    const listed = { ...text, what: `list ${name}`, put: jsonWithList(base, name, list ?? 0) }
    return list ? [text, listed] : [text]
  })
}

/** What the fields can be that allow some words only: the default, and each word. */
const choicesOf = (body: unknown): object[] => [
  {},
  ...fieldsOf(body).flatMap(([name, schema]) => wordsOf(schema).map((word) => ({ [name]: word }))),
]

/** As many entries as the list may have, each different. */
const jsonWithList = (base: object | undefined, name: string, length: number) => {
  const entries = Array.from({ length }, (_, i) => `${mark}${i}`)
  const text = JSON.stringify({ ...base, [name]: entries })
  return (encoded: string): Parts => ({ body: text.replaceAll(mark, () => encoded.slice(0, 3000)) })
}

/** The messages and files of endpoints that parse their bodies themselves. */
function messageSlots({ path, method, file }: Contract): Slot[] {
  if (path === '/mcp') return agentMessages(maxRequestBytes - 1000)
  if (path === '/slack/events') return slackMessages(1024 ** 2 - 1000)
  return file ? importedFiles(`${method} ${path}`, file) : []
}

/** Looks for something in a schema and everything inside. */
function find<Limit>(schema: unknown, limitOf: (part: Part) => Limit | undefined): Limit | undefined {
  const part = schema as Part
  const found = limitOf(part)
  if (found !== undefined) return found
  const inside = [part.wrapped, part.item, ...(part.pipe ?? []), ...(part.options ?? [])]
  for (const each of inside) {
    const isSchema = typeof each === 'object' && each !== null && each !== schema
    const limit = isSchema ? find(each, limitOf) : undefined
    if (limit !== undefined) return limit
  }
  return undefined
}
type Part = {
  type?: string
  requirement?: number
  metadata?: { jsonSchema?: { maxLength?: number } }
  wrapped?: unknown
  item?: unknown
  pipe?: unknown[]
  /** the words of a picklist, or the schemas of a union */
  options?: unknown[]
}

/** The words that a field allows; none if it allows others, too, or is a list of them. */
const wordsOf = (schema: unknown): string[] => {
  if (longestListOf(schema) !== undefined) return []
  return find(schema, ({ type, options }) => (type === 'picklist' ? (options as string[]) : undefined)) ?? []
}

const longestOf = (schema: unknown) =>
  find(schema, ({ metadata }) => metadata?.jsonSchema?.maxLength) ??
  (longestListOf(schema) === undefined ? longestAction(schema) : undefined)

const longestAction = (schema: unknown) =>
  find(schema, ({ type, requirement }) => (type === 'max_length' ? requirement : undefined))

/** How many entries a list may have; undefined if it is none. */
function longestListOf(schema: unknown) {
  const isList = find(schema, ({ type }) => (type === 'array' ? 1 : undefined))
  if (!isList) return undefined
  return longestAction(schema)
}
