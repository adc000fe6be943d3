/** Queries that are answered together. */
type Batch<Answer> = { queries: string[]; answers: Promise<Answer[]> }

/**
 * Runs a batch. When its turn comes it calls `close` for the queries, all different; nobody joins it
 * afterwards. Gives their answers in the same order.
 */
export type Run<Answer> = (close: () => readonly string[]) => Promise<Answer[]>

export type Batches<Answer> = {
  /**
   * Joins the batch that waits for its turn, or begins one.
   *
   * @param kind what all queries of a batch have in common
   * @throws what `run` throws, for that query alone: those of a batch that fails are asked one by one
   */
  ask(kind: string, query: string, run: Run<Answer>): Promise<Answer>
}

/**
 * Gathers queries while they wait.
 *
 * @param full with that many different queries a batch takes no more
 * @param isForAll whether an error is nobody's own, so that there is no use in asking one by one
 */
export function createBatches<Answer>(
  full: number,
  isForAll: (error: unknown) => boolean,
): Batches<Answer> {
  const waiting = new Map<string, Batch<Answer>>()

  function forget(kind: string, batch: Batch<Answer>) {
    if (waiting.get(kind) === batch) waiting.delete(kind)
  }

  function begin(kind: string, query: string, run: Run<Answer>): Batch<Answer> {
    const queries = [query]
    const close = () => {
      forget(kind, batch)
      return queries
    }
    const batch: Batch<Answer> = { queries, answers: run(close) }
    waiting.set(kind, batch)
    batch.answers.catch(() => forget(kind, batch))
    return batch
  }

  function join(kind: string, query: string): Batch<Answer> | undefined {
    const batch = waiting.get(kind)
    if (!batch || batch.queries.includes(query)) return batch
    if (batch.queries.length === full) return undefined
    batch.queries.push(query)
    return batch
  }

  return {
    async ask(kind, query, run) {
      const { queries, answers } = join(kind, query) ?? begin(kind, query, run)
      try {
        return (await answers)[queries.indexOf(query)] as Answer
      } catch (error) {
        if (queries.length === 1 || isForAll(error)) throw error
        const [answer] = await run(() => [query])
        return answer as Answer
      }
    },
  }
}
