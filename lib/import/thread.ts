import { createFairQueue } from '../app/fair-queue.ts'
import { Problem } from '../problem.ts'
import type { FileForm } from './sent-form.ts'
import { tooComplex } from './table.ts'
import { createThreadId, limitThread } from './thread-limits.ts'
import type { FormTableTask, FormTask, PackedTable, ReadForm, Result, TableTask } from './thread-tasks.ts'

/** How much the heap of the thread may take, and how long it waits for the next task. */
const limits = { megabytes: 160, idleMs: 30_000 }

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
const queue = createFairQueue()

/**
 * Reads a file as a table in the thread.
 *
 * @param sender who sent it
 * @throws Problem `validation_failed`
 */
export const readTableInThread = (sender: string, task: TableTask): Promise<PackedTable> =>
  run('readTable', sender, task)

/**
 * Reads a form with a file in the thread.
 *
 * @param sender who sent it
 * @throws Problem `malformed_request` or `validation_failed`
 */
export const readFormInThread = (sender: string, task: FormTask): Promise<FileForm> => run('readForm', sender, task)

/**
 * Reads the form of the page, and its file as a table, in the thread.
 *
 * @param sender who sent it
 * @throws Problem `malformed_request` or `validation_failed`
 */
export const readFormTableInThread = (sender: string, task: FormTableTask): Promise<ReadForm> =>
  run('readFormTable', sender, task)

async function run<Value>(name: string, sender: string, task: TableTask | FormTask | FormTableTask): Promise<Value> {
  const result = await queue.run(sender, async (): Promise<Result<Value>> => {
    const isOver = new AbortController()
    try {
      pool ??= openPool()
      const thread = createThreadId()
      const signal = limitThread(thread, isOver.signal)
      return await (await pool).run({ ...task, thread }, { name, signal })
    } catch (error) {
      throw isLimit(error) ? tooComplex(error) : error
    } finally {
      isOver.abort()
    }
  })
  return getValue(result)
}

/** @throws Problem if there is none */
export function getValue<Value>(result: Result<Value>): Value {
  if ('value' in result) return result.value
  throw new Problem(...result.problem)
}

const isLimit = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
