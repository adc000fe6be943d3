import { randomBytes, randomUUID } from 'node:crypto'
import { eventually } from '../tests/support/eventually.ts'
import { botToken, homeTeam, sign, signingSecret, startSlack } from '../tests/support/slack.ts'
import type { DraftTerm } from './data.ts'
import { createBenchDatabase, store } from './database.ts'
import type { Resources } from './resources.ts'
import { startService } from './servers.ts'

/** A service with a glossary of its own, and a Slack server. */
export type ScratchGlossary = {
  /** Sends a request as a person with an API token. */
  request(path: string, body?: object): Promise<Response>
  /** Sends a command in Slack and returns the message that answers it. */
  sendCommand(text: string): Promise<{ blocks?: unknown }>
}

/** A meaning as an evaluation knows it; everything else about the term is the same for all. */
export type Meaning = Pick<DraftTerm, 'name' | 'full_name' | 'definition' | 'category' | 'votes'>

/** The service handles no more requests of a person at a time (docs/dev/internals.md). */
export const maxConcurrent = 8

const batchSize = 2000

/** Starts a service whose glossary has exactly these meanings. */
export async function startScratchGlossary(
  resources: Resources,
  meanings: readonly Meaning[],
): Promise<ScratchGlossary> {
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
  const slack = await resources.open(startSlack(), (server) => server.close())
  slack.users.set(slackUser, { name: 'Someone', email: 'someone@example.com' })
  const secretKey = randomBytes(32).toString('base64url')
  const { url } = await startService(resources, databaseUrl, secretKey, {
    SERVICE_SLACK_API_URL: slack.apiUrl,
    SERVICE_SLACK_BOT_TOKEN: botToken,
    SERVICE_SLACK_SIGNING_SECRET: signingSecret,
  })

  async function send(path: string, init: RequestInit) {
    const response = await fetch(`${url}${path}`, init)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    request: (path, body) =>
      send(path, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${token}`,
          // MCP requires both.
          accept: 'application/json, text/event-stream',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    async sendCommand(text) {
      const id = randomUUID()
      const body = new URLSearchParams({
        command: '/glossary',
        text,
        team_id: homeTeam,
        user_id: slackUser,
        // Every time another channel: none has a usual category.
        channel_id: id,
        response_url: slack.responseUrl(id),
        trigger_id: id,
      }).toString()
      const type = 'application/x-www-form-urlencoded'
      const response = await send('/slack/events', {
        method: 'POST',
        headers: { 'content-type': type, ...sign(body) },
        body,
      })
      const message = await response.text()
      if (/"blocks"/.test(message)) return JSON.parse(message)
      // What takes more than two seconds is sent later.
      const later = () => slack.responses.find((each) => each.id === id)
      await eventually('the answer is sent', later)
      return later()?.message
    },
  }
}

const slackUser = 'U1'

const toTerm = (meaning: Meaning, owner: string): DraftTerm => ({
  ...meaning,
  id: randomUUID(),
  status: 'pending',
  owner,
  age: 0,
})
