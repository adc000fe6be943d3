import { createGlossary } from '../../handlers/app.ts'
import { Database } from '../../lib/db/queries.ts'
import type { Params } from '../../lib/db/statements.ts'
import type { App } from '../../lib/http/app.ts'
import { type TestService, withDatabase } from './test-service.ts'

/** A database that notes the name of each statement. */
class NotingDatabase extends Database {
  readonly db: Database
  readonly names: string[]

  constructor(db: Database, names: string[]) {
    super()
    this.db = db
    this.names = names
  }

  override many<Row>(name: string, params?: Params) {
    this.names.push(name)
    return this.db.many<Row>(name, params)
  }

  override begin<Result>(work: (tx: Database) => Promise<Result>): Promise<Result> {
    return this.db.begin((tx) => work(new NotingDatabase(tx, this.names)))
  }

  override forSender(person: string, check?: () => void) {
    return new NotingDatabase(this.db.forSender(person, check), this.names)
  }
}

/** Runs what sends requests to a service, and returns the names of the statements that they run, sorted. */
export async function statementsOf(
  { ctx }: TestService,
  run: (app: App) => Promise<unknown>,
): Promise<string[]> {
  const names: string[] = []
  await run(createGlossary(withDatabase(ctx, new NotingDatabase(ctx.db, names))))
  return names.toSorted()
}
