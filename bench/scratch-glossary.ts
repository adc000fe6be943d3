import { randomBytes, randomUUID } from 'node:crypto'
import type { DraftTerm } from './data.ts'
import { createBenchDatabase, store } from './database.ts'
import type { Resources } from './resources.ts'
import { startService } from './servers.ts'

/** Sends a request as a person with an API token, and returns the JSON of the response. */
export type Request = (path: string, body?: object) => Promise<unknown>

/** A meaning as an evaluation knows it; everything else about the term is the same for all. */
export type Meaning = Pick<DraftTerm, 'name' | 'full_name' | 'definition' | 'category' | 'votes'>

/** The service handles no more requests of a person at a time (docs/architecture.md). */
export const maxConcurrent = 8

const batchSize = 2000

/** Starts a service whose glossary has exactly these meanings. */
export async function startScratchGlossary(
  resources: Resources,
  meanings: readonly Meaning[],
): Promise<Request> {
  const owner = randomUUID()
  const token = `glo_${randomBytes(32).toString('base64url')}`
  const { url: databaseUrl } = await createBenchDatabase(resources)
  const terms = meanings.map((meaning) => toTerm(meaning, owner))
  const batches = Array.from({ length: Math.ceil(terms.length / batchSize) }, (_, i) =>
    terms.slice(i * batchSize, (i + 1) * batchSize),
  )
  const data = { people: [owner], voters: [] }
  // An iterator, because two connections take batches from it.
  await store(databaseUrl, { data, batches: batches.values() }, [token])
  const secretKey = randomBytes(32).toString('base64url')
  const { url } = await startService(resources, databaseUrl, secretKey)
  return async (path, body) => {
    const response = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        // MCP requires both.
        accept: 'application/json, text/event-stream',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
}

const toTerm = (meaning: Meaning, owner: string): DraftTerm => ({
  ...meaning,
  ...{ id: randomUUID(), status: 'pending', owner, age: 0 },
})
