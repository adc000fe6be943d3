import * as assert from 'uvu/assert'
import type { Answer, Person, TestService } from './test-service.ts'

export type Fields = { name: string; full_name?: string; definition?: string; category?: string }

/** Adds terms, or names alone, and gives a searcher who owns them. */
export async function shelve({ person, term }: TestService, ...terms: (string | Fields)[]): Promise<Person> {
  const as = await person()
  for (const each of terms) await term(as, typeof each === 'string' ? { name: each } : each)
  return as
}

/** Searches as a person. */
export const find = ({ request }: TestService, as: Person, query: Record<string, string>): Promise<Answer> =>
  request('GET', `/api/v1/terms?${new URLSearchParams(query)}`, { as })

/** The names that a search finds, in order. */
export async function names(service: TestService, as: Person, q: string): Promise<string[]> {
  const { status, body } = await find(service, as, { q })
  assert.is(status, 200, q)
  assert.is(body.total, body.items.length, q)
  return body.items.map(({ name }: Fields) => name)
}
