import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Problem } from '../../lib/problem.ts'
import type { Role } from '../../lib/schemas/user.ts'
import { answerFault, operations as documented } from '../support/api-document.ts'
import { minimumRoles } from '../support/minimum-roles.ts'
import { generator } from '../support/random.ts'
import type { Answer } from '../support/test-service.ts'
import { findBroken, findLost, findWrongAnswers, ruleCount } from './invariants.ts'
import { openerOf, operations, paths } from './operations.ts'
import { createPick, roles } from './pick.ts'
import { anything, type Prediction, type Sent } from './rules.ts'
import { openSite, type Site } from './sites.ts'
import { beginWorld, credentialOf, readWorld, type World } from './world.ts'

/** One request of somebody: the endpoint, and the seed of all that is chosen when it is sent. */
export type Step = { endpoint: string; seed: number }
type Request = Sent & { endpoint: string; method: string; path: string }
/** What was played; `unanswered` are the requests of a process that was killed meanwhile. */
export type Played = { requests: number; unanswered: number; checks: number; kills: number; log: string[] }

/** Something that the contract does not allow, seen after some of the steps. */
export class Violation extends Error {
  readonly stepCount: number
  constructor(lines: string[], stepCount: number) {
    super(lines.join('\n'))
    this.stepCount = stepCount
  }
}

/** Draws steps at some endpoints. */
export function draw(seed: number, count: number, endpoints = Object.keys(operations)): Step[] {
  const random = generator(seed)
  const weighted = endpoints.flatMap((endpoint) => Array<string>(operations[endpoint]?.weight ?? 1).fill(endpoint))
  return Array.from({ length: count }, () => ({
    endpoint: weighted[Math.floor(random() * weighted.length)] as string,
    seed: Math.floor(random() * 2 ** 31),
  }))
}

const minimumRoleOf = (endpoint: string) => minimumRoles[endpoint.replace(' ', ' /api/v1')] ?? 'public'

/** Decides what a step asks for in this world; null if there is nothing that it could be about. */
function prepare({ endpoint, seed }: Step, world: World): Request | null {
  const { body: write, by, isOwn, query, of } = operations[endpoint] ?? {}
  const pick = createPick(generator(seed), world)
  const [method = '', pattern = ''] = endpoint.split(' ')
  const drawn = [...pattern.matchAll(/[\w:-]+\/:(\w+)/g)].map(
    ([part, name = '']) => [name, pick.one((of ?? paths[part])?.(world) ?? [])] as const,
  )
  if (drawn.some(([, value]) => value === undefined)) return null
  const params = Object.fromEntries(drawn)
  const has = (things: { id: string }[]) => things.some(({ id }) => id === params.id)
  const term = world.terms.find((each) => has([each, ...each.disputes])) ?? pick.one(world.terms)
  const body = write?.(pick, term, world)
  if (body === null) return null
  const as = (isOwn?.(pick, body) && openerOf(world, params.id)) || pick.person(by ?? minimumRoleOf(endpoint))
  const search = query ? `?${new URLSearchParams({ ...query(pick) })}` : ''
  const path = pattern.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  return { endpoint, method, path: `/api/v1${path}${search}`, as, params, body }
}

const send = async ({ request }: Site['senders'][0], { method, path, body, as }: Request): Promise<Answer> =>
  request(method, path, { body, headers: await credentialOf(as) })

const documentOf = new Map(
  documented.map(({ method, path, operation }) => [`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`, operation]),
)

/** What is wrong with an answer, whatever was asked: it is not one that the document of the API describes. */
function faultOf({ endpoint }: Request, answer: Answer) {
  if (answer.status >= 500) return `the answer is ${answer.status}`
  const operation = documentOf.get(endpoint.replace(' ', ' /api/v1'))
  return operation ? answerFault(operation, answer) : 'the document lacks the operation'
}

const describe = ({ method, path, as, body }: Request, { status }: Answer) =>
  `${method} ${path} ${JSON.stringify(body ?? {})} by ${as.email} (${as.role}): ${status}`

/** Changes a world as a request should, or returns the problem that its answer should be. */
function predict(world: Prediction, request: Request): Problem | null {
  const { rule = anything } = operations[request.endpoint] ?? {}
  try {
    const [has, needs] = [request.as.role, minimumRoleOf(request.endpoint) as Role]
    if (roles.indexOf(has) < roles.indexOf(needs)) throw new Problem('insufficient_role')
    rule(world, request)
    return null
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** Plays steps one after the other, and compares each answer, and what there is afterwards, with what the rules say. */
export async function playInOrder(site: Site, steps: readonly Step[]): Promise<Played> {
  const played: Played = { requests: 0, unanswered: 0, checks: 0, kills: 0, log: [] }
  await beginWorld(site.sql)
  let world = await readWorld(site.sql)
  for (const [index, step] of steps.entries()) {
    const request = prepare(step, world)
    if (!request) continue
    const predicted: Prediction = { ...structuredClone(world), unsure: [], outcomes: [] }
    const problem = predict(predicted, request)
    const answer = await send(site.senders[0], request)
    await site.settle()
    played.log.push(describe(request, answer))
    played.requests += 1
    world = await readWorld(site.sql)
    const wrong = faultOf(request, answer) ?? compare(problem, predicted, answer, world)
    if (wrong) throw new Violation([...played.log, wrong], index + 1)
    played.checks += 2
    if (played.requests % 25 === 0) await check(site, played, index + 1)
  }
  await check(site, played, steps.length)
  return played
}

function compare(problem: Problem | null, predicted: Prediction, { status, body }: Answer, { terms }: World) {
  const { unsure, outcomes } = predicted
  if (unsure === null) return null
  const isRight = problem ? body?.code === problem.code && status === problem.status : status < 300
  if (!isRight && unsure.length === 0) return `the answer is ${status} ${body?.code}, not ${problem?.code ?? 'done'}`
  // What is new has its ID from the answer.
  for (const made of predicted.terms.flatMap((term) => [term, ...term.proposals])) made.id ||= body?.id
  const seen = body?.results?.map(({ outcome }: { outcome: string }) => outcome)
  if (outcomes.some((outcome, i) => outcome !== seen?.[i])) return `the outcomes are ${seen}, not ${outcomes}`
  const shown = (all: World['terms']) =>
    all
      .filter(({ id }) => !unsure.includes(id))
      .map((term) => ({ ...term, is_edited: null, disputes: term.disputes.map(({ id, ...rest }) => rest) }))
  const [wanted, found] = [shown(predicted.terms), shown(terms)]
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
    const headers = editor && (await credentialOf(editor))
    const ask = (method: string, path: string, body?: unknown) => request(method, path, { body, ...{ headers } })
    const findWrong = () => findWrongAnswers(ask, sql, generator(stepCount))
    const first = await findWrong()
    // A process of its own may hear of the last changes after it has been asked.
    wrong.push(...(disturb && first.length > 0 ? await delay(1000).then(findWrong) : first))
  }
  played.checks += ruleCount + senders.length
  if (wrong.length > 0) throw new Violation([...played.log.slice(-60), ...wrong], stepCount)
}

const burst = 25
/** What a request has whose process is killed. */
const noAnswer: Answer = { status: 0, headers: new Headers(), text: '', body: null }

/** Plays steps in bursts of 25 requests at once, over both processes, and checks after each what always holds. */
export async function playAtOnce(site: Site, steps: readonly Step[]): Promise<Played> {
  const played: Played = { requests: 0, unanswered: 0, checks: 0, kills: 0, log: [] }
  await beginWorld(site.sql)
  for (let start = 0; start < steps.length; start += burst) {
    const world = await readWorld(site.sql)
    const requests = steps.slice(start, start + burst).flatMap((step) => prepare(step, world) ?? [])
    const disturbed = site.disturb?.(generator(steps[start]?.seed ?? 0))
    const answers = await Promise.all(
      requests.map((request, i) => {
        const answer = send(site.senders[i % site.senders.length] ?? site.senders[0], request)
        return disturbed ? answer.catch(() => noAnswer) : answer
      }),
    )
    const isKilled = await disturbed
    const lines = requests.map((request, i) => describe(request, answers[i] ?? noAnswer))
    played.log.push(...lines, '--')
    played.requests += requests.length
    played.kills += isKilled ? 1 : 0
    played.unanswered += answers.filter((answer) => answer === noAnswer).length
    const failed = requests.flatMap((request, i) => {
      const answer = answers[i] ?? noAnswer
      const fault = isKilled && answer === noAnswer ? null : faultOf(request, answer)
      return fault ? [`${lines[i]}: ${fault}`] : []
    })
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
    return play(site, steps).finally(site.close)
  }

/** Leaves out steps as long as the rest still breaks a rule. Returns the violation of the shortest sequence found. */
export async function shrink(play: Play, steps: readonly Step[], first: Violation, maxPlays: number) {
  let [kept, violation, plays] = [steps.slice(0, first.stepCount), first, 0]
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < kept.length && plays < maxPlays; plays++) {
      const rest = [...kept.slice(0, start), ...kept.slice(start + size)]
      const found = await play(rest).catch((error) => error)
      if (found instanceof Violation) [kept, violation] = [rest.slice(0, found.stepCount), found]
      else start += size
    }
  }
  return { steps: kept, violation }
}
