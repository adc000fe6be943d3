import { randomBytes } from 'node:crypto'
import { issueSession } from '../lib/identity/sessions.ts'
import { generateDataSet } from './data.ts'
import { createBenchDatabase, store, toAgentToken } from './database.ts'
import { operations, type Target } from './operations.ts'
import type { Resources } from './resources.ts'
import { type ServerProcess, startBare, startService } from './servers.ts'

/**
 * Stores a data set and starts the service and the bare server on it. They share the database, but vote as
 * different users.
 *
 * @param size number of terms
 * @param processes of each server: V8's optimisations differ from one process to the next
 */
export async function setUpBenchmark(resources: Resources, size: number, processes: number) {
  const set = generateDataSet(size)
  const { people, voters, ids } = set.data
  const tokens = people.map(() => `glo_${randomBytes(32).toString('base64url')}`)
  const secretKey = randomBytes(32).toString('base64url')
  const sessionsOf = (users: readonly string[]) =>
    Promise.all(users.map((id) => issueSession(secretKey, id, new Date()).then(toBearer)))

  const { url: databaseUrl, version, postmaster } = await createBenchDatabase(resources)
  await store(databaseUrl, set, tokens)
  const services: ServerProcess[] = []
  const bares: ServerProcess[] = []
  for (let number = 0; number < processes; number++) {
    services.push(await startService(resources, databaseUrl, secretKey))
    bares.push(await startBare(resources, databaseUrl))
  }

  const half = voters.length / 2
  const common = { size, operations: operations(set.data), postmaster }
  const targets: Target[] = [
    {
      ...common,
      name: 'service',
      sent: new Map(),
      ...addressesOf(services),
      ids,
      callers: {
        anonymous: [''],
        token: tokens.map(toBearer),
        agent: tokens.map(toAgentToken).map(toBearer),
        one: tokens.slice(0, 1).map(toBearer),
        session: await sessionsOf(people),
        voters: await sessionsOf(voters.slice(0, half)),
      },
    },
    {
      ...common,
      name: 'bare',
      sent: new Map(),
      ...addressesOf(bares),
      // In another order: otherwise one server would always find the terms that the other has just changed.
      ids: [...ids.slice(ids.length / 2), ...ids.slice(0, ids.length / 2)],
      callers: {
        anonymous: [''],
        token: [''],
        agent: [''],
        one: [''],
        session: [''],
        voters: voters.slice(half).map((id) => `x-user-id: ${id}`),
      },
    },
  ]
  return { size, targets, services, version, postmaster }
}

export type Benchmark = Awaited<ReturnType<typeof setUpBenchmark>>

const addressesOf = (processes: readonly ServerProcess[]) => ({
  urls: processes.map(({ url }) => url),
  pids: processes.map(({ pid }) => pid),
})

const toBearer = (token: string) => `authorization: Bearer ${token}`
