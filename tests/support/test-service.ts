import { randomBytes } from 'node:crypto'
import type postgres from 'postgres'
import { createGlossary } from '../../handlers/app.ts'
import { createLog } from '../../lib/app/log.ts'
import { type Environment, readSettings } from '../../lib/app/settings.ts'
import type { Context } from '../../lib/context.ts'
import type { Database } from '../../lib/db/database.ts'
import { createReadiness } from '../../lib/db/readiness.ts'
import type { App } from '../../lib/http/app.ts'
import { issueSession } from '../../lib/identity/sessions.ts'
import type { Term } from '../../lib/schemas/term.ts'
import type { Role } from '../../lib/schemas/user.ts'
import { createContext } from '../../lib/service.ts'
import { giveBackDatabase, takeDatabase } from './database-pool.ts'
import { suite, type Test } from './suite.ts'

/** The setting of a glossary in three languages, which has all endpoints and fields. */
export const threeLanguages = { SERVICE_LANGUAGES: 'en,de,fr' }

export const secretKey = 'a secret of the tests, long enough to pass'

/** A user who can send requests; `session` is a session token. */
export type Person = { id: string; email: string; role: Role; session: string }

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
export type Answer = { status: number; headers: Headers; text: string; body: any }

export type RequestOptions = {
  /** who asks: by session token */
  as?: Person
  /** sent as JSON; a string or bytes as they are */
  body?: unknown
  headers?: Record<string, string>
}

/** A whole service of a test's own: nothing is shared but the template of its database. */
export type TestService = {
  app: App
  ctx: Omit<Context, 'apiDocument'>
  /** for looking at the database, and for putting it into states that no request leads to */
  sql: postgres.Sql
  /** everything logged so far, a line each */
  logs: string[]
  /** sets the service's clock */
  clock: { now: Date }
  databaseUrl: string
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>
  /** adds a user */
  person(role?: Role, email?: string): Promise<Person>
  /** adds a term through the API; its owner is `as` */
  term(as: Person, fields?: Partial<Record<keyof Term, unknown>>): Promise<Term>
}

/**
 * A suite in which every test gets a service of its own.
 *
 * @param env settings beyond those that every test has
 */
export function glossary(name: string, env: Environment = {}): Test<TestService> {
  const test = suite<TestService>(name)
  const closers = new Map<TestService, () => Promise<void>>()
  test.before.each(async (context) => {
    const { service, close } = await openTestService(env)
    closers.set(Object.assign(context, service), close)
  })
  test.after.each(async (context) => {
    const close = closers.get(context)
    // First, as uvu runs this again where it throws, and would lose the error if it threw again.
    closers.delete(context)
    await close?.()
  })
  return test
}

/** The context of a service that uses another database. */
export const withDatabase = (ctx: TestService['ctx'], db: Database): TestService['ctx'] => ({
  ...ctx,
  db,
  readiness: createReadiness({ tests: db }, db, ctx.names),
})

/** Opens a service; the caller closes it. */
export async function openTestService(env: Environment) {
  const settings = readSettings({ SERVICE_SECRET_KEY: secretKey, SERVICE_LOG_LEVEL: 'debug', ...env })
  const logs: string[] = []
  const log = createLog(settings.logLevel, { write: (line: string) => void logs.push(line) })
  const clock = { now: new Date() }
  const database = await takeDatabase(settings)
  const { url: databaseUrl, pools, sql } = database
  const { context, stop } = createContext(pools, settings, log, { Response })
  const ctx = { ...context, now: () => clock.now }
  const app = createGlossary(ctx)

  const service: TestService = {
    app,
    ctx,
    sql,
    logs,
    clock,
    databaseUrl,
    request: (method, path, options) => send(app, method, path, options),
    async person(role = 'viewer', email = `${randomBytes(6).toString('hex')}@example.com`) {
      const [user] = await sql<{ id: string }[]>`
        insert into users (email, display_name, role) values (${email}, ${email}, ${role})
        returning id`
      const id = user?.id ?? ''
      return { id, email, role, session: await issueSession(secretKey, id, clock.now) }
    },
    async term(as, fields = {}) {
      const name = `term ${randomBytes(4).toString('hex')}`
      const body = { name, definition: 'What it means here.', ...fields }
      const { status, body: term } = await service.request('POST', '/api/v1/terms', { as, body })
      if (status !== 201) throw new Error(`the term was not created: ${status}`)
      return term
    },
  }
  async function close() {
    await stop(ctx.background.settle())
    await giveBackDatabase(database)
  }
  return { service, close }
}

/** Sends a request to the service and reads the answer; a JSON body is parsed. */
export async function send(
  app: App,
  method: string,
  path: string,
  { as, body, headers = {} }: RequestOptions = {},
): Promise<Answer> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const request = new Request(`http://localhost:8000${path}`, {
    method,
    headers: {
      ...(as && { authorization: `Bearer ${as.session}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
  })
  const response = await app(request, '127.0.0.1')
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
}
