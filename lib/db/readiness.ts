import { Problem } from '../problem.ts'
import type { Database } from './queries.ts'

const timeoutMs = 1800

/**
 * Creates a check that callers share while it runs: everybody may call it, and it writes to the database.
 *
 * @returns a function that does what checkReadiness() does
 */
export function createReadinessCheck(...parameters: Parameters<typeof checkReadiness>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= checkReadiness(...parameters).finally(() => {
      running = undefined
    })
    return running
  }
}

/**
 * Checks that every pool of connections responds and that the database accepts writes, within two seconds
 * (contract, section 18).
 *
 * @param pools by the name that a person knows them by
 * @param writable the pool that writes
 * @throws Problem with status 503 that names what fails
 */
export async function checkReadiness(pools: Readonly<Record<string, Database>>, writable: Database): Promise<void> {
  const checks = Object.entries(pools).flatMap(([name, db]) => [
    check(`connections for ${name}`, () => db.run('db/ping')),
    check(`transactions for ${name}`, () => db.begin((tx) => tx.run('db/ping'))),
  ])
  const results = await Promise.all([...checks, check('writes', () => tryWrite(writable))])
  const failures = results.filter((failure) => failure !== null)
  const [first] = failures
  if (!first) return
  const names = failures.map(({ name }) => name).join(', ')
  const detail = `${first.problem.message} This fails: ${names}.`
  throw new Problem(first.problem.code, { detail }, { cause: first.problem.cause })
}

async function check(name: string, work: () => Promise<unknown>) {
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
