import * as assert from 'uvu/assert'
import { importFile } from './imports.ts'
import type { glossary } from './test-service.ts'

/** A list, and what an import makes of it. */
export type List = {
  kept: string
  file: string | Uint8Array
  type?: string
  /** query parameters */
  query?: Record<string, string>
  /** name | full name | definition | category | aliases | discouraged names */
  terms: string[]
  /** the guesses, in their order; none if it is absent */
  guesses?: RegExp[]
  faulty?: number
}

type Change = { to: { name: string; kind: string }[] & string }

/** Adds a test for each list. */
export function testLists(test: ReturnType<typeof glossary>, lists: readonly List[]): void {
  for (const { kept, file, type = 'text/csv', query = {}, terms, guesses = [], faulty = 0 } of lists) {
    test(`${kept}`, async (service) => {
      const as = await service.person('editor')
      const options = { type, dry_run: 'true', ...query }
      const { body } = await importFile(service, as, file, options)
      const read = body.rows?.map(({ changes }: { changes: Record<string, Change> }) => {
        const names = (kind: string) =>
          changes.aliases?.to
            .filter((alias) => alias.kind === kind)
            .map(({ name }) => name)
            .join(';')
        const own = ['name', 'full_name', 'definition', 'category'].map((field) => changes[field]?.to)
        return [...own, names('alias'), names('discouraged')].join('|')
      })
      assert.equal(read, terms, JSON.stringify(body))
      assert.is(body.totals.failed, faulty)
      const said = body.source.guesses
      assert.is(said.length, guesses.length, JSON.stringify(said))
      for (const [index, guess] of guesses.entries()) assert.match(said[index], guess)
    })
  }
}
