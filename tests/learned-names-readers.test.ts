import * as assert from 'uvu/assert'
import { decide, goOn, items, namesIn, outcomeOf, start } from './support/learned.ts'
import { inQueue } from './support/queue.ts'
import { glossary, type Person } from './support/test-service.ts'
import { lookUp, people } from './support/wanted.ts'

const test = glossary('learned names and who sees them')

test('of a name that is written like an acronym two are enough, and the owner sees it, too', async (service) => {
  const { editor, owner } = await start(service)
  const acronyms = ['SVP', 'R&Q', 'ÖQ/B2', 'SVPs']
  for (const name of [...acronyms, 'Svp', 'S1', 'QUIMBY ROE', 'QUIMBYQUIMBY', 'quimby'])
    await goOn(service, 2, name, 'KPI')
  const [other] = await people(service, 1)
  for (let time = 0; time < 5; time++) await lookUp(service, other as Person, 'ZQX', 'SLA') // whatever it is sent with
  await goOn(service, 3, 'Jo Quimby', 'SLA')
  await goOn(service, 2, 'SVC', 'SLA')
  const of = (kpi: boolean) => (each: string) => each.endsWith('KPI') === kpi
  assert.equal((await namesIn(service, owner)).filter(of(false)), ['SVC 2 SLA'])
  assert.equal((await namesIn(service, editor)).filter(of(false)).sort(), ['Jo Quimby 3 SLA', 'SVC 2 SLA'])
  // Each of SVP and SVPs is the plural of the other for a lookup; what counts is how they are written.
  const found = (await namesIn(service, editor)).filter(of(true)).map((each) => each.split(' ')[0])
  assert.equal(found.sort(), [...acronyms].sort())
})

test('what others looked up is for editors alone, on the page of the term and by its ID, too', async (service) => {
  const { editor, sla } = await start(service)
  await goOn(service, 3, 'Jo Quimby', 'SLA')
  const [item] = await items(service, editor)
  await service.sql`update terms set owner_id = null`
  const curious = await service.person()
  const claimed = await service.request('POST', `/api/v1/terms/${sla.id}/claim`, { as: curious })
  assert.is(claimed.status, 200)
  const counted = await service.request('GET', '/api/v1/review', { as: curious })
  assert.not.match(counted.text + [...counted.headers], /quimby/i)
  for (const path of [`/terms/${sla.id}`, '/review', '/review?kind=alias', '/mine'])
    assert.not.match((await service.request('GET', path, { as: curious })).text, /quimby/i, path)
  for (const action of ['add', 'refuse']) {
    const { body } = await decide(service, curious, action, item?.id ?? '')
    assert.is(body.results[0].outcome, 'gone')
    assert.not.match(JSON.stringify(body), /quimby/i)
  }
  assert.match((await service.request('GET', `/terms/${sla.id}`, { as: editor })).text, /Jo Quimby/)
  assert.is(await outcomeOf(service, editor, 'add', item?.id ?? ''), 'done')
})

test('of decisions about a name that come at once, one counts, and the others are told', async (service) => {
  const { editor, sla } = await start(service)
  await goOn(service, 3, 'service promise', 'SLA')
  const id = (await items(service, editor))[0]?.id ?? ''
  // All of them wait for the term before the first one can decide.
  const actions = ['add', 'refuse', 'add_misspelling']
  const editors = await Promise.all(actions.map(() => service.person('editor')))
  const sends = actions.map((action, index) => () => decide(service, editors[index] as Person, action, id))
  const answers = await inQueue(service, sla.id, sends)
  const outcomes = answers.map(({ text, body }) => body.results?.[0].outcome ?? text)
  assert.equal(outcomes.toSorted(), ['done', 'gone', 'gone'])
  const refused = (await service.sql`select from learned_names where refused_at is not null`).length
  const { body } = await service.request('GET', `/api/v1/terms/${sla.id}`, { as: editor })
  assert.is(body.aliases.length + refused, 1)
  const again = await decide(service, editor, 'add', id, id, id, id)
  assert.equal(
    again.body.results.map(({ outcome }: { outcome: string }) => outcome),
    ['gone', 'gone', 'gone', 'gone'],
  )
})

test.run()
