import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The unit of the times in /proc: 1/100 s on every Linux. */
const ticksPerSecond = 100

/**
 * Returns the seconds of processor time that a process has used so far, with its children and their children; 0 where
 * there is no /proc. (proc_pid_stat(5): fields 14 to 17, the last two for children that have ended.)
 */
export function processorSeconds(root: number): number {
  if (!existsSync('/proc')) return 0
  const stats = readdirSync('/proc').flatMap((id) => (/^\d+$/.test(id) ? readStat(id) : []))
  const used = new Set([root])
  let ticks = 0
  // A child usually has a higher ID than its parent, but IDs start again.
  for (let isMore = true; isMore; ) {
    isMore = false
    for (const { id, parent } of stats) {
      if (used.has(parent) && !used.has(id)) isMore = Boolean(used.add(id))
    }
  }
  for (const { id, own } of stats) if (used.has(id)) ticks += own
  return ticks / ticksPerSecond
}

/** In turn: all at once, in other threads, take ten times as long. */
function readStat(id: string) {
  const text = readText(`/proc/${id}/stat`)
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [, parent = 0] = fields
  return { id: Number(id), parent, own: fields.slice(11, 15).reduce((sum, part) => sum + part, 0) }
}

function readText(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // it has ended
  }
}
