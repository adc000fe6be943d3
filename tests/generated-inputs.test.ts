import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as assert from 'uvu/assert'
import { routes } from '../handlers/app.ts'
import type { Contract } from '../lib/http/endpoint.ts'
import { nodeListener } from '../lib/http/node-listener.ts'
import { apiToken, bearer } from './support/credentials.ts'
import { files, forms } from './support/endpoint-forms.ts'
import { bodies, pages, pathTo, queries } from './support/endpoints.ts'
import { type Input, inputsOf } from './support/generated-inputs.ts'
import type { Parts } from './support/input-slots.ts'
import { longestTurnMs } from './support/longest-turn.ts'
import { leastMs } from './support/processor-time.ts'
import { generator } from './support/random.ts'
import { botToken, type FakeSlack, sign, signingSecret, startSlack } from './support/slack.ts'
import { suite } from './support/suite.ts'
import { openTestService, type Person, type TestService, threeLanguages } from './support/test-service.ts'
import { type Sent, ways } from './support/ways-of-sending.ts'
import { week, weeklySample } from './support/weekly-sample.ts'

// Whatever is sent to an endpoint, it takes time in proportion to its length, and little memory; and the answer is
// short. However it is sent, another person who looks something up meanwhile waits for little of the processor's time.
// A new endpoint or field is tried without a change here. A fifth of the endpoints gets one input each week, or every
// endpoint with TEST_WHOLE=true. ATTACK_INPUTS=n tries n inputs of each endpoint, `all` all of them, and judges the
// delay, too, which only an idle machine allows. ATTACK_ENDPOINTS='/explain$' tries those of some endpoints.
const test = suite('generated inputs')

const seed = 20_261_125 + 1000 * week
const isAll = process.env.ATTACK_INPUTS === 'all'
const inputCount = isAll ? Infinity : Number(process.env.ATTACK_INPUTS || 1)
/** How many inputs of an endpoint are also sent on connections, and in how many ways each. */
const waysOf = isAll ? { inputs: 20, ways: 5 } : { inputs: 1, ways: 1 }

/** Less than this, in ms, cannot be measured. */
const measurableMs = 30
/** For four times the length, time in proportion is 4 times as much, and quadratic time 16 times. */
const maxGrowth = 9
const maxDelayMs = 100
const maxTurnMs = 100
const maxAnswerBytes = 256 * 1024
/** How much the process may grow: a service that waits for requests takes 100 MB of the 300, or 500 with imports. */
const maxRaiseMb = (contract: Contract) => (contract.file ? 400 : 200)

let service: TestService
let slack: FakeSlack
let close: () => Promise<void>
let port: number
let other: Person
let agentToken: string
let feedToken: string

test.before(async () => {
  slack = await startSlack()
  slack.users.set('U1', { name: 'Ada', email: 'ada@example.com' })
  const opened = await openTestService({
    ...threeLanguages,
    SERVICE_RATE_LIMIT: '0',
    SERVICE_DEV_MODE: 'true',
    SERVICE_SLACK_CLIENT_ID: 'client',
    SERVICE_SLACK_CLIENT_SECRET: 'secret',
    SERVICE_SLACK_API_URL: slack.apiUrl,
    SERVICE_SLACK_BOT_TOKEN: botToken,
    SERVICE_SLACK_SIGNING_SECRET: signingSecret,
  })
  service = opened.service
  const admin = await service.person('admin')
  agentToken = (await apiToken(service, admin)).token
  feedToken = (await apiToken(service, admin, ['feed'])).token
  other = await service.person()
  const server = createServer(nodeListener(service.app, service.ctx.log)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  close = async () => {
    server.closeAllConnections()
    server.close()
    await opened.close()
    await slack.close()
  }
})
test.after(() => close())

let sentCount = 0
let judgedCount = 0

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** A request to an endpoint with an input, which is about an object of `as`. */
async function prepare({ method, path }: Contract, parts: Parts, as: Person): Promise<Sent> {
  const endpoint = `${method} ${path}`
  const term: TestService['term'] = (owner) => service.term(owner, parts.term).catch(() => service.term(owner))
  if (parts.term) await term(as)
  const target = await pathTo({ ...service, term }, parts.path ?? path, as)
  const query = parts.query ?? (method === 'POST' ? '' : (queries[path]?.slice(1) ?? ''))
  const form = pages.includes(endpoint) ? new URLSearchParams(forms[endpoint]).toString() : null
  const usual = method === 'GET' ? undefined : (files[endpoint]?.body ?? form ?? bodies[endpoint])
  const sent = parts.body ?? (typeof usual === 'object' ? JSON.stringify(usual) : usual)
  const body = sent
    ?.replace('UNIQUE', () => `unique-${sentCount++}`)
    .replace('RESPONSE-URL', () => slack.responseUrl('1'))
  const type =
    parts.type ?? files[endpoint]?.type ?? (form === null ? 'application/json' : 'application/x-www-form-urlencoded')
  return {
    method,
    path: target.replace('glo_unknown', feedToken) + (query && `?${query}`),
    headers: {
      ...(path !== '/slack/events' && bearer(path === '/mcp' ? agentToken : as.session)),
      ...(path === '/slack/events' && sign(body ?? '')),
      ...(body !== undefined && { 'content-type': type }),
      ...parts.headers,
    },
    body,
  }
}

/**
 * Exports are as long as the glossary, and /cli and /extension.zip are always the same. What is
 * corrected and two pages show a text of the sender again: pasted cells, and an explained text.
 */
const isLong = ({ tag, path, method }: Contract) =>
  tag === 'export' ||
  [
    'GET /cli',
    'GET /extension.zip',
    'GET /docs',
    'GET /export',
    'POST /import',
    'POST /explain',
    'POST /t',
    'POST /api/v1/correct',
  ].includes(`${method} ${path}`)

/** What a request takes, in ms: of processor time, and the longest time in which no other is served. */
async function measure({ method, path, headers, body }: Sent) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const before = process.cpuUsage()
  delay.enable()
  const answer = await service.request(method, path, { headers, body })
  // Slack gets its answer before all of the work is done.
  if (path === '/slack/events') await Promise.race([service.ctx.background.settle(), pause(100)])
  await pause(3) // the delay counts when the timer fires
  delay.disable()
  const active = process.cpuUsage(before).user / 1000
  return { active, longest: delay.max / 1e6, answer }
}

/** What is wrong with how an endpoint takes an input, or null. */
async function judge(contract: Contract, { make }: Input, as: Person): Promise<string | null> {
  const send = async (share: number) => measure(await prepare(contract, make(share), as))
  let growth = Infinity
  let delay = Infinity
  // What seems to take too long is measured again, because collecting garbage takes time, too.
  for (let attempt = 0; attempt < 4; attempt++) {
    const { active, longest, answer } = await send(1)
    if (answer.status >= 500) return `${answer.status} ${answer.text}`
    const size = Buffer.byteLength(answer.text)
    if (size > maxAnswerBytes && !isLong(contract)) return `an answer of ${size} bytes`
    delay = Math.min(delay, longest)
    const isSlow = isAll && delay > maxDelayMs
    if (active < measurableMs && !isSlow) return null
    growth = Math.min(growth, active / Math.max(1, (await send(0.25)).active))
    if (growth < maxGrowth && !isSlow) return null
  }
  return `${growth.toFixed(1)} times as long for four times the length, others wait ${Math.round(delay)} ms`
}

/** What is wrong with what an endpoint or another person meets when an input is sent in some way, or null. */
async function judgeWay(contract: Contract, { make }: Input, way: string, as: Person) {
  const wrong: string[] = []
  const lookUp = () => service.request('GET', '/api/v1/lookup?q=SLA', { as: other })
  const longest = await leastMs(maxTurnMs, async () => {
    const sent = await prepare(contract, make(1), as)
    let statuses: (number | null)[] = []
    const turn = await longestTurnMs(async () => {
      const [found, seen = []] = await Promise.all([lookUp(), ways[way]?.(port, sent)])
      statuses = [found.status, ...seen]
    })
    const isAnswered = way === 'unfinished' || !statuses.includes(null)
    const isWrong = !isAnswered || statuses.some((status) => (status ?? 0) >= 500)
    if (isWrong || statuses[0] !== 200) wrong.push(`${statuses}`)
    return turn
  })
  if (longest >= maxTurnMs) wrong.push(`others wait ${Math.round(longest)} ms`)
  return wrong[0] ?? null
}

/** The most memory of this process since the last call, in MB; 0 where the system does not tell. */
async function peakMb() {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  await writeFile('/proc/self/clear_refs', '5').catch(() => {})
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** Some of the inputs, or all. */
function sample(inputs: Input[], random: () => number) {
  const chosen = inputs.map((input) => ({ input, order: random() }))
  if (!isAll) chosen.sort((a, b) => a.order - b.order)
  return chosen.slice(0, inputCount).map(({ input }) => input)
}

const { ATTACK_INPUTS: isAsked, ATTACK_ENDPOINTS: pattern } = process.env
const numbered = routes.map(({ contract }, index) => ({ contract, index }))
const chosen = numbered.filter(({ contract: { method, path } }) => new RegExp(pattern ?? '').test(`${method} ${path}`))

for (const { contract, index } of isAsked || pattern ? chosen : weeklySample(numbered)) {
  test(`${contract.method} ${contract.path}`, async () => {
    const as = await service.person('admin')
    await peakMb()
    const before = await peakMb()
    const found: string[] = []
    const random = generator(seed + index)
    const names = Object.keys(ways)
    const inputs = sample(inputsOf(contract, seed + index), random)
    for (const input of contract.method === 'GET' ? [] : inputs.slice(0, waysOf.inputs)) {
      const first = Math.floor(random() * names.length)
      for (let i = first; i < first + waysOf.ways; i++) {
        const way = names[i % names.length] ?? ''
        const wrong = await judgeWay(contract, input, way, as)
        if (wrong) found.push(`${input.what}, sent ${way}: ${wrong}`)
      }
    }
    for (const input of inputs) {
      const wrong = await judge(contract, input, as)
      if (wrong) found.push(`${input.what}: ${wrong}`)
      await service.sql`delete from terms` // so that lists stay short
      if (++judgedCount % 40 === 0) collectGarbage() // of the tests, mainly
    }
    const raise = (await peakMb()) - before
    assert.equal(found, [], `TEST_WEEK=${week}`)
    assert.ok(raise < maxRaiseMb(contract), `${Math.round(raise)} MB more`)
  })
}

test.run()
