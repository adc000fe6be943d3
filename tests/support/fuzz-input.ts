import { formatNames } from '../../lib/export/formats.ts'
import { relationKinds } from '../../lib/schemas/relations.ts'
import { type Described, document, type Schema } from './api-document.ts'
import { generator } from './random.ts'

/** A request that is to be sent to an operation. */
export type Shot = {
  described: Described
  method: string
  path: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
}
/** What there is to ask for. */
export type Ids = Record<
  | 'terms'
  | 'users'
  | 'tokens'
  | 'agents'
  | 'disputes'
  | 'proposals'
  | 'dismissed'
  | 'embed-keys'
  | 'imports'
  | 'webhooks'
  | 'wanted',
  string[]
>

let random = generator(0)

/** Starts over: the same seed gives the same requests. */
export function seedWith(seed: number) {
  random = generator(seed)
}

const chance = (likelihood: number) => random() < likelihood
const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item

const alphabets = [
  'abcdeXYZ 019',
  'äöüÉßøñ',
  '😀👩‍👩‍👧🏳️‍🌈',
  'שלום مرحبا',
  '漢字かな',
  `%_'"\\<>&*#\`|`,
  'e\u0301\u200d\u202e',
]
const numbers = [-1, -0, 1.5, 1e308, 2 ** 53, 2 ** 31, -(2 ** 31) - 1]
const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\x1b[31m',
  '\u202e\u2066',
  '%',
  '%00',
  '\\',
  "'; drop table terms; --",
]
const oddities = [
  '__proto__',
  'constructor',
  'NaN',
  '1e9',
  '0x10',
  '+1',
  '٣',
  '-0',
  'me',
  'ME',
  'null',
  '2026-13-01',
  '../..',
  'a/b',
  'a?b#c',
]
const long = ['é'.repeat(121), '😀'.repeat(4001), 'x'.repeat(5000), '1'.repeat(400), '('.repeat(201), 'a b '.repeat(51)]
const shapes = [null, true, [], {}, [[]], { length: 1e9 }, [null, 'read'], JSON.parse('{"__proto__":{"role":"admin"}}')]
const hostileTexts = [...texts, ...oddities, ...long]
const hostile = [...hostileTexts, ...numbers, ...shapes]

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const bytes = (...values: number[]) => new Uint8Array(values)
const rawBodies = [
  ...['', ' ', '{', 'null', '[]', '"text"', '0', 'true', '{"a":}', "{'name':1}", '{}{}', '\ufeff{}', '//'],
  ...['{"name":"a","name":"b","definition":"c"}', '{"version":1e400}', '{"version":1,"name":"\\ud800"}'],
  ...['{"name":"\\u0000","definition":"x"}', '{"__proto__":null,"constructor":1,"role":"admin"}'],
  ...[deep(30_000), '['.repeat(60_000), `{"name":${deep(20_000)},"definition":"x"}`],
  ...[`{"name":"x","definition":"x"}${' '.repeat(70_000)}`, `{"reason":"${'x'.repeat(65_525)}"}`],
  ...[bytes(0xff, 0xfe, 0x7b), bytes(0xc3, 0x28), bytes(0x22, 0xed, 0xa0, 0x80, 0x22), bytes(0)],
]
const tags = ['*', '"1"', 'W/"1"', '"1", "2"', '"99999999999"', 'garbage', '', 'é', ',,"']
const oddHeaders: Record<string, readonly string[]> = {
  'if-match': tags,
  'if-none-match': tags,
  'content-type': [
    'application/json;charset=utf-8',
    'APPLICATION/JSON',
    'text/plain',
    '',
    ';',
    'application/json, text/html',
    'multipart/form-data',
  ],
  'content-length': ['-1', 'NaN', '99999999'],
  'x-request-id': ['mine-1', 'x'.repeat(129), 'a b', '<script>', '', 'é'],
  origin: ['http://localhost:8000', 'https://evil.example', 'null', 'garbage', ''],
  'sec-fetch-site': ['cross-site', 'same-origin', 'none', 'x'],
  accept: ['application/json', 'text/html', '*/*;q=0', ';;q=é', ''],
  authorization: ['Bearer', 'Bearer  x', 'Basic eA==', 'bearer glo_x', 'Bearer a.b.c', ''],
  cookie: ['user_id=', 'user_id=x', '%', 'a; user_id=%E0%A4%A', '=; ;'],
  'x-user-id': ['garbage', '', '00000000-0000-4000-8000-000000000000'],
  'x-forwarded-for': ['1.2.3.4', 'garbage, ::1', ','],
  'x-http-method-override': ['DELETE'],
}

function text(least: number, most: number) {
  const alphabet = [...pick(alphabets)]
  const length = pick([least, least + 1, 8, 12, 16, 20, most - 1, most])
  return Array.from({ length: Math.min(Math.max(length, least), most) }, () => pick(alphabet)).join('')
}

const address = () => `${text(1, 20)}@example.com`

/** Words in paths. */
const pathWords: Record<string, readonly string[]> = {
  format: formatNames,
  kind: relationKinds,
  language: ['de', 'fr', 'DE'],
}

/** A value that a schema accepts, as far as schemas tell. */
function valid(given: Schema, ids: Ids): unknown {
  const name = String(given.$ref ?? '').split('/')[3]
  const schema: Schema = name ? document.components.schemas[name] : given
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(schema.enum as string[])
  if (schema.anyOf) return valid(pick(schema.anyOf), ids)
  const {
    type,
    minimum: least = 0,
    maximum: most = 9,
    required = [],
  } = schema as never as { type: string; minimum?: number; maximum?: number; required?: string[] }
  if (schema.format === 'uuid') return pick(Object.values(ids).flat())
  if (schema.format === 'uri') return pick(['https://wiki.example.com', 'http://localhost:3000'])
  if (type === 'string') return text(Number(schema.minLength ?? 0), Number(schema.maxLength ?? 30))
  if (type === 'integer') return pick([least, least + 1, least + 2, most])
  if (type === 'boolean') return chance(0.6)
  if (type === 'array') return Array.from({ length: pick([1, 2]) }, () => valid(schema.items as Schema, ids))
  if (type === 'null') return null
  const fields = Object.entries(schema.properties ?? {})
  const present = fields.filter(([field]) => required.includes(field) || chance(0.5))
  return Object.fromEntries(
    present.map(([field, each]) => [
      field,
      field === 'into' ? pick(ids.terms) : field === 'email' ? address() : valid(each, ids),
    ]),
  )
}

/** A file that an operation takes, and its media type. */
function fileFor({ operation }: Described, isHostile: boolean) {
  const types = Object.keys(operation.requestBody?.content ?? {})
  if (types.length === 0 || types[0] === 'application/json') return null
  if (isHostile && chance(0.5)) return { type: pick(types), body: pick(rawBodies) }
  const rows = Array.from({ length: 3 }, () => `${text(1, 20)},${text(1, 20)}`)
  return { type: 'text/csv', body: ['name,definition', ...rows].join('\n') }
}

function bodyFor({ operation }: Described, ids: Ids, isHostile: boolean) {
  const schema = operation.requestBody?.content['application/json']?.schema
  if (!schema) return isHostile ? pick(rawBodies) : undefined
  if (isHostile && chance(0.4)) return pick(rawBodies)
  const body = valid(schema, ids) as Record<string, unknown>
  if (isHostile) {
    const field = pick([...Object.keys(body), '__proto__', 'id', 'role', 'status'])
    if (chance(0.2)) delete body[field]
    else Object.defineProperty(body, field, { value: pick(hostile), enumerable: true })
  }
  return JSON.stringify(body)
}

function encode(value: unknown) {
  const plain = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return plain.isWellFormed() && !chance(0.02) ? encodeURIComponent(plain) : pick(['%ED%A0%80', '%zz', '%', '%ff', '+'])
}

/**
 * Makes a request: all of it as the document wants it, or some parts spoilt.
 *
 * @param spoilage how many of the requests are to be spoilt, 0 to 1
 */
export function aim(described: Described, ids: Ids, spoilage: number, feedToken = ''): Shot {
  const isSpoilt = chance(spoilage)
  const spoil = (likelihood: number) => isSpoilt && chance(likelihood)
  const kind = (/\/(users|tokens|agents|disputes|proposals|dismissed|embed-keys|imports|webhooks|wanted)\//.exec(
    described.path,
  )?.[1] ?? 'terms') as keyof Ids
  const { parameters } = described.operation
  const path = described.path.replace(/\{(\w+)\}/g, (_, name) => {
    if (spoil(0.3)) return encode(pick(hostileTexts.filter((each) => each !== '')))
    if (name === 'id') return spoil(0.3) ? pick(Object.values(ids).flat()).toUpperCase() : pick(ids[kind])
    if (name === 'token') return feedToken
    if (name === 'other_id') return pick(ids.terms)
    return pick(pathWords[name] ?? ['discovery', 'staleness'])
  })
  const query = parameters.flatMap(({ in: where, name, required, schema }) => {
    if (where !== 'query' || !(required || name === 'email' || chance(0.4))) return []
    const value = spoil(0.4)
      ? pick(hostile)
      : name === 'email'
        ? pick(['ada@example.com', 'ÅSA@example.com', address()])
        : valid(schema, ids)
    const pair = `${name}=${encode(value)}`
    return spoil(0.1) ? [pair, pair] : [pair]
  })
  if (spoil(0.1)) query.push(pick(['unknown=1', '&&', '=', 'limit', 'q=%', '__proto__=1', 'limit[]=1']))
  const names = spoil(0.5) ? [pick(Object.keys(oddHeaders)), pick(Object.keys(oddHeaders))] : []
  for (const parameter of parameters) {
    if (parameter.in === 'header' && spoil(0.5)) names.push(parameter.name.toLowerCase())
  }
  const file = fileFor(described, spoil(0.7))
  return {
    described,
    method: described.method === 'GET' && chance(0.05) ? 'HEAD' : described.method,
    path: query.length > 0 ? `${path}?${query.join('&')}` : path,
    headers: {
      ...(file && { 'content-type': file.type }),
      ...Object.fromEntries(names.map((name) => [name, pick(oddHeaders[name] ?? [])])),
    },
    body: file ? file.body : described.method === 'GET' ? undefined : bodyFor(described, ids, spoil(0.7)),
  }
}
