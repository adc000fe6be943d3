import { isPartOver, nextTurn } from '../../app/next-turn.ts'
import type { Change } from './names-to-changes.ts'

/** A text as it should be, and what was changed, by the places in the text that it was made from. */
export type Corrected = { text: string; changes: Change[] }

/** A change can make another name wrong; more than that in a row means nothing. */
const maxPasses = 10

/**
 * Changes a text until nothing is left to change, so that correcting it again changes nothing.
 *
 * @param find returns what is to be changed in a text, in its order and without overlaps
 */
export async function correctBy(text: string, find: (text: string) => Promise<Change[]>): Promise<Corrected> {
  let corrected: Corrected = { text, changes: [] }
  for (let pass = 0; pass < maxPasses; pass++) {
    const changes = await find(corrected.text)
    if (changes.length === 0) break
    if (isPartOver()) await nextTurn()
    corrected = pass === 0 ? { text: replace(text, changes), changes } : join(text, corrected, changes)
  }
  if (isPartOver()) await nextTurn()
  return { ...corrected, changes: corrected.changes.filter(({ from, to }) => from !== to) }
}

type Edit = { start: number; end: number; change: Change; isLater: boolean }

/** Joins what was changed in a text with what is changed in the outcome: changes that overlap become one. */
function join(text: string, { text: current, changes }: Corrected, later: readonly Change[]): Corrected {
  let moved = 0
  const earlier = changes.map((change): Edit => {
    const start = change.start + moved
    moved += growthOf(change)
    return { start, end: start + change.to.length, change, isLater: false }
  })
  const edits = [...earlier, ...later.map((change): Edit => ({ ...change, change, isLater: true }))]
  const groups = groupOverlapping(edits.sort((a, b) => a.start - b.start))
  moved = 0
  const joined = groups.map((group): Change => {
    const [{ start = 0, change } = {}] = group
    const end = Math.max(...group.map((edit) => edit.end))
    const from = start - moved
    for (const edit of group) if (!edit.isLater) moved += growthOf(edit.change)
    const last = group.findLast(({ isLater }) => isLater)?.change ?? (change as Change)
    const inGroup = group.flatMap(({ isLater, change }) => (isLater ? change : []))
    const to = replace(current, inGroup, start, end)
    return { start: from, end: end - moved, from: text.slice(from, end - moved), to, term_id: last.term_id }
  })
  return { text: replace(text, joined), changes: joined }
}

const growthOf = ({ start, end, to }: Change) => to.length - (end - start)

function groupOverlapping(edits: readonly Edit[]): Edit[][] {
  const groups: Edit[][] = []
  let end = -1
  for (const edit of edits) {
    if (edit.start < end) groups.at(-1)?.push(edit)
    else groups.push([edit])
    end = Math.max(end, edit.end)
  }
  return groups
}

/** Returns a part of a text with changes in it. */
function replace(text: string, changes: readonly Change[], from = 0, to = text.length): string {
  const parts: string[] = []
  let end = from
  for (const change of changes) {
    parts.push(text.slice(end, change.start), change.to)
    end = change.end
  }
  return parts.join('') + text.slice(end, to)
}
