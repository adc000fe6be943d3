import { Validator } from '@seriousme/openapi-schema-validator'
import * as assert from 'uvu/assert'
import { routes } from '../handlers/app.ts'
import type { Contract } from '../lib/http/endpoint.ts'
import { type Content, type Described, document, faults, operations, type Schema } from './support/api-document.ts'
import { suite } from './support/suite.ts'
import { glossary, threeLanguages } from './support/test-service.ts'

type Example = Record<string, unknown>

const contracts = routes.map(({ contract }) => contract)

/** The names of the operations that a rule holds for, sorted. */
const which = (rule: (described: Described) => unknown) =>
  operations
    .filter(rule)
    .map(({ name }) => name)
    .sort()

/** The same of the endpoints that the document should have. */
const whichContracts = (rule: (contract: Contract) => unknown) =>
  contracts
    .filter((contract) => contract.operationId && rule(contract))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    .sort()

const answers = (status: number) =>
  which(({ operation }) => operation.responses[status]?.$ref?.endsWith(`/Problem${status}`))

const test = suite('openapi')
const served = glossary('openapi, served', threeLanguages)

served('the document is public JSON', async ({ request }) => {
  const { status, headers, text } = await request('GET', '/openapi.json')
  assert.is(status, 200)
  assert.is(headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(JSON.parse(text), document)
})

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  assert.equal(errors, undefined)
  assert.is(valid, true)
  assert.is(validator.version, '3.1')
})

test('it lists exactly the endpoints that are not hidden', () => {
  assert.equal(
    which(() => true),
    whichContracts(() => true),
  )
  assert.ok(operations.length >= 30, 'the list is not empty by accident')
})

test('only pages and assets are hidden', () => {
  const hidden = contracts.filter(({ operationId }) => !operationId).map(({ path }) => path)
  assert.equal(
    hidden.filter((path) => path.startsWith('/api/') || path.startsWith('/auth/')),
    [],
  )
})

test('every operation has a unique summary, one known tag and a unique ID', () => {
  const known = document.tags.map(({ name }: { name: string }) => name)
  for (const { name, operation } of operations) {
    assert.match(operation.summary, /^[A-Z].+[^.]$/, name)
    assert.is(operation.tags.length, 1, name)
    assert.ok(known.includes(operation.tags[0]), name)
    assert.match(operation.operationId, /^[a-z][A-Za-z]+$/, name)
    assert.match(operation.description, /^[^\n]+\.(\n|$)/, name)
  }
  assert.is(new Set(operations.map(({ operation: { summary } }) => summary)).size, operations.length)
  const ids = new Set(operations.map(({ operation: { operationId } }) => operationId))
  assert.is(ids.size, operations.length)
})

test('every operation accepts a token or a session, except public ones', () => {
  assert.equal(document.security, [{ bearer: [] }, { session: [] }])
  assert.equal(Object.keys(document.components.securitySchemes), ['bearer', 'session'])
  const open = which(({ operation }) => operation.security)
  assert.equal(
    open.filter((name) => !name.includes(' /auth/')),
    [...['GET /feeds/{token}/{format}', 'GET /health', 'GET /metrics', 'GET /openapi.json'], 'GET /ready'],
  )
  assert.equal(
    open,
    whichContracts(({ access }) => access === 'public'),
  )
  for (const { name, operation } of operations) {
    if (open.includes(name)) assert.equal(operation.security, [], name)
  }
})

test('every operation can return 400, 500 and 503', () => {
  for (const status of [400, 500, 503]) {
    assert.equal(
      answers(status),
      which(() => true),
    )
  }
})

test('401 is listed for every operation that needs a caller, and 403 for all', () => {
  const closed = whichContracts(({ access }) => access !== 'public')
  const but = (...more: string[]) => [...closed, ...more].sort()
  assert.equal(
    answers(401),
    but(
      ...['GET /auth/dev/login', 'GET /auth/oidc/callback', 'GET /auth/slack/callback'],
      ...['GET /feeds/{token}/{format}', 'GET /metrics'],
    ),
  )
  assert.equal(
    answers(403),
    whichContracts(() => true),
  )
})

test('404 is listed for paths with an ID, and for what may be off', () => {
  const withId = which(({ path }) => path.includes('{'))
  const mayBeOff = [
    ...['GET /auth/dev/login', 'GET /auth/oidc/callback', 'GET /auth/oidc/login'],
    ...['GET /auth/slack/callback', 'GET /auth/slack/login', 'GET /api/v1/wanted'],
    ...['GET /metrics'],
  ]
  assert.equal(answers(404), [...withId, ...mayBeOff].sort())
})

const conditional = ['DELETE {}', 'POST {}/merge', 'POST {}/revert', 'PUT {}'].map((name) =>
  name.replace('{}', '/api/v1/terms/{id}'),
)

test('409 and 412 are listed for changes that can be refused', () => {
  assert.equal(answers(409), [
    ...['DELETE /api/v1/imports/{id}', 'DELETE /api/v1/proposals/{id}'],
    ...['PATCH /api/v1/categories/{name}', 'PATCH /api/v1/users/{id}'],
    ...['PATCH /api/v1/users/{id}/role', 'POST /api/v1/admin/jobs/{job_type}/run'],
    ...['POST /api/v1/dismissed/{id}/restore', 'POST /api/v1/disputes/{id}/resolve'],
    ...['POST /api/v1/import', 'POST /api/v1/proposals/{id}/accept'],
    ...['POST /api/v1/proposals/{id}/decline', 'POST /api/v1/terms'],
    ...['POST /api/v1/terms/{id}/confirm', 'POST /api/v1/terms/{id}/dismiss', 'POST /api/v1/terms/{id}/merge'],
    ...['POST /api/v1/terms/{id}/official', 'POST /api/v1/terms/{id}/promote'],
    ...['POST /api/v1/terms/{id}/proposals', 'POST /api/v1/terms/{id}/revert'],
    ...['POST /api/v1/users', 'POST /api/v1/users/{id}/erase'],
    ...['POST /api/v1/wanted/{name}/notify', 'PUT /api/v1/categories/{name}/follow'],
    ...['PUT /api/v1/terms/{id}', 'PUT /api/v1/terms/{id}/follow'],
    ...['PUT /api/v1/terms/{id}/relations/{kind}/{other_id}', 'PUT /api/v1/terms/{id}/translations/{language}'],
  ])
  assert.equal(answers(412), conditional)
})

test('413, 415 and 422 are listed for operations with a body, 422 also for queries and jobs', () => {
  const withBody = which(({ operation }) => operation.requestBody)
  assert.equal(
    withBody,
    whichContracts(({ body, file }) => body || file),
  )
  assert.equal(answers(413), withBody)
  assert.equal(answers(415), withBody)
  const withQuery = which(({ operation: o }) => o.parameters.some((each) => each.in === 'query'))
  const others = whichContracts(({ problems }) => problems?.includes(422))
  assert.equal(answers(422), [...new Set([...withBody, ...withQuery, ...others])].sort())
})

test('a problem is always problem+json', () => {
  for (const [name, response] of Object.entries(document.components.responses)) {
    assert.equal(
      (response as { content: object }).content,
      { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      name,
    )
  }
})

test('supported conditional headers are listed as parameters', () => {
  const withHeader = (header: string) =>
    which(({ operation }) => operation.parameters.some(({ name }) => name === header))
  assert.equal(withHeader('If-Match'), conditional)
  assert.equal(withHeader('If-None-Match'), [
    'GET /api/v1/export',
    'GET /api/v1/terms/{id}',
    'GET /feeds/{token}/{format}',
  ])
})

served('a body is required unless all of its fields are optional', async (service) => {
  const optional = which(({ operation }) => operation.requestBody?.required === false)
  assert.equal(optional, [
    ...['POST /api/v1/proposals/{id}/accept', 'POST /api/v1/proposals/{id}/decline'],
    ...['POST /api/v1/terms/{id}/confirm', 'POST /api/v1/terms/{id}/dispute'],
    ...['POST /api/v1/terms/{id}/promote', 'POST /api/v1/users/{id}/erase'],
  ])
  const as = await service.person('editor')
  const { id } = await service.term(as)
  for (const step of ['promote', 'dispute', 'confirm']) {
    const { status } = await service.request('POST', `/api/v1/terms/${id}/${step}`, { as })
    assert.is(status, 200, step)
  }
})

test('every schema is valid JSON Schema 2020-12', () => {
  const inline = operations.flatMap(({ operation: { parameters, requestBody, responses } }) => [
    ...parameters.map(({ schema }) => schema),
    ...[requestBody, ...Object.values(responses)].flatMap((part) =>
      Object.values<Content[string]>(part?.content ?? {}).flatMap(({ schema }) => (schema ? [schema] : [])),
    ),
  ])
  const schemas = [...inline, ...Object.values<Schema>(document.components.schemas)]
  for (const schema of schemas) {
    assert.type(faults(schema, null), 'string', JSON.stringify(schema))
  }
})

test('every named schema has a valid example', () => {
  for (const [name, schema] of Object.entries<Schema & { examples: Example[] }>(document.components.schemas)) {
    assert.is(schema.examples?.length, 1, name)
    assert.is(faults(schema, schema.examples[0]), '', name)
  }
})

test('the example of a token looks like one', () => {
  const [{ token }] = document.components.schemas.NewApiToken.examples
  assert.match(token, /^glo_[\w-]{43}$/)
})

test('all numbers are integers', () => {
  assert.not.match(JSON.stringify(document), /"type":"number"/)
})

test.run()
served.run()
