import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { importFile, lines } from './support/imports.ts'
import { runToEnd } from './support/process.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('import, protected terms')

/** Terms of an owner: official, community and pending ones, and one that lost its status through a report. */
async function start(service: TestService) {
  const [editor, owner] = [await service.person('editor'), await service.person()]
  const add = (name: string) => service.term(owner, { name, definition: `What ${name} means.`, category: 'Ops' })
  const [sla, slo, draft, disputed] = [await add('SLA'), await add('SLO'), await add('Draft'), await add('Disputed')]
  await setStatus(service, sla.id, 'official', 15)
  await setStatus(service, slo.id, 'community', 3)
  await setStatus(service, disputed.id, 'official', 9)
  await service.request('POST', `/api/v1/terms/${disputed.id}/dispute`, { as: editor, body: { reason: 'Old.' } })
  return { editor, owner, sla, slo, draft, disputed }
}

const file = lines(
  'name,definition,category',
  ...['SLA', 'SLO', 'Draft', 'Disputed', 'NEW'].map((name) => `${name},Another text for ${name}.,Ops`),
)

const propose = (service: TestService, as: Person, body: string, query: Record<string, string> = {}) =>
  importFile(service, as, body, { protected: 'propose', ...query })

const definitions = async ({ sql }: TestService) =>
  Object.fromEntries((await sql`select name, definition from terms`).map((row) => [row.name, row.definition]))

const outcomes = (rows: { name: string; outcome: string }[]) =>
  Object.fromEntries(rows.map(({ name, outcome }) => [name, outcome]))

const openProposals = async ({ request }: TestService, as: Person) =>
  (await request('GET', '/api/v1/proposals?status=open', { as })).body

test('by default an editor replaces protected texts, as before', async (service) => {
  const { editor } = await start(service)
  const { body } = await importFile(service, editor, file)
  assert.equal(body.totals, { created: 1, updated: 4, unchanged: 0, skipped: 0, failed: 0 })
  assert.is((await definitions(service)).SLA, 'Another text for SLA.')
})

test('with protected=propose, rows that would change protected terms become proposals, and all others are stored', async (service) => {
  const { editor, owner, sla } = await start(service)
  for (const dry_run of ['true', 'false']) {
    const { status, body } = await propose(service, editor, file, { dry_run })
    assert.is(status, 200, JSON.stringify(body))
    assert.equal(body.totals, { created: 1, updated: 1, proposed: 3, unchanged: 0, skipped: 0, failed: 0 })
    assert.equal(outcomes(body.rows), {
      ...{ SLA: 'proposed', SLO: 'proposed', Disputed: 'proposed' },
      ...{ Draft: 'updated', NEW: 'created' },
    })
    assert.is(body.rows[0].changes.definition.to, 'Another text for SLA.')
    assert.equal((await openProposals(service, editor)).length, dry_run === 'true' ? 0 : 3)
  }
  const texts = await definitions(service)
  for (const name of ['SLA', 'SLO', 'Disputed']) assert.is(texts[name], `What ${name} means.`)
  for (const name of ['Draft', 'NEW']) assert.is(texts[name], `Another text for ${name}.`)
  const { body: term } = await service.request('GET', `/api/v1/terms/${sla.id}`, { as: editor })
  assert.equal([term.status, term.vote_count, term.version], ['official', 15, 1])
  const { body: inbox } = await service.request('GET', '/api/v1/inbox', { as: owner })
  const proposed = inbox.filter(({ kind }: { kind: string }) => kind === 'proposed')
  assert.equal(proposed.map((entry: { term: { name: string } }) => entry.term.name).sort(), ['Disputed', 'SLA', 'SLO'])
  const mine = (await openProposals(service, editor)).find((each: { term_id: string }) => each.term_id === sla.id)
  assert.equal([mine.base_version, mine.proposed_by.id], [1, editor.id])
  const accept = await service.request('POST', `/api/v1/proposals/${mine.id}/accept`, { as: owner, body: {} })
  assert.equal([accept.status, accept.body.definition], [200, 'Another text for SLA.'])
  const { body: imports } = await service.request('GET', '/api/v1/imports', { as: editor })
  assert.is(imports[0].totals.proposed, 3)
})

test('terms that replace= names are changed, however their IDs are sent', async (service) => {
  const { editor, sla, slo } = await start(service)
  for (const query of [
    `replace=${sla.id}&replace=${slo.id}`,
    `replace=${sla.id},${slo.id.toUpperCase()}`,
    `replace=${sla.id},${slo.id}&dry_run=true`,
  ]) {
    const path = `/api/v1/import?protected=propose&${query.replace('&dry_run=true', '')}&dry_run=true`
    const { status, body } = await service.request('POST', path, {
      ...{ as: editor, body: file, headers: { 'content-type': 'text/csv' } },
    })
    assert.is(status, 200, JSON.stringify(body))
    assert.equal([body.totals.updated, body.totals.proposed], [3, 1])
  }
  const done = await propose(service, editor, file, { replace: sla.id })
  assert.equal([done.body.totals.updated, done.body.totals.proposed], [2, 2])
  const texts = await definitions(service)
  assert.equal([texts.SLA, texts.SLO], ['Another text for SLA.', 'What SLO means.'])
  for (const [option, value] of [
    ['replace', 'SLA'],
    ['protected', 'keep'],
  ] as const)
    assert.is((await propose(service, editor, file, { [option]: value })).status, 422)
})

test('sent again, a row is unchanged; with another text it fails and names the open proposal', async (service) => {
  const { editor, sla } = await start(service)
  await propose(service, editor, file)
  const again = await propose(service, editor, file)
  assert.equal(again.body.totals, { created: 0, updated: 0, proposed: 0, unchanged: 5, skipped: 0, failed: 0 })
  const other = file.replace('Another text for SLA.', 'A third text.')
  const refused = await propose(service, editor, other)
  assert.is(refused.status, 422)
  const [row] = refused.body.rows
  const [open] = (await openProposals(service, editor)).filter((each: { term_id: string }) => each.term_id === sla.id)
  assert.equal([row.name, row.outcome, row.errors[0].path], ['SLA', 'failed', 'name'])
  assert.ok(row.errors[0].message.endsWith(`another open proposal: /proposals/${open.id}`), row.errors[0].message)
  assert.is((await service.request('GET', `/proposals/${open.id}`, { as: editor })).status, 200)
  const replaced = await propose(service, editor, other, { replace: sla.id })
  assert.is(replaced.body.totals.updated, 1)
  const [second] = [await service.person('editor')]
  assert.is(
    (await propose(service, second as Person, file)).body.totals.proposed,
    3,
    'another person proposes the same',
  )
})

test('an undo withdraws the open proposals of the import, and no others', async (service) => {
  const { editor, owner, sla, slo, disputed } = await start(service)
  const { body } = await propose(service, editor, file)
  const [accepted] = (await openProposals(service, editor)).filter(
    (each: { term_id: string }) => each.term_id === slo.id,
  )
  await service.request('POST', `/api/v1/proposals/${accepted.id}/accept`, { as: owner, body: {} })
  const own = { version: 1, definition: 'What the owner proposes.' }
  await service.request('POST', `/api/v1/terms/${sla.id}/proposals`, { as: owner, body: own })
  const undone = await service.request('DELETE', `/api/v1/imports/${body.import_id}`, { as: editor })
  assert.equal([undone.status, undone.body], [200, { deleted: 1, reverted: 1, kept: [] }])
  assert.equal(
    (await openProposals(service, editor)).map((each: { term_id: string; proposed_by: Person }) => each.proposed_by.id),
    [owner.id],
  )
  const all = await service.request('GET', `/api/v1/proposals?term_id=${disputed.id}`, { as: editor })
  assert.is(all.body[0].status, 'withdrawn')
  const audit = await service.sql`select count(*)::integer as n from audit_events where action = 'proposal.withdrawn'`
  assert.is(audit[0]?.n, 2)
})

test('a status and relations of protected terms, which cannot be proposed, are left out and said', async (service) => {
  const { sla, slo } = await start(service)
  const admin = await service.person('admin')
  await service.request('PUT', `/api/v1/terms/${sla.id}/relations/differs_from/${slo.id}`, { as: admin })
  const rows = lines(
    'name,definition,category,status,differs_from',
    'SLA,What SLA means.,Ops,pending,',
    'SLO,What SLO means.,Ops,community,SLA; Draft',
    'Draft,What Draft means.,Ops,pending,SLO',
    'Disputed,Another text.,Ops,community,',
  )
  for (const dry_run of ['true', 'false']) {
    const { body } = await propose(service, admin, rows, { trust_status: 'true', dry_run })
    assert.equal([body.totals.proposed, body.totals.failed], [1, 0], JSON.stringify(body))
    assert.match(
      body.source.guesses.join('\n'),
      /^Left out: what \d rows say of the status or the relations of protected/,
    )
  }
  const { body: term } = await service.request('GET', `/api/v1/terms/${sla.id}`, { as: admin })
  assert.equal([term.status, term.relations.length], ['official', 1])
  const replaced = await propose(service, admin, rows, { trust_status: 'true', replace: `${sla.id},${slo.id}` })
  assert.is(replaced.status, 200, JSON.stringify(replaced.body))
  const { body: changed } = await service.request('GET', `/api/v1/terms/${sla.id}`, { as: admin })
  assert.is(changed.status, 'pending')
})

test('a file makes 200 proposals at most, and says which rows are more', async (service) => {
  const { editor, owner } = await start(service)
  await service.sql`
    insert into terms (name, definition, status, source, owner_id)
    select 'T' || n, 'A thing.', 'official', 'user', ${owner.id} from generate_series(1, 201) n`
  const rows = lines('name,definition', ...Array.from({ length: 201 }, (_, i) => `T${i + 1},Another thing.`))
  const { body } = await propose(service, editor, rows, { on_error: 'skip' })
  assert.equal([body.totals.proposed, body.totals.failed], [200, 1])
  assert.match(body.rows[0].errors[0].message, /^is more than the 200 proposals/)
  assert.is((await openProposals(service, editor)).length, 50)
  const ids = await service.sql`select id from terms where name like 'T%'`
  const replaced = await propose(service, await service.person('editor'), rows, {
    replace: ids.map(({ id }) => id).join(),
  })
  assert.is(replaced.body.totals.updated, 201)
})

test('what a term got in the meantime is no longer proposed', async (service) => {
  const { editor, sla } = await start(service)
  const edit = { version: 1, definition: 'Another text for SLA.' }
  await service.request('PUT', `/api/v1/terms/${sla.id}`, { as: editor, body: edit })
  const { body } = await propose(service, editor, file)
  assert.equal([body.totals.proposed, body.totals.unchanged], [2, 1])
})

test('the command proposes in the name of an admin, or of whom it names', async (service) => {
  const { sla } = await start(service)
  const admin = await service.person('admin')
  const directory = await mkdtemp(join(tmpdir(), 'glossary-protected-'))
  const path = join(directory, 'terms.csv')
  await writeFile(path, file)
  const run = (...args: string[]) => runToEnd({ SERVICE_DATABASE_URL: service.databaseUrl }, 'import', [path, ...args])
  const nobody = await run('--protected', 'propose', '--as', 'nobody@example.com')
  assert.equal([nobody.status, nobody.stdout], [1, ''])
  assert.match(nobody.stderr, /^--as must be the email address of an active user/)
  const done = await run('--protected', 'propose')
  assert.match(done.stdout, new RegExp(`1 new, 1 changed, 3 proposed; import \\S+, proposals of ${admin.email}\n`))
  assert.is((await definitions(service)).SLA, 'What SLA means.')
  const [proposal] = await service.sql`select proposed_by from proposals where term_id = ${sla.id}`
  assert.is(proposal?.proposed_by, admin.id)
  assert.match((await run('--protected', 'replace')).stdout, /3 changed/)
  assert.match((await run('--protected', 'x')).stderr, /^usage: /)
  await rm(directory, { recursive: true })
})

test.run()
