import * as assert from 'uvu/assert'
import { names, shelve } from './support/search.ts'
import { glossary } from './support/world.ts'

const test = glossary('search, spellings')

test('long words are found in close spellings', async (world) => {
  const as = await shelve(
    world,
    'Kubernetes',
    { name: 'SLA', full_name: 'Service Level Agreement' },
    { name: 'SLO', full_name: 'Service Level Objective' },
  )
  assert.equal(await names(world, as, 'kuberntes'), ['Kubernetes'])
  assert.equal(await names(world, as, 'Kubernettes'), ['Kubernetes'])
  assert.equal(await names(world, as, 'agrement'), ['SLA'])
  assert.equal(await names(world, as, 'SLO objektive'), ['SLO'])
  assert.equal(await names(world, as, 'servise level agrement'), ['SLA'])
  assert.equal(await names(world, as, 'agrement service'), ['SLA'])
  assert.equal(await names(world, as, 'blockchain'), [])
})

test('a misspelt word stands for the closest words, not for all that have a part of it', async (world) => {
  const as = await shelve(world, 'Multireserve', 'Reserve', 'Outreserve', 'Postreserve')
  assert.equal(await names(world, as, 'multreserve'), ['Multireserve'])
})

test('a letter may be missing, too many, wrong or in another place', async (world) => {
  const as = await shelve(world, 'Maintenance')
  for (const q of ['mantenance', 'maintennance', 'maintenence', 'mainetnance', 'maitenancen']) {
    assert.equal(await names(world, as, q), ['Maintenance'], q)
  }
})

test('a letter makes much of a short word', async (world) => {
  const as = await shelve(world, 'Ledger', 'Query')
  assert.equal(await names(world, as, 'legder'), ['Ledger'])
  assert.equal(await names(world, as, 'qeury'), ['Query'])
})

test('a word that is spelt right does not stand for one that is a letter off', async (world) => {
  const as = await shelve(
    world,
    { name: 'Inventory', full_name: 'All that is in stock' },
    { name: 'Technology stack' },
  )
  assert.equal(await names(world, as, 'stock'), ['Inventory'])
  assert.equal(await names(world, as, 'stokc'), ['Inventory'])
})

test('a word that is more than a letter off is found where none is closer', async (world) => {
  const as = await shelve(world, 'Accommodation')
  assert.equal(await names(world, as, 'acomodation'), ['Accommodation'])
})

test('a misspelling that was in a name once is corrected like any other', async (world) => {
  const as = await shelve(world, 'Accommodation')
  const { id } = await world.term(as, { name: 'Acomodation' })
  await world.sql`delete from terms where id = ${id}`
  assert.equal(await names(world, as, 'acomodation'), ['Accommodation'])
})

test('the word that is spelt closest comes before those that are nearly as close', async (world) => {
  const as = await shelve(world, 'App server', 'Web serve')
  assert.equal(await names(world, as, 'servre'), ['Web serve', 'App server'])
})

test('close spellings come after whatever is spelt right', async (world) => {
  const as = await shelve(world, 'Relese', {
    name: 'Train',
    definition: 'It leaves every release.',
  })
  assert.equal(await names(world, as, 'release'), ['Train', 'Relese'])
})

test('nothing is corrected where five terms are found as it is spelt', async (world) => {
  const four = ['Release 1', 'Release 2', 'Release 3', 'Release 4']
  const as = await shelve(world, ...four, 'Relese')
  assert.equal(await names(world, as, 'release'), [...four, 'Relese'])
  await world.term(as, { name: 'Release 5' })
  assert.equal(await names(world, as, 'release'), [...four, 'Release 5'])
})

test('nothing is corrected where something has the name', async (world) => {
  const as = await shelve(world, 'Re-lease', 'Relese')
  assert.equal(await names(world, as, 'release'), ['Re-lease'])
  assert.equal(await names(world, as, 'relese'), ['Relese'])
})

test('short words are never corrected', async (world) => {
  const as = await shelve(world, ...['SLO', 'SLI', 'API', 'HTTP', 'KPI', 'OKR'], {
    name: 'SLA',
    full_name: 'Service Level Agreement',
  })
  for (const q of ['SLX', 'slq', 'APX', 'HTPT', 'KPO', 'OKA', 'XLA', 'SAL', 'HTTQ']) {
    assert.equal(await names(world, as, q), [], q)
  }
  assert.equal(await names(world, as, 'SLX agreement'), [])
  assert.equal(await names(world, as, 'SLO agrement'), [])
})

test.run()
