import * as assert from 'uvu/assert'
import { names, shelve } from './support/search.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('similar spellings')

test('misspelled long words are corrected', async (service) => {
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
  assert.equal(await names(service, as, 'agrement of the service'), ['SLA'])
  assert.equal(await names(service, as, 'blockchain'), [])
})

test('the name in a question is corrected, not the words around it', async (service) => {
  const as = await shelve(service, 'Kubernetes')
  assert.equal(await names(service, as, 'what does kuberntes mean?'), ['Kubernetes'])
})

test('a misspelled name is suggested whatever the words around it are', async (service) => {
  const as = await shelve(service, 'Kubernetes', 'Blocker')
  const suggest = async (q: string) => {
    const { body } = await service.request('GET', `/api/v1/lookup?q=${encodeURIComponent(q)}`, {
      as,
    })
    return body.did_you_mean
  }
  for (const q of ['was ist kubernets', 'c’est quoi kubernets', 'kubernets na prodzie']) {
    assert.equal(await suggest(q), ['Kubernetes'], q)
  }
  assert.equal(await suggest('was ist los'), [])
})

test('a misspelled word matches the closest words, not all words that contain a part of it', async (service) => {
  const as = await shelve(service, 'Multireserve', 'Reserve', 'Outreserve', 'Postreserve')
  assert.equal(await names(service, as, 'multreserve'), ['Multireserve'])
})

test('a letter may be missing, added, wrong or transposed', async (service) => {
  const as = await shelve(service, 'Maintenance')
  for (const q of ['mantenance', 'maintennance', 'maintenence', 'mainetnance', 'maitenancen']) {
    assert.equal(await names(service, as, q), ['Maintenance'], q)
  }
})

test('words of five letters are corrected', async (service) => {
  const as = await shelve(service, 'Ledger', 'Query')
  assert.equal(await names(service, as, 'legder'), ['Ledger'])
  assert.equal(await names(service, as, 'qeury'), ['Query'])
})

test('a word that is spelled correctly does not match one that is a letter off', async (service) => {
  const as = await shelve(
    service,
    { name: 'Inventory', full_name: 'All that is in stock' },
    { name: 'Technology stack' },
  )
  assert.equal(await names(service, as, 'stock'), ['Inventory'])
  assert.equal(await names(service, as, 'stokc'), ['Inventory'])
})

test('a word that is two letters off matches if no word is closer', async (service) => {
  const as = await shelve(service, 'Accommodation')
  assert.equal(await names(service, as, 'acomodation'), ['Accommodation'])
})

test('a misspelling that only a deleted term had is corrected', async (service) => {
  const as = await shelve(service, 'Accommodation')
  const { id } = await service.term(as, { name: 'Acomodation' })
  await service.sql`delete from terms where id = ${id}`
  assert.equal(await names(service, as, 'acomodation'), ['Accommodation'])
})

test('the closest spelling comes first', async (service) => {
  const as = await shelve(service, 'App server', 'Web serve')
  assert.equal(await names(service, as, 'servre'), ['Web serve', 'App server'])
})

test('similar spellings are returned only if nothing else matches', async (service) => {
  const as = await shelve(service, 'Relese')
  assert.equal(await names(service, as, 'release'), ['Relese'])
  await service.term(as, { name: 'Train', definition: 'It leaves every release.' })
  assert.equal(await names(service, as, 'release'), ['Train'])
})

test('a name that exists is not corrected', async (service) => {
  const as = await shelve(service, 'Re-lease', 'Relese')
  assert.equal(await names(service, as, 'release'), ['Re-lease'])
  assert.equal(await names(service, as, 'relese'), ['Relese'])
})

test('words of fewer than five letters are never corrected', async (service) => {
  const as = await shelve(service, ...['SLO', 'SLI', 'API', 'HTTP', 'KPI', 'OKR'], {
    name: 'SLA',
    full_name: 'Service Level Agreement',
  })
  for (const q of ['SLX', 'slq', 'APX', 'HTPT', 'KPO', 'OKA', 'XLA', 'SAL', 'HTTQ']) {
    assert.equal(await names(service, as, q), [], q)
  }
  assert.equal(await names(service, as, 'SLX agreement'), [])
  assert.equal(await names(service, as, 'SLX agrement'), [])
})

test.run()
