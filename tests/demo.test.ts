import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as v from 'valibot'
import { demoAdmin } from '../lib/commands/demo.ts'
import type { HistoryEntry } from '../lib/schemas/term.ts'
import { eventually } from './support/eventually.ts'
import type { ServerProcess } from './support/process.ts'
import { servers } from './support/servers.ts'

const roles = ['viewer', 'editor', 'admin'] as const
const statuses = ['suggested', 'pending', 'community', 'official'] as const
const text = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most))
const days = v.pipe(v.number(), v.integer(), v.minValue(0))
const Sample = v.strictObject({
  users: v.array(
    v.strictObject({ email: v.pipe(v.string(), v.email()), display_name: text(300), role: v.picklist(roles) }),
  ),
  terms: v.array(
    v.strictObject({
      name: text(120),
      full_name: v.nullable(text(300)),
      definition: v.union([text(4000), v.literal('')]), // empty for suggestions
      category: v.nullable(text(80)),
      status: v.picklist(statuses),
      owner: v.nullable(v.string()),
      voters: v.array(v.string()),
      source: v.picklist(['user', 'slack', 'discovery', 'import']),
      edits: v.optional(
        v.array(v.object({ by: v.string(), days_ago: v.number(), note: v.nullable(v.string()), before: v.string() })),
        [],
      ),
      created_days_ago: days,
      confirmed_days_ago: days,
      evidence: v.optional(
        v.strictObject({
          channels: v.array(v.strictObject({ name: text(80), sightings: days, authors: v.array(v.string()) })),
          full_names: v.array(v.strictObject({ full_name: text(300), sightings: days })),
        }),
      ),
    }),
  ),
})

const file = new URL('../sample/glossary.json', import.meta.url)
const { users, terms } = v.parse(Sample, JSON.parse(readFileSync(file, 'utf8')))
const staleDays = 180
const stale = terms.filter(({ confirmed_days_ago }) => confirmed_days_ago > staleDays)
const countOf = (status: string) => terms.filter((term) => term.status === status).length
const countsByStatus = Object.fromEntries(statuses.map((status) => [status, countOf(status)]))
const votes = terms.reduce((sum, { voters }) => sum + voters.length, 0)

const sample = suite('sample')

sample('it shows what a real glossary looks like', () => {
  assert.ok(terms.length >= 80)
  assert.ok(new Set(terms.map(({ category }) => category).filter(Boolean)).size >= 6)
  for (const status of statuses) assert.ok(countOf(status) >= 5, status)
  assert.ok(stale.length >= 3 && stale.length < terms.length / 2, `${stale.length} are stale`)
  assert.ok(terms.some(({ owner }) => owner === null))
  assert.ok(terms.some(({ category }) => category === null))
})

sample('some names have several meanings', () => {
  for (const name of ['PR', 'SLA']) {
    const meanings = terms.filter((term) => term.name === name)
    assert.ok(meanings.length >= 2, name)
  }
  const keys = terms.map((term) => [term.name, term.full_name ?? '', term.category ?? ''].join('\n').toLowerCase())
  assert.is(new Set(keys).size, keys.length, 'each meaning stands once')
})

sample('owners and voters are users of the sample, and no user votes twice', () => {
  const people = new Set(users.map(({ email }) => email))
  assert.is(people.size, users.length)
  assert.is(users.find(({ email }) => email === demoAdmin)?.role, 'admin')
  for (const role of roles)
    assert.ok(
      users.some((user) => user.role === role),
      role,
    )
  for (const { name, owner, voters } of terms) {
    const strangers = [...voters, owner ?? demoAdmin].filter((email) => !people.has(email))
    assert.equal(strangers, [], name)
    assert.is(new Set(voters).size, voters.length, name)
  }
})

sample('edits are by users of the sample, change the text, and have plausible times', () => {
  for (const { name, definition, edits, created_days_ago, confirmed_days_ago } of terms) {
    const texts = [...edits.map(({ before }) => before), definition]
    assert.is(new Set(texts).size, texts.length, name)
    for (const { by, days_ago } of edits) {
      assert.ok(
        users.some(({ email }) => email === by),
        name,
      )
      assert.ok(days_ago >= confirmed_days_ago && days_ago < created_days_ago, name)
    }
  }
})

sample('votes match the status, and dates are consistent', () => {
  for (const { name, status, voters, created_days_ago, confirmed_days_ago } of terms) {
    if (status === 'official') assert.ok(voters.length >= 10, name)
    if (status === 'community') assert.ok(voters.length >= 3, name)
    if (status === 'pending') assert.ok(voters.length < 3, name)
    if (status === 'suggested') assert.is(voters.length, 0, name)
    assert.ok(created_days_ago >= confirmed_days_ago, name)
  }
})

sample.run()

const test = servers('demo')

/** The login link that the demo printed. */
async function linkOf({ output }: ServerProcess) {
  const link = () => /^log in at (http:\/\/\S+)$/m.exec(output.stdout)?.[1]
  await eventually('it writes the link', link)
  return link() ?? ''
}

/** Follows a login link; returns the headers of the logged-in user. */
async function logIn(link: string) {
  const answer = await fetch(link, { redirect: 'manual' })
  assert.is(answer.status, 303)
  assert.is(answer.headers.get('location'), '/')
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { headers: { cookie } }
}

test('its link logs in an admin, who sees the sample glossary', async (service) => {
  const SERVICE_DATA_DIR = await service.directory()
  const elsewhere = 'postgresql://nobody@127.0.0.1:1/nothing'
  const others = { SERVICE_DATABASE_URL: elsewhere, SERVICE_DEV_MODE: 'false' }
  const server = await service.start({ SERVICE_DATA_DIR, ...others }, 'demo')
  const { url } = server
  const link = await linkOf(server)
  assert.is(link, `${url}/auth/dev/login?email=${demoAdmin}`)
  const admin = await logIn(link)
  const get = async (path: string) => (await fetch(url + path, admin)).json()

  const me = await get('/api/v1/me')
  assert.equal([me.email, me.role], [demoAdmin, 'admin'])
  const skos = await get('/api/v1/export?format=skos')
  assert.is(skos['@graph'][0].id, `${url}/`, 'links lead to the address that it listens on')
  assert.match(await (await fetch(`${url}/tokens`, admin)).text(), `${url}/mcp`)
  const home = await fetch(`${url}/`, admin)
  assert.is(home.status, 200)
  assert.match(await home.text(), 'Development mode')

  const viewers = new Set(users.filter(({ role }) => role === 'viewer').map(({ display_name }) => display_name))
  const { items: official } = await get('/api/v1/terms?status=official&limit=500')
  for (const { id, name } of official) {
    const entries: HistoryEntry[] = await get(`/api/v1/terms/${id}/history?limit=100`)
    const decided = entries.filter(({ changes }) => changes.status?.to === 'official')
    assert.is(decided.length, 1, name)
    assert.not(viewers.has(decided[0]?.actor?.display_name ?? ''), name)
  }

  const list = await get('/api/v1/terms?limit=500')
  assert.is(list.total, terms.length)
  assert.equal(list.counts_by_status, countsByStatus)
  const { terms: counted, users: people, votes: cast } = await get('/api/v1/admin/stats')
  assert.equal(counted, { total: terms.length, by_status: countsByStatus, stale: stale.length })
  assert.is(people.total, users.length)
  assert.is(cast.total, votes)

  const wanted = new Map(terms.map((term) => [`${term.name}|${term.full_name}|${term.category}`, term]))
  const names = new Map(users.map(({ email, display_name }) => [email, display_name]))
  for (const item of list.items) {
    const term = wanted.get(`${item.name}|${item.full_name}|${item.category}`)
    assert.is(item.vote_count, term?.voters.length, item.name)
    assert.is(item.owner?.display_name, names.get(term?.owner ?? ''), item.name)
    assert.is(item.is_stale, (term?.confirmed_days_ago ?? 0) > staleDays, item.name)
  }
  const suggestions = await get('/api/v1/review?kind=suggested')
  assert.is(suggestions.length, countOf('suggested'))
  for (const { term, evidence } of suggestions) {
    assert.ok(evidence?.people > 0 && evidence.channels.length > 0, term.name)
  }
  const [{ id }] = list.items
  assert.is((await get(`/api/v1/terms/${id}/history`)).at(-1).action, 'created')
})

test('a second start keeps the data', async ({ start, directory }) => {
  const SERVICE_DATA_DIR = await directory()
  const first = await start({ SERVICE_DATA_DIR }, 'demo')
  const admin = await logIn(await linkOf(first))
  const { items } = await (await fetch(`${first.url}/api/v1/terms?limit=1`, admin)).json()
  const path = `/api/v1/terms/${items[0].id}`
  assert.is((await fetch(first.url + path, { ...admin, method: 'DELETE' })).status, 204)
  assert.is(await first.stop(), 0)

  const second = await start({ SERVICE_DATA_DIR }, 'demo')
  const again = await logIn(await linkOf(second))
  const { total } = await (await fetch(`${second.url}/api/v1/terms`, again)).json()
  assert.is(total, terms.length - 1)
  assert.is((await fetch(second.url + path, again)).status, 404)
})

test('it listens on loopback addresses only', async ({ start, dataDirectory }) => {
  const env = { SERVICE_DATA_DIR: await dataDirectory(), SERVICE_HOST: '0.0.0.0' }
  const { url } = await start(env, 'demo')
  assert.match(url, /^http:\/\/127\.0\.0\.1:/)
})

test.run()
