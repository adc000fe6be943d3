import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as v from 'valibot'
import { projection } from '../lib/http/projection.ts'

const test = suite('projections')

const Person = v.object({ id: v.string(), name: v.nullable(v.string()) })
const Page = v.object({ items: v.array(v.object({ id: v.string(), owner: v.nullable(Person) })) })

test('fields that a schema does not name are removed at any depth', () => {
  const value = {
    items: [
      { id: '1', owner: { id: 'a', name: null, password: 'x' }, secret: 1 },
      { id: '2', owner: { id: 'b', name: 'Bo', password: 'y' } },
      { id: '3', owner: null },
    ],
    total: 3,
  }
  assert.equal(projection(Page)(value), {
    items: [
      { id: '1', owner: { id: 'a', name: null } },
      { id: '2', owner: { id: 'b', name: 'Bo' } },
      { id: '3', owner: null },
    ],
  })
  assert.is(value.items[0]?.secret, 1)
})

test('an unknown field is removed even if the number of fields matches', () => {
  assert.equal(projection(Person)({ id: 'a', password: 'x' }), { id: 'a', name: undefined })
})

test('a value without unknown fields is returned as it is', () => {
  const value = { items: [{ id: '1', owner: null }] }
  assert.is(projection(Page)(value), value)
})

test('the order of the fields does not matter', () => {
  assert.equal(projection(Person)({ name: 'Bo', id: 'b' }), { id: 'b', name: 'Bo' })
})

test('a record keeps its keys, and its members only named fields', () => {
  const project = projection(v.record(v.string(), Person))
  assert.equal(project({ a: { id: '1', name: 'An', role: 'x' } }), { a: { id: '1', name: 'An' } })
})

test('a schema that does not name fields is refused', () => {
  assert.throws(
    () => projection(v.union([v.string(), v.number()])),
    /cannot contain the schema union/,
  )
})

test.run()
