import { createHmac, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from './problem.ts'

/** The limits of one process (contract, section 18). */
export type Limits = {
  /**
   * Counts a request and runs its work. A person has at most eight requests at a time; up to 200 more wait, while
   * those of other people run.
   *
   * @param person a user's ID, the bucket of a client, or another name for who shares the limits
   * @param isDisconnected whether the client has disconnected; then the work is not started
   * @param factor multiplies the limits
   * @throws Problem `too_many_requests` or `client_disconnected`
   */
  run<Result>(
    person: string,
    work: () => Promise<Result>,
    isDisconnected?: () => boolean,
    factor?: number,
  ): Promise<Result>
  /** Waits for a person's turn as `run` does, without counting a request: for the later parts of a response. */
  wait<Result>(person: string, work: () => Promise<Result>): Promise<Result>
  /**
   * Runs a login. Only failed ones count.
   *
   * @param client the IP address of the browser
   * @throws Problem `too_many_requests`, or what `work` throws
   */
  login<Result>(client: string | null, work: () => Promise<Result>): Promise<Result>
}

const maxRunning = 8
const maxWaiting = 200
const maxFailedLogins = 30

/** The requests of one person: how many run, and how to start those that wait. */
type Turns = { running: number; waiting: (() => void)[] }

/** @param maxRequests requests per person and minute; 0 for any number, and of failed logins, too */
export function createLimits(maxRequests: number): Limits {
  const requests = createCounter(maxRequests)
  const failedLogins = createCounter(maxRequests && maxFailedLogins)
  const people = new Map<string, Turns>()

  async function runInTurn<Result>(person: string, max: number, work: () => Promise<Result>) {
    const turns = people.get(person) ?? { running: 0, waiting: [] }
    people.set(person, turns)
    if (turns.running < max) turns.running++
    else await new Promise<void>((start) => turns.waiting.push(start))
    try {
      return await work()
    } finally {
      const startNext = turns.waiting.shift()
      if (startNext) startNext()
      else if (--turns.running === 0) people.delete(person)
    }
  }

  return {
    async run(person, work, isDisconnected = () => false, factor = 1) {
      await requests.count(person, factor)
      const waiting = people.get(person)?.waiting.length ?? 0
      if (waiting >= maxWaiting * factor) throw tooManyRequests(1, waitingPolicy(factor))
      return runInTurn(person, maxRunning * factor, () => {
        if (isDisconnected()) throw new Problem('client_disconnected')
        return work()
      })
    },
    wait: (person, work) => runInTurn(person, maxRunning, work),
    async login(client, work) {
      const bucket = clientBucket(client)
      await failedLogins.count(bucket)
      const result = await work()
      await failedLogins.forgive(bucket)
      return result
    },
  }
}

const bucketKey = randomBytes(16)

/**
 * Returns which of 65,536 buckets a network is counted in, so that the counters of many networks do not fill the memory.
 * Nobody can choose a network that shares the bucket of another one, because the key is secret.
 */
export const bucketOf = (network: string): string =>
  createHmac('sha256', bucketKey).update(network).digest('hex').slice(0, 4)

/** Returns the bucket of a client's network. @param client an IP address, if it is known */
export const clientBucket = (client: string | null): string =>
  bucketOf(client === null ? 'unknown' : networkOf(client))

const windowSeconds = 60

type Counter = {
  count(key: string, factor?: number): Promise<void>
  forgive(key: string): Promise<void>
}

/** Counts per minute. @param max 0 for any number */
function createCounter(max: number): Counter {
  if (max === 0) return { count: async () => {}, forgive: async () => {} }
  const scale = 100 // so that a larger limit is a smaller share of the same number of points
  const limiter = new RateLimiterMemory({ points: max * scale, duration: windowSeconds })
  return {
    async count(key, factor = 1) {
      try {
        await limiter.consume(key, scale / factor)
      } catch (state) {
        if (!(state instanceof RateLimiterRes)) throw state
        const policy = `"person";q=${max * factor};w=${windowSeconds}`
        throw tooManyRequests(Math.ceil(state.msBeforeNext / 1000), policy)
      }
    },
    async forgive(key) {
      await limiter.reward(key, scale)
    },
  }
}

/**
 * With the headers of draft-ietf-httpapi-ratelimit-headers-10.
 *
 * @param policy the limit that was reached: its name and parameters
 */
function tooManyRequests(retryAfterSeconds: number, policy: string) {
  const seconds = Math.max(1, retryAfterSeconds)
  const [name] = policy.split(';')
  const headers = {
    'retry-after': String(seconds),
    ratelimit: `${name};r=0;t=${seconds}`,
    'ratelimit-policy': policy,
  }
  return new Problem('too_many_requests', {}, { headers })
}

const waitingPolicy = (factor: number) =>
  `"waiting";q=${maxWaiting * factor};qu="concurrent-requests"`

/** An IPv4 address, or the first 64 bits of an IPv6 address, which usually belong to one client. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) {
    const rest = tail.split(':').filter(Boolean)
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest)
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
