import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { TestFile } from './files.ts'
import { processorSeconds } from './processor-time.ts'
import { v8OptionsOfTests } from './v8-options.ts'

/** As some often wait, two more than there are processors. */
export const processCount = availableParallelism() + 2

/** What became of a file's tests; `cost` is the processor time of its process and all that this one started. */
export type Result = TestFile & {
  total: number
  passed: number
  skipped: number
  seconds: number
  cost: number
  /** the seconds of each test, by "suite: title" */
  tests: Record<string, number>
  /** whether it failed beside other files, and this is what became of it alone */
  wasAlone?: boolean
}

const script = fileURLToPath(new URL('process.ts', import.meta.url))

/** The last lines that uvu writes for a file, and the line of process.ts after them. */
const totals = /\n {2}Total: +(\d+)\n {2}Passed: +(\d+)\n {2}Skipped: +(\d+)\n {2}Duration: .*\n\n(.*)\n/

/**
 * Runs test files in several processes. The next one that is free gets the next file.
 *
 * @param env what the processes get beside the environment of this one
 * @param signal ends the processes, and with them the files that they run
 * @param processes how many at most
 */
export async function runFiles(
  files: readonly TestFile[],
  env: Record<string, string>,
  signal: AbortSignal,
  processes: number = processCount,
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
  await Promise.all(Array.from({ length: Math.min(files.length, processes) }, work))
  return results
}

/** So many files at most are played again: if more fail, the machine is not to blame. */
const maxPlayedAgain = 5

/**
 * Plays files that failed once more, one at a time. Among thousands of tests with real browsers, servers and
 * databases, one meets a machine that stands still for a moment; a fault of ours fails alone as well. The report names
 * these files.
 *
 * @returns all results, those of these files from when they were alone
 */
export async function playFailedAgain(
  results: readonly Result[],
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<Result[]> {
  const failed = results.filter(({ total, passed }) => passed < total)
  if (failed.length > maxPlayedAgain) return [...results]
  const again = await runFiles(failed, env, signal, 1)
  return [
    ...results.filter((result) => !failed.includes(result)),
    ...again.map((each) => ({ ...each, wasAlone: true })),
  ]
}

/** Starts a process that runs files one after the other. */
function startProcess(env: Record<string, string>, signal: AbortSignal) {
  const child = fork(script, {
    execArgv: [...process.execArgv, ...v8OptionsOfTests],
    env: { ...process.env, FORCE_COLOR: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const { pid = 0, stdout } = child
  if (!stdout) throw new Error('a process for tests has no output')
  const output = stdout.setEncoding('utf8')[Symbol.asyncIterator]()
  let [isOpen, usedBefore] = [true, 0]

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
      const start = performance.now()
      child.send(file, () => {}) // if it has ended, so has its output
      const text = await readFile()
      const used = processorSeconds(pid)
      const cost = Math.max(0, used - usedBefore)
      usedBefore = used
      const seconds = (performance.now() - start) / 1000
      const [, total = 1, passed = 0, skipped = 0, tests = '{}'] = totals.exec(text) ?? []
      const end = isOpen ? '' : `\n${file.name} ended its process before its tests had ended.\n`
      return {
        ...{ ...file, total: Number(total), passed: Number(passed), skipped: Number(skipped), seconds, cost },
        ...{ tests: JSON.parse(tests), text: text.replace(totals, '') + end },
      }
    },
  }
}
