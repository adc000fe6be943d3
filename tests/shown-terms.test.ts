import * as assert from 'uvu/assert'
import { Term } from '../lib/schemas/term.ts'
import { document, faults } from './support/api-document.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('terms as the database shows them')

const texts = {
  name: 'A "quoted" \\ name',
  full_name: 'Ünïcode 🎈 & <b>',
  definition: 'One line.\n\tAnother one: \u2028 \u007f \u0001 "\\u0041".',
  category: 'Ops',
  aliases: [{ name: 'Other', kind: 'alias' }],
  links: [{ url: 'https://example.com/a"b', label: null }],
}

test('a term has the fields of its schema, in their order, and no others', async (service) => {
  const { person, sql, term } = service
  const as = await person()
  await term(as, { aliases: texts.aliases, links: texts.links, category: 'Ops' })
  const { id } = await term(as)
  await sql`update terms set owner_id = null, full_name = null, category = null where id = ${id}`
  const rows = await sql<{ term: object }[]>`select term from shown_terms`
  assert.is(rows.length, 2)
  for (const { term: shown } of rows) {
    assert.is(faults(document.components.schemas.Term, shown), '')
    assert.equal([...Object.keys(shown), 'relations', 'relations_total', 'translation'], Object.keys(Term.entries))
  }
})

test('a term has the values that are stored', async ({ person, sql, term }) => {
  const as = await person()
  const { id } = await term(as)
  const stored = {
    ...texts,
    id,
    status: 'official',
    version: 3,
    vote_count: 4,
    open_disputes: 2,
    is_stale: true,
    source: 'import',
    in_texts: 'exact',
  }
  const disputed = { disputed_status: 'community', disputed_vote_count: 3 }
  await sql`update terms set ${sql({ ...stored, ...disputed } as never)} where id = ${id}`
  const [row] = await sql<{ term: Term }[]>`select term from shown_terms where id = ${id}`
  assert.ok(row)
  const { owner, last_confirmed_at, created_at, updated_at, ...values } = row.term
  assert.equal(values, { ...stored, before_dispute: { status: 'community', vote_count: 3 }, needs_correction: null })
  assert.equal(owner, { id: as.id, display_name: as.email })
  const [times] = await sql`
    select last_confirmed_at, created_at, updated_at from terms where id = ${id}`
  assert.equal(
    [last_confirmed_at, created_at, updated_at].map((time) => new Date(time)),
    Object.values(times ?? {}),
  )
})

test('times are shown with the digits that they have', async ({ sql }) => {
  const times = ['00:00:00', '12:00:00.5', '23:59:59.123456', '01:02:03.120000']
  const rows = await sql<{ time: string }[]>`
    select to_rfc3339(('2026-11-05 ' || time || '+00')::timestamptz) as time
    from unnest(${times}::text[]) as time`
  assert.equal(
    rows.map(({ time }) => time),
    times.map((time) => `2026-11-05T${time.replace('120000', '12')}Z`),
  )
})

test('no row is shown for a term that is null', async ({ sql }) => {
  const rows = await sql`
    select s.term
    from (select) as one
    left join terms t on true
    left join lateral shown_term(t, null) as s on true`
  assert.equal([...rows], [{ term: null }])
})

test.run()
