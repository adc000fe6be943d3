import * as assert from 'uvu/assert'
import { takeExam } from '../lib/exam/exam.ts'
import type { ExamReport } from '../lib/schemas/admin.ts'
import { runToEnd } from './support/process.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('the exam for agents')

type Seed = {
  name: string
  full_name?: string
  definition?: string
  category?: string
  aliases?: (string | { name: string; kind: string })[]
}

const things = ['invoices', 'deployments', 'contracts', 'forecasts', 'interviews']
const teams = ['Finance', 'Platform', 'Legal', 'Sales', 'People']
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** A hundred terms that agents find: acronyms, words and several meanings of a name. */
const cleanTerms = (): Seed[] =>
  Array.from({ length: 100 }, (_, i) => {
    const [team = '', thing = ''] = [teams[i % 5], things[i % 5]]
    const suffix = `${letters[i % 26]}${letters[(i * 7) % 26]}`
    return {
      name: i % 10 < 2 ? `M${letters[Math.floor(i / 10)]}X` : `Q${suffix}${letters[i >> 2]}`,
      full_name: `${team} ${suffix} Method ${letters[i % 26]}${i}`,
      definition: `How the team ${team} reviews its ${thing} in step ${i} of the month.`,
      category: team,
      ...(i % 3 === 0 && { aliases: [`way ${i} of ${thing}`] }),
    }
  })

async function seed(service: TestService, seeds: readonly Seed[]) {
  const as = await service.person('admin')
  const ids: string[] = []
  for (const term of seeds) {
    const { status, body } = await service.request('POST', '/api/v1/terms', {
      as,
      body: { definition: `What the team Sales calls a step of the ${term.name} review.`, ...term },
    })
    assert.is(status, 201, JSON.stringify(body))
    ids.push(body.id)
  }
  return { as, ids }
}

const run = ({ ctx }: TestService) => takeExam(ctx, 2000)

/** Runs the command, in a process of its own. */
async function runCommand({ databaseUrl }: TestService): Promise<ExamReport> {
  const { status, stdout, stderr } = await runToEnd({ SERVICE_DATABASE_URL: databaseUrl }, 'exam', ['--json'])
  assert.equal([status, stderr], [0, ''])
  return JSON.parse(stdout)
}

test('a clean glossary of 100 terms scores 100', async (service) => {
  await seed(service, cleanTerms())
  const { score, questions, findings } = await run(service)
  assert.equal(findings, [])
  assert.is(score, 100)
  assert.ok(questions > 300)
})

const faults: [kind: string, seed: Seed][] = [
  ['missing_alias', { name: 'Service Level Objective' }],
  ['missing_alias', { name: 'ledger close', definition: 'The end of a month in Finance, also called hard close.' }],
  ['missing_alias', { name: 'runway', full_name: 'Cash Runway (CRW)' }],
  [
    'missing_alias',
    { name: 'on-call rota', definition: 'Who answers pages in a week, abbreviated OCR by the team Platform.' },
  ],
  ['ambiguous', { name: 'PIP', definition: 'A plan to improve what someone does at work.' }],
  ['ambiguous', { name: 'PIP', definition: 'A plan to improve what someone does at work.', category: 'People' }],
  ['missing_alias', { name: 'Quarterly Business Review' }],
  [
    'ambiguous',
    { name: 'C.A.B.', category: 'Legal', definition: 'People who decide about the changes of a contract.' },
  ],
  ['placeholder', { name: 'TBX', definition: 'TBD' }],
  ['placeholder', { name: 'TBY', definition: 'To be defined.' }],
  ['placeholder', { name: 'TBZ', definition: '???' }],
  ['placeholder', { name: 'TBW', definition: 'Add definition here' }],
  ['no_context', { name: 'NRR', full_name: 'Net Revenue Retention', definition: 'Net revenue retention.' }],
  ['no_context', { name: 'DSO', definition: 'A metric.' }],
  ['discouraged', { name: 'whitelist', definition: 'Deprecated. A list of addresses that may connect.' }],
  ['discouraged', { name: 'allow list', aliases: [{ name: 'TBX', kind: 'discouraged' }] }],
  ['stale', { name: 'STL' }],
  ['stale', { name: 'OLD' }],
  ['disputed', { name: 'DIS' }],
  ['disputed', { name: 'WRG' }],
]

test('twenty faults are all named, with their cause and their fix, again and again', async (service) => {
  const cab = { name: 'CAB', definition: 'People who decide about the changes of a contract.' }
  const good = [...cleanTerms(), cab]
  const { as, ids } = await seed(service, [...good, ...faults.map(([, term]) => term)])
  const faulty = ids.slice(good.length)
  for (const [i, [kind]] of faults.entries()) {
    const id = faulty[i] ?? ''
    if (kind === 'stale') await service.sql`update terms set is_stale = true where id = ${id}`
    if (kind !== 'disputed') continue
    const path = `/api/v1/terms/${id}/dispute`
    await service.request('POST', path, { as, body: { reason: 'Wrong.' } })
  }
  const report = await run(service)
  const { score, findings } = report
  for (const [i, [kind, { name }]] of faults.entries()) {
    const finding = findings.find((each) => each.term_id === faulty[i] && each.kind === kind)
    assert.ok(finding, `${kind} ${name}: ${JSON.stringify(findings, null, 1)}`)
    assert.ok(finding.question && finding.got && finding.fix)
  }
  const named = new Set(findings.map(({ term_id }) => term_id))
  assert.equal(
    ids.slice(0, 100).filter((id) => named.has(id)),
    [],
  )
  // A text that says CAB does not mean C.A.B., so that CAB is no fault.
  assert.is(score, 83)
  assert.equal(await runCommand(service), report)
})

test('nothing is stored or counted', async (service) => {
  const { as } = await seed(
    service,
    faults.slice(0, 8).map(([, term]) => term),
  )
  const before = await service.sql`select count(*) from audit_events`
  await runCommand(service)
  const page = await service.request('GET', '/admin/agents', { as })
  assert.is(page.status, 200)
  assert.match(page.text, /Score: \d+ of 100/)
  await service.ctx.lookups.store()
  const wanted = await service.sql`select count(*)::integer as names from wanted_names`
  assert.is(wanted[0]?.names, 0)
  assert.equal(await service.sql`select count(*) from audit_events`, before)
})

test('only admins see the page', async (service) => {
  const { status } = await service.request('GET', '/admin/agents', { as: await service.person('editor') })
  assert.is(status, 403)
})

test('a name that texts do not lead to, and a term that a search does not list, are named', async (service) => {
  const step = (i: number) => ({
    name: 'QBX',
    full_name: `Quarterly Billing Step ${letters[i]}`,
    definition: `What the team ${letters[i]}${letters[i]}R does with its part ${letters[i]}${i} of a bill.`,
  })
  const meanings = Array.from({ length: 11 }, (_, i) => step(i))
  const { ids } = await seed(service, [{ name: 'V' }, ...meanings])
  const { findings, terms, total } = await run(service)
  const [letter] = findings.filter(({ term_id }) => term_id === ids[0])
  assert.is(letter?.kind, 'missing_alias')
  assert.is(letter?.question, 'explain_text "We talked about V today."')
  assert.is(letter?.got, 'no term')
  const unlisted = findings.filter(({ question }) => question === 'search_terms "QBX"')
  assert.equal(
    unlisted.map(({ kind }) => kind),
    ['ambiguous'],
  )
  assert.equal([terms, total], [12, 12])
})

test('definitions in other scripts are definitions', async (service) => {
  await seed(service, [
    { name: 'ЗПО', definition: 'Как отдел продаж проверяет прогноз каждого месяца.' },
    { name: '注文', definition: '顧客が営業部に商品を頼むこと。' },
    { name: 'טופס', definition: 'מסמך שצוות המכירות ממלא בסוף כל חודש.' },
  ])
  const { score, findings } = await run(service)
  assert.equal(findings, [])
  assert.is(score, 100)
})

test('a meaning that a text with its own words does not lead to is named', async (service) => {
  const shared = 'to a customer who pays for a plan'
  const { ids } = await seed(service, [
    { name: 'PQX', full_name: 'Prime Quota', definition: `What we promise ${shared}.` },
    { name: 'PQX', full_name: 'Prime Quota', definition: `What we promise ${shared}`, category: 'Sales' },
    { name: 'RSX', full_name: 'Risk Score', definition: 'How likely a loan is not paid back.' },
    { name: 'RSX', full_name: 'Release Stage', definition: 'How far the deployment of a version is.' },
  ])
  const { findings } = await run(service)
  const named = new Set(findings.map(({ term_id, kind }) => `${ids.indexOf(term_id)} ${kind}`))
  assert.equal([...named].sort(), ['0 ambiguous', '1 ambiguous'])
})

test('of 10,000 terms, it asks about a sample, which stays the same', async (service) => {
  await service.sql`
    insert into terms (name, full_name, definition, status, source)
    select 'N' || i, 'Number ' || i, 'TBD', 'pending', 'user' from generate_series(1, 10000) as i`
  await service.sql`analyze` // as autovacuum does
  const report = await takeExam(service.ctx, 150)
  const { questions, findings, terms, total, score } = report
  assert.equal([terms, total, score], [150, 10_000, 0])
  assert.is(new Set(findings.map(({ term_id }) => term_id)).size, 150)
  assert.ok(questions < 150 * 10, `${questions}`)
  assert.equal(await takeExam(service.ctx, 150), report)
  const page = await service.request('GET', '/admin/agents', { as: await service.person('admin') })
  // Fewer than 100 on a machine that is busy.
  assert.match(page.text, /questions about \d{1,3} of 10,000 terms, chosen at random/)
})

test.run()
