import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as v from 'valibot'
import { jsonEncoder } from '../lib/http/json-encoder.ts'
import { JsonText } from '../lib/json-text.ts'

const test = suite('the JSON of responses')

const Person = v.object({ id: v.string(), name: v.nullable(v.string()) })
const Page = v.object({
  items: v.array(v.object({ id: v.string(), owner: v.nullable(Person) })),
  hints: v.optional(v.array(v.string())),
})

test('fields that a schema does not name are left out at any depth', () => {
  const value = {
    items: [
      { id: '1', owner: { id: 'a', name: null, password: 'x' }, secret: 1 },
      { id: '2', owner: { id: 'b', name: 'B"\u2028o', password: 'y' } },
      { id: '3', owner: null },
    ],
    total: 3,
  }
  const expected = {
    items: [
      { id: '1', owner: { id: 'a', name: null } },
      { id: '2', owner: { id: 'b', name: 'B"\u2028o' } },
      { id: '3', owner: null },
    ],
  }
  assert.is(jsonEncoder(Page)(value), JSON.stringify(expected))
  assert.is(
    jsonEncoder(Page)({ items: [], hints: ['x', 'y'] }),
    JSON.stringify({ items: [], hints: ['x', 'y'] }),
  )
})

test('an unknown field is left out even if the number of fields matches', () => {
  assert.is(jsonEncoder(Person)({ id: 'a', password: 'x' }), '{"id":"a"}')
})

test('the fields are in the order of the schema', () => {
  assert.is(jsonEncoder(Person)({ name: 'Bo', id: 'b' }), '{"id":"b","name":"Bo"}')
})

test('a record keeps its keys, and its members only named fields', () => {
  const encode = jsonEncoder(v.record(v.string(), Person))
  const value = { a: { id: '1', name: 'An', role: 'x' }, 'b"': { id: '2', name: null } }
  assert.is(encode(value), '{"a":{"id":"1","name":"An"},"b\\"":{"id":"2","name":null}}')
})

test('JSON text is passed on as it is, at any depth', () => {
  const owner = new JsonText('{"id": "a", "name": null}')
  assert.is(jsonEncoder(Person)(owner), owner.text)
  assert.is(
    jsonEncoder(Page)({ items: [{ id: '1', owner }, new JsonText('{}')] }),
    `{"items":[{"id":"1","owner":${owner.text}},{}]}`,
  )
  assert.is(jsonEncoder(Page)({ items: new JsonText('[ ]') }), '{"items":[ ]}')
})

test('a schema that does not name fields is refused', () => {
  assert.throws(
    () => jsonEncoder(v.union([v.string(), v.number()])),
    /cannot contain the schema union/,
  )
})

test.run()
