import { readFileSync } from 'node:fs'
import * as assert from 'uvu/assert'
import * as v from 'valibot'
import { demoAdmin } from '../lib/commands/demo.ts'
import { readSampleEvents } from '../lib/commands/sample-events.ts'
import { aliases } from '../lib/schemas/content.ts'
import { links } from '../lib/schemas/links.ts'
import type { HistoryEntry } from '../lib/schemas/term.ts'
import { eventually } from './support/eventually.ts'
import type { ServerProcess } from './support/process.ts'
import { servers } from './support/servers.ts'
import { suite } from './support/suite.ts'

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
      aliases: v.optional(aliases),
      links: v.optional(links),
      in_texts: v.optional(v.picklist(['exact', 'never'])),
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
          channels: v.array(
            v.strictObject({
              name: text(80),
              sightings: days,
              authors: v.array(v.string()),
              quote: v.optional(text(200)),
            }),
          ),
          full_names: v.array(v.strictObject({ full_name: text(300), sightings: days })),
        }),
      ),
    }),
  ),
})

const file = new URL('../sample/glossary.json', import.meta.url)
const { users, terms } = v.parse(Sample, JSON.parse(readFileSync(file, 'utf8')))
const events = readSampleEvents()
const staleDays = 180
const stale = terms.filter(({ confirmed_days_ago }) => confirmed_days_ago > staleDays)
const countOf = (status: string) => terms.filter((term) => term.status === status).length
const labelOf = ({ name, full_name }: { name: string; full_name: string | null }) =>
  full_name ? `${name} (${full_name})` : name
const eventsOf = <Action extends (typeof events)[number]['action']>(action: Action) =>
  events.filter((event) => event.action === action) as Extract<(typeof events)[number], { action: Action }>[]

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

sample('events are by users of the sample, in the order of time, and after the last change of their terms', () => {
  const times = events.map(({ days_ago }) => days_ago)
  assert.equal(
    times,
    times.toSorted((a, b) => b - a),
  )
  for (const event of events) {
    assert.ok(
      users.some(({ email }) => email === event.by),
      event.by,
    )
    const named = ['term', 'other', 'found'].flatMap((key) => (key in event ? [event[key as keyof typeof event]] : []))
    for (const label of named) {
      const term = terms.find((each) => labelOf(each) === String(label))
      assert.ok(term && term.confirmed_days_ago > event.days_ago, `${event.days_ago}: ${label}`)
    }
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

test('it listens on this machine only; its link logs in an admin, who sees the sample glossary', async (service) => {
  const SERVICE_DATA_DIR = await service.directory()
  const elsewhere = 'postgresql://nobody@127.0.0.1:1/nothing'
  const others = {
    SERVICE_DATABASE_URL: elsewhere,
    SERVICE_DEV_MODE: 'false',
    SERVICE_LANGUAGES: 'en',
    SERVICE_HOST: '0.0.0.0',
  }
  const server = await service.start({ SERVICE_DATA_DIR, ...others }, 'demo')
  const { url } = server
  assert.match(url, /^http:\/\/127\.0\.0\.1:/)
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
  const imported = eventsOf('import').flatMap(({ rows }) => rows.slice(1).map(([name]) => name))
  const added = imported.filter((name) => !terms.some((term) => term.name === name))
  assert.is(list.total, terms.length + added.length)
  const { terms: counted, users: people } = await get('/api/v1/admin/stats')
  assert.equal([counted.total, people.total], [list.total, users.length])
  assert.is(counted.stale, stale.length)

  const reported = new Set(eventsOf('report').map(({ term }) => term))
  const names = new Map(users.map(({ email, display_name }) => [email, display_name]))
  for (const item of list.items) {
    const term = terms.find((each) => labelOf(each) === labelOf(item))
    if (!term || reported.has(labelOf(item))) continue
    assert.equal([item.status, item.vote_count], [term.status, term.voters.length], item.name)
    assert.is(item.owner?.display_name, names.get(term.owner ?? ''), item.name)
    assert.is(item.is_stale, term.confirmed_days_ago > staleDays, item.name)
  }
  const suggestions = await get('/api/v1/review?kind=suggested')
  assert.is(suggestions.length, countOf('suggested'))
  for (const { term, evidence } of suggestions) {
    assert.ok(evidence?.people > 0 && evidence.channels.length > 0 && evidence.quote, term.name)
  }
  const [{ id }] = list.items
  assert.is((await get(`/api/v1/terms/${id}/history`)).at(-1).action, 'created')
  assert.is((await fetch(`${url}/api/v1/terms/${id}/translations`, admin)).status, 404, 'it has the languages given')
})

test('it shows what stands beside a definition and what people do with it; a second start keeps the data', async (service) => {
  const SERVICE_DATA_DIR = await service.directory()
  const server = await service.start({ SERVICE_DATA_DIR }, 'demo')
  const admin = await logIn(await linkOf(server))
  const get = async (path: string) => (await fetch(`${server.url}/api/v1${path}`, admin)).json()
  const { items, total: before } = await get('/terms?limit=500')
  const find = (label: string) => items.find((item: { name: string; full_name: string }) => labelOf(item) === label)

  const said = await Promise.all(items.map(async ({ id }: { id: string }) => (await get(`/terms/${id}`)).relations))
  const kinds = said.flat().map(({ kind, is_agreed }) => `${kind} ${is_agreed}`)
  for (const kind of ['differs_from', 'broader', 'narrower', 'replaced_by', 'replaces'])
    assert.ok(kinds.includes(`${kind} true`), kind)
  assert.is((await get(`/terms/${find('SLA (Service Level Agreement)').id}/relations?is_agreed=false`)).length, 2)
  assert.ok(items.some(({ links }: { links: unknown[] }) => links.length > 1))
  assert.ok(items.some(({ in_texts }: { in_texts: string }) => in_texts === 'exact'))
  const aliasKinds = items.flatMap(({ aliases }: { aliases: { kind: string }[] }) => aliases.map(({ kind }) => kind))
  for (const kind of ['alias', 'misspelling', 'discouraged']) assert.ok(aliasKinds.includes(kind), kind)

  assert.is(find('Übergabe').open_disputes, 1)
  assert.equal(find('R&D (Research and Development)').needs_correction.reasons.length, 1)
  assert.is((await get('/proposals?status=open')).length, 2)
  const [imported, ...others] = await get('/imports')
  assert.equal([imported.actor.display_name, imported.totals.created, others.length], ['Priya Raghunathan', 7, 0])
  const learned = await get('/review?kind=alias')
  assert.equal(learned.map(({ name }: { name: string }) => name).sort(), ['WIMO', 'handover call'])
  assert.ok((await get('/wanted')).some(({ name }: { name: string }) => name === 'KYC'))

  const inFrench: { items: { id: string; translation: object | null }[] } = await get('/terms?limit=500&lang=fr')
  const french = inFrench.items.filter(({ translation }) => translation)
  assert.is(french.length, 12)
  const translations = (await Promise.all(french.map(({ id }) => get(`/terms/${id}/translations`)))).flat()
  const outdated = translations.filter(({ is_outdated }) => is_outdated).map(({ name }) => name)
  assert.equal(outdated, ['Notfallzugriff'])
  const headers = { ...admin.headers, 'accept-language': 'de-AT,en;q=0.5' }
  const page = await fetch(`${server.url}/t/break-glass`, { headers })
  const german = await page.text()
  for (const text of ['lang="de"', 'Notfallzugriff', 'break-glass', '60 Minuten', 'The English text has changed since'])
    assert.match(german, text)
  assert.not.match(german, 'Also called')

  const entries: { kind: string; created_at: string }[] = await get('/inbox?unread=true')
  const told = entries.map(({ kind }) => kind).sort()
  assert.equal(told, ['dispute_resolved', 'disputed', 'followed', 'proposal_decided', 'proposed', 'wanted_added'])
  const day = 24 * 60 * 60 * 1000
  const times = [...entries.map(({ created_at }) => created_at), ...translations.map(({ updated_at }) => updated_at)]
  assert.ok(
    times.every((time) => Date.now() - Date.parse(time) > day),
    'each at its time',
  )
  const log: { created_at: string }[] = await get('/admin/audit?limit=500')
  const logged = log.map(({ created_at }) => Date.parse(created_at))
  assert.equal(
    logged,
    logged.toSorted((a, b) => b - a),
    'in the order of time',
  )

  const path = `/api/v1/terms/${items[0].id}`
  assert.is((await fetch(server.url + path, { ...admin, method: 'DELETE' })).status, 204)
  assert.is(await server.stop(), 0)
  const second = await service.start({ SERVICE_DATA_DIR }, 'demo')
  const again = await logIn(await linkOf(second))
  const { total } = await (await fetch(`${second.url}/api/v1/terms`, again)).json()
  assert.is(total, before - 1)
  assert.is((await fetch(second.url + path, again)).status, 404)
})

test.run()
