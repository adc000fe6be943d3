/** Queries that are answered together, and where among them each is. */
type Batch<Query, Answer> = {
  queries: Query[]
  places: Map<string, number>
  answers: Promise<Answer[]>
}

/**
 * Runs a batch. When its turn comes, and not before it has returned, it calls `close` for the queries, all
 * different; nobody joins them afterwards. Gives their answers in the same order.
 */
export type Run<Query, Answer> = (close: () => readonly Query[]) => Promise<Answer[]>

export type Batches<Query, Answer> = {
  /**
   * Joins the batch that waits for its turn, or begins one.
   *
   * @param kind what all queries of a batch have in common
   * @throws what `run` throws, for that query alone: those of a batch that fails are asked one by one
   */
  ask(kind: string, query: Query, run: Run<Query, Answer>): Promise<Answer>
}

/**
 * Gathers queries while they wait.
 *
 * @param full with that many different queries a batch takes no more
 * @param isForAll whether an error is nobody's own, so that there is no use in asking one by one
 */
export function createBatches<Query, Answer>(
  full: number,
  isForAll: (error: unknown) => boolean,
): Batches<Query, Answer> {
  const waiting = new Map<string, Batch<Query, Answer>>()

  function forget(kind: string, batch: Batch<Query, Answer>) {
    if (waiting.get(kind) === batch) waiting.delete(kind)
  }

  function begin(kind: string, run: Run<Query, Answer>): Batch<Query, Answer> {
    const queries: Query[] = []
    const close = () => {
      forget(kind, batch)
      return queries
    }
    const batch: Batch<Query, Answer> = { queries, places: new Map(), answers: run(close) }
    waiting.set(kind, batch)
    batch.answers.catch(() => forget(kind, batch))
    return batch
  }

  async function ask(kind: string, query: Query, run: Run<Query, Answer>): Promise<Answer> {
    const key = JSON.stringify(query)
    const joined = waiting.get(kind)
    const hasRoom = joined && (joined.places.has(key) || joined.queries.length < full)
    const { queries, places, answers } = hasRoom ? joined : begin(kind, run)
    const place = places.get(key) ?? queries.push(query) - 1
    places.set(key, place)
    try {
      return (await answers)[place] as Answer
    } catch (error) {
      if (queries.length === 1 || isForAll(error)) throw error
      return ask(`${kind} ${key}`, query, run)
    }
  }

  return { ask }
}
