/** Leads from a term to one above it: what it is a part of, or what replaces it. */
export type Step = { id: string; other_id: string }

/**
 * Finds those of new steps that would close a circle with what is there and with the new ones before them. Each is
 * looked for from both of its ends at once, so a step between two small parts costs little, however much there is.
 *
 * @param existing has no circle; new steps in it do not count
 */
export function findClosing<Each extends Step>(existing: readonly Step[], added: readonly Each[]): Set<Each> {
  const isNew = new Set(added.map(keyOf))
  const graph = { up: new Map<string, string[]>(), down: new Map<string, string[]>() }
  for (const step of existing) if (!isNew.has(keyOf(step))) add(graph, step)
  const closing = new Set<Each>()
  for (const step of added) {
    if (leads(graph, step.other_id, step.id)) closing.add(step)
    else add(graph, step)
  }
  return closing
}

type Graph = Record<'up' | 'down', Map<string, string[]>>

const keyOf = ({ id, other_id }: Step) => `${id} ${other_id}`

function add({ up, down }: Graph, { id, other_id }: Step) {
  for (const [steps, from, to] of [[up, id, other_id] as const, [down, other_id, id] as const]) {
    const list = steps.get(from)
    if (list) list.push(to)
    else steps.set(from, [to])
  }
}

/** Whether steps lead up from one term to another one. */
function leads({ up, down }: Graph, from: string, to: string): boolean {
  const [above, below] = [new Set([from]), new Set([to])]
  const [goUp, goDown] = [walk(up, above, below), walk(down, below, above)]
  for (;;) {
    for (const side of [goUp, goDown]) {
      const { value: meets, done } = side.next()
      if (done || meets) return meets === true
    }
  }
}

/** Goes from term to term; tells of each whether the other side has been there. */
function* walk(steps: Map<string, string[]>, seen: Set<string>, other: ReadonlySet<string>) {
  for (const id of seen) {
    yield other.has(id)
    for (const next of steps.get(id) ?? []) seen.add(next)
  }
}
