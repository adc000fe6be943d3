import * as assert from 'uvu/assert'
import { generator } from './support/random.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('impact')

test('what a deletion would mean, as counting by hand says it', async (service) => {
  const { request } = service
  const as = await service.person()
  const random = generator(7)
  const words = [
    ...['SLA', 'SLAs', 'sla', 'XSLA', 'service promise', 'Service  Promises', 'churn', 'IT'],
    ...['it', 'a QZA plan'],
  ]
  const definitions = Array.from({ length: 60 }, () =>
    Array.from({ length: 3 }, () => words[Math.floor(random() * words.length)]).join(', '),
  )
  const terms: { id: string; name: string; definition: string }[] = []
  for (const [n, definition] of definitions.entries()) terms.push(await service.term(as, { name: `t${n}`, definition }))
  const sla = await service.term(as, { name: 'SLA', aliases: ['service promise'] })
  const it = await service.term(as, { name: 'IT', aliases: ['QZA plan'] })
  const churn = await service.term(as, { name: 'Churn' })
  for (const [{ id }, pattern] of [
    [sla, /(?<!\w)(?:SLAs?(?!\w)|service\s+promises?(?!\w))|(?<!\w)Service\s+Promises?(?!\w)/],
    [it, /(?<!\w)(?:IT|QZA plan)(?!\w)/],
    [churn, /(?<!\w)churn(?!\w)/i],
  ] as const) {
    const { body } = await request('GET', `/api/v1/terms/${id}/impact`, { as })
    const naming = terms.filter(({ definition }) => pattern.test(definition))
    assert.ok(naming.length > 10, 'more than are listed')
    assert.is(body.named_in.total, naming.length, String(pattern))
    assert.is(body.named_in.terms.length, 10)
    const ids = naming.map((each) => each.id)
    assert.ok(body.named_in.terms.every((each: { id: string }) => ids.includes(each.id)))
  }
})

test('who and what depends on a term is counted', async (service) => {
  const { request } = service
  const [as, other] = [await service.person(), await service.person()]
  const { id } = await service.term(as, {
    name: 'SLA',
    full_name: 'Service Level Agreement',
    aliases: ['pact', 'promise'],
  })
  const { id: second } = await service.term(as, { name: 'Promise' })
  const path = `/api/v1/terms/${id}`
  await request('PUT', `${path}/follow`, { as: other })
  await request('POST', `${path}/vote`, { as: other })
  await request('PUT', `${path}/relations/broader/${second}`, { as })
  await request('PUT', `/api/v1/terms/${second}/relations/differs_from/${id}`, { as })
  const body = { version: 1, definition: 'Another one.' }
  await request('POST', `${path}/proposals`, { as: other, body })
  for (const q of ['sla', 'what is a pact?']) await request('GET', `/api/v1/lookup?q=${q}`, { as })
  await service.ctx.lookups.store()
  assert.equal((await request('GET', `${path}/impact`, { as })).body, {
    named_in: { total: 0, terms: [] },
    relations: 2,
    followers: 1,
    votes: 1,
    proposals: 1,
    disputes: 0,
    names: ['SLA', 'pact', 'Service Level Agreement'],
    looked_up: 2,
  })
})

const silent = glossary('impact without counts', { SERVICE_WANTED: 'false' })

silent('lookups that are not counted are null', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'SLA' })
  await service.request('GET', '/api/v1/lookup?q=sla', { as })
  await service.ctx.lookups.store()
  const { body } = await service.request('GET', `/api/v1/terms/${id}/impact`, { as })
  assert.is(body.looked_up, null)
})

test.run()
silent.run()
