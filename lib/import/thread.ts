import limit from 'p-limit'
import { Problem } from '../problem.ts'
import { tooComplex } from './table.ts'
import type { FileForm, FormTask, PackedTable, Result, TableTask } from './thread-tasks.ts'

/** How long the thread may take for a task, how much memory, and how long it waits for the next one. */
const limits = { ms: 30_000, megabytes: 160, idleMs: 30_000 }

/** One thread for the process, which reads one file at a time, so that requests need not wait for files. */
async function openPool() {
  const { Piscina } = await import('piscina')
  return new Piscina({
    filename: new URL('thread.mjs', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: limits.idleMs,
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 16 },
  })
}

/** Opened with the first file, because many processes never read one. */
let pool: ReturnType<typeof openPool> | undefined

/** Tasks wait here, where waiting does not count as their time. */
const inTurn = limit(1)

/** Reads a file as a table in the thread. @throws Problem `validation_failed` */
export const readTableInThread = (task: TableTask): Promise<PackedTable> => run('readTable', task)

/** Reads a form with a file in the thread. @throws Problem `malformed_request` or `validation_failed` */
export const readFormInThread = (task: FormTask): Promise<FileForm> => run('readForm', task)

async function run<Value>(name: string, task: TableTask | FormTask): Promise<Value> {
  const result = await inTurn(async (): Promise<Result<Value>> => {
    try {
      pool ??= openPool()
      return await (await pool).run(task, { name, signal: AbortSignal.timeout(limits.ms) })
    } catch (error) {
      throw isLimit(error) ? tooComplex(error) : error
    }
  })
  if ('value' in result) return result.value
  throw new Problem(...result.problem)
}

const isLimit = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
