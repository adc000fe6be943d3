import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { TestFile } from './files.ts'
import { processorSeconds } from './processor-time.ts'

/** What became of a file's tests; `cost` is the processor time of its process and all that this one started. */
export type Result = TestFile & { total: number; passed: number; skipped: number; seconds: number; cost: number }

const script = fileURLToPath(new URL('process.ts', import.meta.url))

/**
 * V8 optimises what has run fifteen times as long as by default. Little of what tests run is hot, and optimising the rest takes a tenth
 * of the processor time.
 */
const v8Options = ['--interrupt-budget=1000000']

/** The last lines that uvu writes for a file. */
const totals = /\n {2}Total: +(\d+)\n {2}Passed: +(\d+)\n {2}Skipped: +(\d+)\n {2}Duration: .*\n\n/

/**
 * Runs test files in two processes more than there are processors, as some often wait. The next process that is free
 * gets the next file.
 *
 * @param env what the processes get beside the environment of this one
 * @param signal ends the processes, and with them the files that they run
 */
export async function runFiles(
  files: readonly TestFile[],
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<Result[]> {
  const waiting = [...files]
  signal.addEventListener('abort', () => waiting.splice(0))
  const results: Result[] = []
  async function work() {
    while (waiting.length > 0) {
      const child = startProcess(env, signal)
      for (let file = waiting.shift(); file; file = child.hasEnded() ? undefined : waiting.shift()) {
        const { text, ...result } = await child.run(file)
        process.stdout.write(`${text}\n`)
        results.push(result)
      }
      child.end()
    }
  }
  const processCount = Math.min(files.length, availableParallelism() + 2)
  await Promise.all(Array.from({ length: processCount }, work))
  return results
}

/** Starts a process that runs files one after the other. */
function startProcess(env: Record<string, string>, signal: AbortSignal) {
  const child = fork(script, {
    execArgv: [...process.execArgv, ...v8Options],
    env: { ...process.env, FORCE_COLOR: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const { pid = 0, stdout } = child
  if (!stdout) throw new Error('a process for tests has no output')
  const output = stdout.setEncoding('utf8')[Symbol.asyncIterator]()
  let isOpen = true

  /** Returns what is written for a file until its totals, or until the process ends. */
  async function readFile() {
    let text = ''
    while (!totals.test(text)) {
      const { done, value } = await output.next()
      if (done) {
        isOpen = false
        break
      }
      text += value
    }
    return text
  }
  const end = () => child.connected && child.disconnect()
  signal.addEventListener('abort', end)
  return {
    hasEnded: () => !isOpen,
    end,
    async run(file: TestFile): Promise<Result & { text: string }> {
      const [start, before] = [performance.now(), await processorSeconds(pid)]
      child.send({ name: file.name, file: file.file }, () => {}) // if it has ended, so has its output
      const text = await readFile()
      const cost = Math.max(0, (await processorSeconds(pid)) - before)
      const seconds = (performance.now() - start) / 1000
      const found = totals.exec(text)?.slice(1).map(Number)
      const [total = 1, passed = 0, skipped = 0] = found ?? []
      const end = found ? '' : `\n${file.name} ended its process before its tests had ended.\n`
      return { ...file, total, passed, skipped, seconds, cost, text: text.replace(totals, '') + end }
    },
  }
}
