import { Problem } from '../problem.ts'
import type { Database } from './queries.ts'

const timeoutMs = 1800

/** What has to work: everything, or what a process that only reads needs. */
export type Readiness = { everything(): Promise<void>; reads(): Promise<void> }

/**
 * Creates the checks of a process, within two seconds each (contract, section 18). Callers share a check while it runs:
 * everybody may call it, and it writes to the database.
 *
 * @param pools by the name that a person knows them by
 * @param writable the pool that writes
 * @param names the names in memory, without which sentences wait: they are loaded after the start
 * @returns functions that throw a Problem with status 503 that names what fails
 */
export function createReadiness(
  pools: Readonly<Record<string, Database>>,
  writable: Database,
  names: { loaded(): Promise<unknown> },
): Readiness {
  const all = Object.entries(pools)
  const reads = () => [
    ...all.map(([name, db]) => check(`connections for ${name}`, () => db.run('db/ping'))),
    check('names in memory', names.loaded),
  ]
  const everything = () => [
    ...reads(),
    ...all.map(([name, db]) => check(`transactions for ${name}`, () => db.begin((tx) => tx.run('db/ping')))),
    check('writes', () => tryWrite(writable)),
    check('commits', () => writable.run('db/commit-probe')),
  ]
  return { everything: shared(() => requireAll(everything())), reads: shared(() => requireAll(reads())) }
}

/** A function whose callers share what runs. */
function shared(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}

type Failure = { name: string; problem: Problem }

async function requireAll(checks: readonly Promise<Failure | null>[]) {
  const failures = (await Promise.all(checks)).filter((failure) => failure !== null)
  const [first] = failures
  if (!first) return
  const names = failures.map(({ name }) => name).join(', ')
  const detail = `${first.problem.message} This fails: ${names}.`
  throw new Problem(first.problem.code, { detail }, { cause: first.problem.cause })
}

async function check(name: string, work: () => Promise<unknown>): Promise<Failure | null> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Problem('timeout')), timeoutMs)
  })
  try {
    await Promise.race([work(), timeout])
    return null
  } catch (error) {
    // Such as a standby server, which refuses writes.
    const other = () => new Problem('database_busy', {}, { cause: error })
    return { name, problem: error instanceof Problem ? error : other() }
  } finally {
    clearTimeout(timer)
  }
}

class Rollback extends Error {}

async function tryWrite(db: Database) {
  try {
    await db.begin(async (tx) => {
      await tx.run('db/write-probe')
      throw new Rollback()
    })
  } catch (error) {
    if (!(error instanceof Rollback)) throw error
  }
}
