import * as assert from 'uvu/assert'
import { names, shelve } from './support/search.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('search, spellings')

test('long words are found in close spellings', async (service) => {
  const as = await shelve(
    service,
    'Kubernetes',
    { name: 'SLA', full_name: 'Service Level Agreement' },
    { name: 'SLO', full_name: 'Service Level Objective' },
  )
  assert.equal(await names(service, as, 'kuberntes'), ['Kubernetes'])
  assert.equal(await names(service, as, 'Kubernettes'), ['Kubernetes'])
  assert.equal(await names(service, as, 'agrement'), ['SLA'])
  assert.equal(await names(service, as, 'SLO objektive'), ['SLO'])
  assert.equal(await names(service, as, 'servise level agrement'), ['SLA'])
  assert.equal(await names(service, as, 'agrement service'), ['SLA'])
  assert.equal(await names(service, as, 'blockchain'), [])
})

test('a misspelt word stands for the closest words, not for all that have a part of it', async (service) => {
  const as = await shelve(service, 'Multireserve', 'Reserve', 'Outreserve', 'Postreserve')
  assert.equal(await names(service, as, 'multreserve'), ['Multireserve'])
})

test('a letter may be missing, too many, wrong or in another place', async (service) => {
  const as = await shelve(service, 'Maintenance')
  for (const q of ['mantenance', 'maintennance', 'maintenence', 'mainetnance', 'maitenancen']) {
    assert.equal(await names(service, as, q), ['Maintenance'], q)
  }
})

test('a letter makes much of a short word', async (service) => {
  const as = await shelve(service, 'Ledger', 'Query')
  assert.equal(await names(service, as, 'legder'), ['Ledger'])
  assert.equal(await names(service, as, 'qeury'), ['Query'])
})

test('a word that is spelt right does not stand for one that is a letter off', async (service) => {
  const as = await shelve(
    service,
    { name: 'Inventory', full_name: 'All that is in stock' },
    { name: 'Technology stack' },
  )
  assert.equal(await names(service, as, 'stock'), ['Inventory'])
  assert.equal(await names(service, as, 'stokc'), ['Inventory'])
})

test('a word that is more than a letter off is found where none is closer', async (service) => {
  const as = await shelve(service, 'Accommodation')
  assert.equal(await names(service, as, 'acomodation'), ['Accommodation'])
})

test('a misspelling that was in a name once is corrected like any other', async (service) => {
  const as = await shelve(service, 'Accommodation')
  const { id } = await service.term(as, { name: 'Acomodation' })
  await service.sql`delete from terms where id = ${id}`
  assert.equal(await names(service, as, 'acomodation'), ['Accommodation'])
})

test('the word that is spelt closest comes before those that are nearly as close', async (service) => {
  const as = await shelve(service, 'App server', 'Web serve')
  assert.equal(await names(service, as, 'servre'), ['Web serve', 'App server'])
})

test('close spellings come after whatever is spelt right', async (service) => {
  const as = await shelve(service, 'Relese', {
    name: 'Train',
    definition: 'It leaves every release.',
  })
  assert.equal(await names(service, as, 'release'), ['Train', 'Relese'])
})

test('nothing is corrected where five terms are found as it is spelt', async (service) => {
  const four = ['Release 1', 'Release 2', 'Release 3', 'Release 4']
  const as = await shelve(service, ...four, 'Relese')
  assert.equal(await names(service, as, 'release'), [...four, 'Relese'])
  await service.term(as, { name: 'Release 5' })
  assert.equal(await names(service, as, 'release'), [...four, 'Release 5'])
})

test('nothing is corrected where something has the name', async (service) => {
  const as = await shelve(service, 'Re-lease', 'Relese')
  assert.equal(await names(service, as, 'release'), ['Re-lease'])
  assert.equal(await names(service, as, 'relese'), ['Relese'])
})

test('short words are never corrected', async (service) => {
  const as = await shelve(service, ...['SLO', 'SLI', 'API', 'HTTP', 'KPI', 'OKR'], {
    name: 'SLA',
    full_name: 'Service Level Agreement',
  })
  for (const q of ['SLX', 'slq', 'APX', 'HTPT', 'KPO', 'OKA', 'XLA', 'SAL', 'HTTQ']) {
    assert.equal(await names(service, as, q), [], q)
  }
  assert.equal(await names(service, as, 'SLX agreement'), [])
  assert.equal(await names(service, as, 'SLO agrement'), [])
})

test.run()
