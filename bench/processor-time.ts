import { readdir, readFile } from 'node:fs/promises'

/** Processor time in milliseconds: of processes of a server, and of PostgreSQL. */
export type ProcessorTime = { node: number; postgres: number }

const millisecondsPerTick = 10

/**
 * Returns the processor time that processes and PostgreSQL have used so far; null where the platform does not tell.
 * Linux only.
 *
 * @param pids of the processes
 * @param postmaster the PID of PostgreSQL's first process, or null if it is not on this machine
 */
export async function readProcessorTime(
  pids: readonly (number | undefined)[],
  postmaster: number | null,
): Promise<ProcessorTime | null> {
  if (postmaster === null) return null
  const names = await readdir('/proc').catch(() => [])
  const all = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readTimes))
  const running = all.filter((each) => each !== null)
  const sum = (times: readonly number[]) => times.reduce((total, ms) => total + ms, 0)
  return {
    node: sum(running.filter(({ pid }) => pids.includes(pid)).map(({ own }) => own)),
    postgres: sum(
      running.map(({ pid, parent, own, ended }) =>
        pid === postmaster ? own + ended : parent === postmaster ? own : 0,
      ),
    ),
  }
}

/** Returns the parent of a process, or null if it does not run on this machine. */
export const readParent = async (pid: number): Promise<number | null> => (await readTimes(String(pid)))?.parent ?? null

/** What a process has used itself, and what its children had used when they ended. */
type Times = { pid: number; parent: number; own: number; ended: number }

/** The times of a process, or null if it has ended. The fields are those of proc(5). */
async function readTimes(name: string): Promise<Times | null> {
  const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  const [, rest = ''] = /\(.*\) (.*)/s.exec(text) ?? []
  const fields = rest.split(' ').map(Number)
  const at = (index: number) => fields[index] ?? 0
  const [own, ended] = [at(11) + at(12), at(13) + at(14)].map((ticks) => ticks * millisecondsPerTick)
  return { pid: Number(name), parent: at(1), own: own ?? 0, ended: ended ?? 0 }
}
