import { createGlossary } from '../../handlers/app.ts'
import { createQueries, type Database } from '../../lib/db/queries.ts'
import type { App } from '../../lib/http/app.ts'
import { type TestService, withDatabase } from './test-service.ts'

/** A database that notes the name of each statement. */
function noting(db: Database, names: string[]): Database {
  return {
    ...createQueries((name, params) => {
      names.push(name)
      return db.many(name, params)
    }),
    begin: (work) => db.begin((tx) => work(noting(tx, names))),
    forPerson: (...person) => noting(db.forPerson(...person), names),
  }
}

/** Runs what sends requests to a service, and returns the names of the statements that they run, sorted. */
export async function statementsOf(
  { ctx }: TestService,
  run: (app: App) => Promise<unknown>,
): Promise<string[]> {
  const names: string[] = []
  await run(createGlossary(withDatabase(ctx, noting(ctx.db, names))))
  return names.toSorted()
}
