import { createGlossary } from '../../handlers/app.ts'
import { Database } from '../../lib/db/queries.ts'
import { bind, type Params } from '../../lib/db/statements.ts'
import type { App } from '../../lib/http/app.ts'
import { type TestService, withDatabase } from './test-service.ts'

/** A statement that was run. */
export type Call = { name: string; params: Params }

/** A database that notes each statement. */
export class NotingDatabase extends Database {
  readonly db: Database
  readonly calls: Call[]

  constructor(db: Database, calls: Call[]) {
    super()
    this.db = db
    this.calls = calls
  }

  override many<Row>(name: string, params: Params = {}) {
    this.calls.push({ name, params })
    return this.db.many<Row>(name, params)
  }

  override begin<Result>(work: (tx: Database) => Promise<Result>): Promise<Result> {
    return this.db.begin((tx) => work(new NotingDatabase(tx, this.calls)))
  }

  override forSender(person: string, check?: () => void) {
    return new NotingDatabase(this.db.forSender(person, check), this.calls)
  }
}

/** Runs what sends requests to a service, and returns the statements that they run. */
export async function callsOf({ ctx }: TestService, run: (app: App) => Promise<unknown>): Promise<Call[]> {
  const calls: Call[] = []
  await run(createGlossary(withDatabase(ctx, new NotingDatabase(ctx.db, calls))))
  return calls
}

/** Runs what sends requests to a service, and returns the names of the statements that they run, sorted. */
export const statementsOf = async (service: TestService, run: (app: App) => Promise<unknown>): Promise<string[]> =>
  (await callsOf(service, run)).map(({ name }) => name).toSorted()

type Plan = Record<string, unknown> & { Plans?: Plan[] }

/** Runs a statement again, and returns how many rows of a table it reads. */
export async function rowsRead({ sql }: TestService, { name, params }: Call, table: string): Promise<number> {
  const { text, values } = bind(name, params)
  const rows = await sql.unsafe(`explain (analyze, format json) ${text}`, values as never)
  const count = (plan: Plan): number => {
    const own = ['Actual Rows', 'Rows Removed by Filter'].map((field) => Number(plan[field] ?? 0))
    const isScan = plan['Relation Name'] === table
    const read = isScan ? own.reduce((a, b) => a + b) * Number(plan['Actual Loops']) : 0
    return (plan.Plans ?? []).reduce((sum, each) => sum + count(each), read)
  }
  // PostgreSQL gives averages of all loops.
  return Math.round(count(rows[0]?.['QUERY PLAN'][0].Plan))
}
