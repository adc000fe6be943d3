import * as assert from 'uvu/assert'
import { descriptions } from '../lib/http/openapi-descriptions.ts'
import { document, operations, type Schema } from './support/api-document.ts'
import { suite } from './support/suite.ts'

const test = suite('openapi, fields')

type Part = { at: string; name: string; schema: Schema }

/** The schema and the parts that it consists of, without those that it refers to. */
function partsOf({ at, name, schema }: Part): Part[] {
  const { items, additionalProperties: others, properties = {}, anyOf = [] } = schema
  const inside = [items, others, ...anyOf].filter((each) => typeof each === 'object') as Schema[]
  return [
    { at, name, schema },
    ...inside.flatMap((each) => partsOf({ at, name: '', schema: each })),
    ...Object.entries(properties).flatMap(([field, each]) =>
      partsOf({ at: `${at}.${field}`, name: field, schema: each }),
    ),
  ]
}

const contents = operations.flatMap(({ name, operation: { requestBody, responses } }) =>
  [requestBody, ...Object.values(responses)].flatMap((each) =>
    Object.entries(each?.content ?? {}).map(([type, { schema }]) => ({
      at: `${name} ${type}`,
      schema,
      isRequest: each === requestBody,
    })),
  ),
)
const parameters = operations.flatMap(({ name, operation }) =>
  operation.parameters.map((each) => ({ at: `${name} ${each.name}`, ...each })),
)
const named = Object.entries<Schema>(document.components.schemas).map(([at, schema]) => ({
  ...{ at, name: '', schema },
}))
const parts = [
  ...named,
  ...contents.map(({ at, schema = {} }) => ({ at, name: '', schema })),
  ...parameters.map(({ at, schema }) => ({ at, name: '', schema })),
].flatMap(partsOf)

/** A schema with the parts that it consists of or refers to. */
function reachedFrom(part: Part): Part[] {
  return partsOf(part).flatMap((each) => {
    const target = named.find(({ at }) => each.schema.$ref === `#/components/schemas/${at}`)
    return target ? reachedFrom(target) : [each]
  })
}

test('every field and every parameter has a description', () => {
  const described = [
    ...parts.filter(({ name }) => name !== '').map(({ at, schema }) => ({ at, ...schema })),
    ...parameters,
  ]
  assert.ok(described.length > 400, 'there are fields')
  for (const { at, description } of described) {
    const message = `${at} needs a description in lib/http/openapi-descriptions.ts`
    assert.match(description ?? '', /^[A-Z`].*\.$/s, message)
  }
})

test('every description is used', () => {
  const used = new Set([
    ...parts.map(({ schema }) => schema.description),
    ...parameters.map(({ description }) => description),
  ])
  for (const [name, text] of Object.entries(descriptions)) assert.ok(used.has(text), name)
})

test('every content type has a schema', () => {
  assert.equal(
    contents.filter(({ schema }) => !schema || Object.keys(schema).length === 0),
    [],
  )
})

test('files are text, bytes, or a list of objects in JSON', () => {
  const post = document.paths['/api/v1/import'].post.requestBody.content
  assert.equal(post['text/csv'].schema, { type: 'string' })
  assert.equal(post['application/json'].schema, {
    type: 'array',
    items: { type: 'object', additionalProperties: true },
  })
  const get = document.paths['/api/v1/export'].get.responses[200].content
  assert.equal(get['text/markdown'].schema, { type: 'string' })
  assert.equal(get['application/x-tbx'].schema, { type: 'string' })
  assert.equal(get['application/ld+json'].schema.type, 'object')
  assert.equal(get['application/json'].schema.items, { $ref: '#/components/schemas/TermInFile' })
  assert.equal(get['application/zip'].schema, { type: 'string', format: 'binary' })
})

test('no schema is a constant, and every choice has a type', () => {
  for (const { at, schema } of parts) {
    assert.not.ok('const' in schema, at)
    if (schema.enum) assert.is(schema.type, 'string', at)
  }
})

test('every text in a request says what it can be', () => {
  const limits = ['enum', 'format', 'pattern', 'minLength', 'contentMediaType']
  const requests = [
    ...contents.filter(({ isRequest, schema }) => isRequest && schema?.type !== 'string'),
    ...parameters.filter((each) => each.in !== 'header'),
  ] as Part[]
  const free = requests
    .flatMap((each) => reachedFrom({ ...each, name: '' }))
    .filter(({ schema }) => schema.type === 'string' && !limits.some((limit) => limit in schema))
  assert.equal(
    free.map(({ at }) => at).sort(),
    [
      ...['TextToCorrect.text', 'TextToExplain.text', 'GET /feeds/{token}/{format} token', 'GET /auth/dev/login next'],
      ...['GET /auth/slack/login next', 'GET /auth/slack/callback code'],
      ...['GET /auth/slack/callback state', 'GET /auth/slack/callback error'],
      ...['GET /auth/slack/callback iss', 'GET /auth/oidc/login next'],
      ...['GET /auth/oidc/callback code', 'GET /auth/oidc/callback state'],
      ...['GET /auth/oidc/callback error', 'GET /auth/oidc/callback iss'],
    ].sort(),
  )
})

test('a name in a request has the length that the service takes', () => {
  const { name, full_name } = document.components.schemas.NewTerm.properties
  assert.equal([name.minLength, name.maxLength], [1, 120])
  assert.equal(full_name.anyOf[0].maxLength, 300)
})

test('every operation can return 405, which its path answers to other methods', () => {
  for (const { name, operation } of operations) {
    assert.is(operation.responses[405]?.$ref, '#/components/responses/Problem405', name)
  }
})

test.run()
