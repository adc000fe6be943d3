import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { minimumRoles } from '../support/minimum-roles.ts'
import { generator } from '../support/random.ts'
import { secondProcess } from '../support/second-process.ts'
import { type Answer, openTestService, type TestService } from '../support/test-service.ts'
import { findBroken, findLost, findWrongAnswers, ruleCount } from './invariants.ts'
import { operations } from './operations.ts'
import { createPick } from './pick.ts'
import { type Expected, type Sent, thresholds } from './rules.ts'
import { beginWorld, credentialOf, type Person, readWorld, type World } from './world.ts'

/** One request of somebody: the endpoint, and the seed of all that is chosen when it is sent. */
export type Step = { endpoint: string; seed: number }
type Request = { endpoint: string; as: Person; path: string; sent: Sent }
type Sender = Pick<TestService, 'request'>
/** One or two processes of a service. */
export type Site = {
  sql: TestService['sql']
  senders: Sender[]
  settle(): Promise<unknown>
  /** may kill a process and start it again; returns whether it has */
  disturb?(random: () => number): Promise<boolean>
  close(): Promise<void>
}
/** What was played; `unanswered` are the requests of a process that was killed meanwhile. */
export type Played = { requests: number; unanswered: number; checks: number; kills: number; log: string[] }
const nothing = (): Played => ({ requests: 0, unanswered: 0, checks: 0, kills: 0, log: [] })

/** Something that the contract does not allow, seen after some of the steps. */
export class Violation extends Error {
  readonly stepCount: number
  constructor(message: string, stepCount: number) {
    super(message)
    this.stepCount = stepCount
  }
}

export const environment = {
  ...{ SERVICE_RATE_LIMIT: '0', SERVICE_LANGUAGES: 'en,de', SERVICE_PRIVATE_ADDRESSES: 'true' },
  SERVICE_COMMUNITY_THRESHOLD: String(thresholds.community),
  SERVICE_OFFICIAL_THRESHOLD: String(thresholds.official),
}

/** A service in this process. */
export async function openSite(): Promise<Site & { senders: [TestService] }> {
  const { service, close } = await openTestService(environment)
  return { sql: service.sql, senders: [service], settle: () => service.ctx.background.settle(), close }
}

/** A service and a second one over the same database, in this process. */
export async function openTwo(): Promise<Site> {
  const site = await openSite()
  const [service] = site.senders
  const other = secondProcess(service)
  const settle = () => Promise.all([site.settle(), other.settle()])
  return { ...site, senders: [service, other], settle, close: () => other.close().then(site.close) }
}

/** Draws steps at some endpoints. */
export function draw(seed: number, count: number, endpoints = Object.keys(operations)): Step[] {
  const random = generator(seed)
  const weighted = endpoints.flatMap((endpoint) => Array(operations[endpoint]?.weight ?? 1).fill(endpoint) as string[])
  return Array.from({ length: count }, () => ({
    endpoint: weighted[Math.floor(random() * weighted.length)] as string,
    seed: Math.floor(random() * 2 ** 31),
  }))
}

/** Decides what a step asks for in this world; null if there is nothing that it could be about. */
function prepare({ endpoint, seed }: Step, world: World): Request | null {
  const operation = operations[endpoint]
  const pick = createPick(generator(seed), world)
  const made = operation?.send(world, pick)
  if (!made) return null
  const as = made.as ?? pick.person(operation?.by ?? minimumRoles[endpoint])
  const [, pattern = ''] = endpoint.split(' ')
  const path = pattern.replace(/:(\w+)/g, (_, name) => encodeURIComponent(made.params[name] ?? '')) + (made.query ?? '')
  return { endpoint, as, path, sent: { as, params: made.params, body: made.body } }
}

async function send({ request }: Sender, { endpoint, as, path, sent }: Request): Promise<Answer> {
  return request(endpoint.split(' ')[0] ?? '', path, { body: sent.body, headers: await credentialOf(as) })
}

const describe = ({ endpoint, as, path, sent }: Request, status: number | string) =>
  `${endpoint.split(' ')[0]} ${path} ${JSON.stringify(sent.body ?? {})} by ${as.email} (${as.role}): ${status}`

/** What every endpoint has in common. */
function predict(world: World, { endpoint, as, sent }: Request): Expected | undefined {
  const roles = ['viewer', 'editor', 'admin']
  if (roles.indexOf(as.role) < roles.indexOf(minimumRoles[endpoint] ?? ''))
    return { status: 403, code: 'insufficient_role' }
  const isGone = endpoint.includes('/terms/:id') && !world.terms.some(({ id }) => id === sent.params.id)
  if (isGone) return { status: 410, code: 'merged' }
  return operations[endpoint]?.rule?.(world, sent)
}

/** Plays steps one after the other, and compares each answer, and what there is afterwards, with what the rules say. */
export async function playInOrder(site: Site, steps: readonly Step[]): Promise<Played> {
  const played = nothing()
  await beginWorld(site.sql)
  let world = await readWorld(site.sql)
  for (const [index, step] of steps.entries()) {
    const request = prepare(step, world)
    if (!request) continue
    const predicted = structuredClone(world)
    const expected = predict(predicted, request)
    const answer = await send(site.senders[0] as Sender, request)
    await site.settle()
    played.log.push(describe(request, answer.status))
    played.requests += 1
    world = await readWorld(site.sql)
    const wrong = compare(expected, answer, predicted, world)
    if (wrong) throw new Violation([...played.log, wrong].join('\n'), index + 1)
    played.checks += expected ? 2 : 1
    if (played.requests % 25 === 0) await check(site, played, index + 1)
  }
  await check(site, played, steps.length)
  return played
}

function compare(
  expected: Expected | undefined,
  { status, body }: Answer,
  predicted: World,
  world: World,
): string | null {
  if (status >= 500) return `the answer is ${status}`
  if (!expected) return null
  const statuses = [expected.status].flat()
  if (!statuses.includes(status))
    return `the answer is ${status} ${body?.code ?? ''}, not ${statuses} ${expected.code ?? ''}`
  if (expected.code && body?.code !== expected.code) return `the code is ${body?.code}, not ${expected.code}`
  if (status < 300) expected.learn?.(body)
  const outcomes = body?.results?.map(({ outcome }: { outcome: string }) => outcome)
  const isOther = expected.outcomes?.some((outcome, i) => outcome !== '?' && outcome !== outcomes[i])
  if (isOther) return `the outcomes are ${outcomes}, not ${expected.outcomes}`
  const { unsure = [] } = expected
  if (unsure === 'all') return null
  const shown = (each: World) =>
    each.terms
      .filter(({ id }) => !unsure.includes(id))
      .map((term) => ({ ...term, is_edited: null, disputes: term.disputes.map(({ id, ...rest }) => rest) }))
  const [wanted, found] = [shown(predicted), shown(world)]
  const other = wanted.findIndex((term, i) => !isDeepStrictEqual(term, found[i]))
  if (other < 0 && wanted.length === found.length) return null
  return `the term is\n${JSON.stringify(found[Math.max(other, 0)])}, not\n${JSON.stringify(wanted[Math.max(other, 0)])}`
}

/** Checks what always holds, at each process, beside what has been found already. */
async function check({ sql, senders, settle, disturb }: Site, played: Played, stepCount: number, found: string[] = []) {
  await settle()
  const wrong = [...found, ...(await findBroken(sql))]
  const editor = (await readWorld(sql)).people.find(({ role, is_active }) => role !== 'viewer' && is_active)
  for (const { request } of editor && wrong.length === 0 ? senders : []) {
    const headers = await credentialOf(editor as Person)
    const ask = (method: string, path: string, body?: unknown) => request(method, path, { body, headers })
    const findWrong = () => findWrongAnswers(ask, sql, generator(stepCount))
    const first = await findWrong()
    // A process of its own may hear of the last changes after it has been asked.
    wrong.push(...(disturb && first.length > 0 ? await delay(1000).then(findWrong) : first))
  }
  played.checks += ruleCount + senders.length
  if (wrong.length > 0) throw new Violation([...played.log.slice(-60), ...wrong].join('\n'), stepCount)
}

const burst = 25
/** What a request has whose process is killed. */
const noAnswer: Answer = { status: 0, headers: new Headers(), text: '', body: null }

/** Plays steps in bursts of 25 requests at once, over both processes, and checks after each what always holds. */
export async function playAtOnce(site: Site, steps: readonly Step[]): Promise<Played> {
  const played = nothing()
  await beginWorld(site.sql)
  for (let start = 0; start < steps.length; start += burst) {
    const world = await readWorld(site.sql)
    const requests = steps.slice(start, start + burst).flatMap((step) => prepare(step, world) ?? [])
    const disturbed = site.disturb?.(generator(steps[start]?.seed ?? 0))
    const answers = await Promise.all(
      requests.map((request, i) => {
        const answer = send(site.senders[i % site.senders.length] as Sender, request)
        return disturbed ? answer.catch(() => noAnswer) : answer
      }),
    )
    const isKilled = await disturbed
    const lines = requests.map((request, i) => describe(request, answers[i]?.status ?? 0))
    played.log.push(...lines, '--')
    played.requests += requests.length
    if (isKilled) played.kills += 1
    played.unanswered += answers.filter((answer) => answer === noAnswer).length
    const failed = lines.filter((line) => (isKilled ? /: 5..$/ : /: (0|5..)$/).test(line))
    await check(site, played, start + burst, [...failed, ...(await findLost(site.sql, requests, answers))])
  }
  return played
}

export type Play = (steps: readonly Step[]) => Promise<Played>

/** Plays steps on a site of their own. */
export const onSite =
  (play: (site: Site, steps: readonly Step[]) => Promise<Played>, open: () => Promise<Site> = openSite): Play =>
  async (steps) => {
    const site = await open()
    try {
      return await play(site, steps)
    } finally {
      await site.close()
    }
  }

/** Leaves out steps as long as the rest still breaks a rule. Returns the violation of the shortest sequence found. */
export async function shrink(
  play: Play,
  steps: readonly Step[],
  first: Violation,
  maxPlays: number,
): Promise<{ steps: readonly Step[]; violation: Violation }> {
  let [kept, violation, plays] = [steps.slice(0, first.stepCount), first, 0]
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < kept.length && plays < maxPlays; plays++) {
      const rest = [...kept.slice(0, start), ...kept.slice(start + size)]
      const found = await play(rest).then(
        () => null,
        (error) => (error instanceof Violation ? error : null),
      )
      if (found) [kept, violation] = [rest.slice(0, found.stepCount), found]
      else start += size
    }
  }
  return { steps: kept, violation }
}
