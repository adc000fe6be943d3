import { randomBytes } from 'node:crypto'
import { issueSession } from '../lib/identity/sessions.ts'
import { drawDataSet } from './data.ts'
import { openScratch, store } from './database.ts'
import { operations, type Target } from './operations.ts'
import type { Resources } from './resources.ts'
import { type ServerProcess, startBare, startService } from './servers.ts'

/**
 * Stores a data set and starts the service and the bare server on it. They share the database; what one
 * of them votes for, the other does not.
 *
 * @param size how many terms
 * @param processes how many of each server: what V8 makes of the same code differs from one to the next
 */
export async function setStage(own: Resources, size: number, processes: number) {
  const set = drawDataSet(size)
  const { people, voters, ids } = set.data
  const tokens = people.map(() => `glo_${randomBytes(32).toString('base64url')}`)
  const secretKey = randomBytes(32).toString('base64url')
  const sessionsOf = (users: readonly string[]) =>
    Promise.all(users.map((id) => issueSession(secretKey, id, new Date()).then(toBearer)))

  const { url: databaseUrl, version } = await openScratch(own)
  await store(databaseUrl, set, tokens)
  const services: ServerProcess[] = []
  const bareUrls: string[] = []
  for (let number = 0; number < processes; number++) {
    services.push(await startService(own, databaseUrl, secretKey))
    bareUrls.push((await startBare(own, databaseUrl)).url)
  }

  const half = voters.length / 2
  const asked = { size, operations: operations(set.data) }
  const targets: Target[] = [
    {
      ...asked,
      name: 'service',
      urls: services.map(({ url }) => url),
      ids,
      callers: {
        nobody: [''],
        token: tokens.map(toBearer),
        session: await sessionsOf(people),
        voters: await sessionsOf(voters.slice(0, half)),
      },
    },
    {
      ...asked,
      name: 'bare',
      urls: bareUrls,
      // From the middle on: else one of them would always find the terms that the other has just moved.
      ids: [...ids.slice(ids.length / 2), ...ids.slice(0, ids.length / 2)],
      callers: {
        nobody: [''],
        token: [''],
        session: [''],
        voters: voters.slice(half).map((id) => `x-user-id: ${id}`),
      },
    },
  ]
  return { size, targets, services, version }
}

export type Stage = Awaited<ReturnType<typeof setStage>>

const toBearer = (token: string) => `authorization: Bearer ${token}`
