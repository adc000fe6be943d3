import { createHmac, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '../problem.ts'

/** The limits of one process (contract, section 18). */
export type Limits = {
  /** @throws Problem `too_many_requests` if the sender has sent too many requests in this minute */
  count(sender: Sender): Promise<void>
  /**
   * Runs the work of a request when it is its turn. A sender has at most eight requests at a time; up to 200 more wait,
   * while those of others run.
   *
   * @param isDisconnected whether the client has disconnected; then the work is not started
   * @throws Problem `too_many_requests` or `client_disconnected`
   */
  run<Result>(sender: Sender, work: () => Promise<Result>, isDisconnected?: () => boolean): Promise<Result>
  /** Waits for a sender's turn as `run` does, however many wait: for the later parts of a response. */
  wait<Result>(sender: Sender, work: () => Promise<Result>): Promise<Result>
  /**
   * Runs a login. Only failed ones count.
   *
   * @param client the IP address of the browser
   * @throws Problem `too_many_requests`, or what `work` throws
   */
  login<Result>(client: string | null, work: () => Promise<Result>): Promise<Result>
  /**
   * Counts the registration of an OAuth client.
   *
   * @param client the IP address of the agent
   * @throws Problem `too_many_requests`
   */
  register(client: string | null): Promise<void>
  /**
   * Counts a file that is sent to anybody, whom nothing else counts.
   *
   * @param client the IP address of whoever gets it
   * @throws Problem `too_many_requests` if this minute has brought the client too many bytes
   */
  send(client: string | null, bytes: number): Promise<void>
  /** The memory for request bodies. */
  bodies: ByteBudget
}

/** Who shares a limit: `key` is a user's ID or the bucket of a client; `factor` multiplies the limits. */
export type Sender = { key: string; factor: number }

/** Returns the sender of a request that has no valid credential. @param client the IP address, if it is known */
export const unknownSender = (client: string | null): Sender => ({ key: clientBucket(client), factor: 10 })

const maxRunning = 8
const maxWaiting = 200
const maxFailedLogins = 30
const maxRegistrations = 30
/** Enough for 150 machines behind one address, each of which gets the command. */
const maxSentBytes = 64 * 1024 ** 2

/** The requests of one sender: how many run, and how to start those that wait. */
type Turns = { running: number; waiting: { start(): void; isDisconnected(): boolean }[] }

/** @param maxRequests requests per person and minute; 0 for any number, and of failed logins and registrations, too */
export function createLimits(maxRequests: number): Limits {
  const requests = createCounter(maxRequests)
  const failedLogins = createCounter(maxRequests && maxFailedLogins)
  const registrations = createCounter(maxRequests && maxRegistrations)
  const sent = createCounter(maxRequests && maxSentBytes)
  const senders = new Map<string, Turns>()

  async function runInTurn<Result>({ key, factor }: Sender, work: () => Promise<Result>, isDisconnected = () => false) {
    const turns = senders.get(key) ?? { running: 0, waiting: [] }
    senders.set(key, turns)
    if (turns.running < maxRunning * factor) turns.running++
    else await new Promise<void>((start) => turns.waiting.push({ start, isDisconnected }))
    try {
      return await work()
    } finally {
      const next = turns.waiting.shift()
      // Work that never waits for anything, started at once, would keep the requests of others from being read. That of
      // a client that has disconnected ends at once.
      if (next?.isDisconnected()) next.start()
      else if (next) setImmediate(next.start)
      else if (--turns.running === 0) senders.delete(key)
    }
  }

  return {
    count: ({ key, factor }) => requests.count(key, factor),
    async run(sender, work, isDisconnected = () => false) {
      const waiting = senders.get(sender.key)?.waiting.length ?? 0
      if (waiting >= maxWaiting * sender.factor) throw tooManyRequests(1, waitingPolicy(sender))
      const runIfConnected = async () => {
        if (isDisconnected()) throw new Problem('client_disconnected')
        return work()
      }
      return runInTurn(sender, runIfConnected, isDisconnected)
    },
    wait: (sender, work) => runInTurn(sender, work),
    async login(client, work) {
      const bucket = clientBucket(client)
      await failedLogins.check(bucket)
      try {
        return await work()
      } catch (error) {
        await failedLogins.count(bucket).catch(() => {}) // the failure itself matters more
        throw error
      }
    },
    register: (client) => registrations.count(clientBucket(client)),
    send: (client, bytes) => sent.count(clientBucket(client), 1 / bytes),
    bodies: createByteBudget(),
  }
}

const bucketKey = randomBytes(16)

/**
 * Returns which of 65,536 buckets a network is counted in, so that the counters of many networks do not fill the
 * memory. Nobody can choose a network that shares the bucket of another one, because the key is secret.
 */
export const bucketOf = (network: string): string =>
  createHmac('sha256', bucketKey).update(network).digest('hex').slice(0, 4)

const maxRemembered = 1000
const bucketsByClient = new Map<string, string>()

/**
 * Returns the bucket of a client's network. It remembers clients, because it is called for every request and computing
 * a bucket takes a twentieth of the time of a small one.
 *
 * @param client an IP address, if it is known
 */
export function clientBucket(client: string | null): string {
  const address = client ?? 'unknown'
  const known = bucketsByClient.get(address)
  if (known !== undefined) return known
  const bucket = bucketOf(networkOf(address))
  if (bucketsByClient.size >= maxRemembered) bucketsByClient.clear()
  bucketsByClient.set(address, bucket)
  return bucket
}

const windowSeconds = 60

type Counter = {
  /** @throws Problem `too_many_requests` */
  count(key: string, factor?: number): Promise<void>
  /** @throws Problem `too_many_requests` if `count` would throw it */
  check(key: string): Promise<void>
}

/** Counts per minute. @param max 0 for any number */
function createCounter(max: number): Counter {
  if (max === 0) return { count: async () => {}, check: async () => {} }
  const scale = 100 // so that a larger limit is a smaller share of the same number of points
  const limiter = new RateLimiterMemory({ points: max * scale, duration: windowSeconds })
  const refusal = ({ msBeforeNext }: RateLimiterRes, factor = 1) =>
    tooManyRequests(Math.ceil(msBeforeNext / 1000), `"person";q=${Math.floor(max * factor)};w=${windowSeconds}`)
  return {
    async count(key, factor = 1) {
      try {
        await limiter.consume(key, scale / factor)
      } catch (state) {
        throw state instanceof RateLimiterRes ? refusal(state, factor) : state
      }
    },
    async check(key) {
      const state = await limiter.get(key)
      if (state && state.remainingPoints < scale) throw refusal(state)
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
  const headers = { 'retry-after': String(seconds), ratelimit: `${name};r=0;t=${seconds}`, 'ratelimit-policy': policy }
  return new Problem('too_many_requests', {}, { headers })
}

const waitingPolicy = ({ factor }: Sender) => `"waiting";q=${maxWaiting * factor};qu="concurrent-requests"`

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

/** The memory that the request bodies of one process may take (contract, section 18). */
type ByteBudget = {
  /**
   * Takes memory for a body before it is read.
   *
   * @param key whose share it is taken from
   * @throws Problem `busy` if the process or the sender holds too much
   */
  take(key: string, bytes: number): void
  /** Gives back what was taken. */
  release(key: string, bytes: number): void
}

/** Of all senders together. */
const maxBytes = 96 * 1024 ** 2
/** Of one sender: a file of 20 MiB fits. */
const maxBytesPerSender = maxBytes / 3

/** Creates the budget of one process, which all its senders share. */
export function createByteBudget(): ByteBudget {
  const held = new Map<string, number>()
  let total = 0
  return {
    take(key, bytes) {
      const own = (held.get(key) ?? 0) + bytes
      if (own > maxBytesPerSender || total + bytes > maxBytes) throw new Problem('busy')
      held.set(key, own)
      total += bytes
    },
    release(key, bytes) {
      const own = (held.get(key) ?? 0) - bytes
      if (own > 0) held.set(key, own)
      else held.delete(key)
      total -= bytes
    },
  }
}
