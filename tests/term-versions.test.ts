import * as assert from 'uvu/assert'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('earlier versions of a term')

/** A term with three texts, which became official in between: versions 1, 2 and 4. */
async function oft(service: TestService) {
  const as = await service.person('admin')
  const { id } = await service.term(as, {
    name: 'OFT',
    full_name: 'Old Full Text',
    definition: 'The first definition.',
    aliases: ['old text'],
  })
  const edit = (version: number, body: object) =>
    service.request('PUT', `/api/v1/terms/${id}`, { as, body: { version, ...body } })
  await edit(1, { definition: 'The second definition.', category: 'Finance' })
  await service.request('POST', `/api/v1/terms/${id}/promote`, { as, body: {} })
  await edit(3, { name: 'NFT', full_name: null, aliases: [] })
  return { as, id }
}

test('the API returns the text and the status of each version', async (service) => {
  const { as, id } = await oft(service)
  const read = async (version: number | string) => {
    const { status, body } = await service.request('GET', `/api/v1/terms/${id}?version=${version}`, { as })
    const { name, full_name, definition, category, aliases } = body
    assert.equal([status, body.version, body.current_version], [200, version, 4])
    return [name, full_name, definition, category, aliases.length, body.status]
  }
  assert.equal(await read(1), ['OFT', 'Old Full Text', 'The first definition.', null, 1, 'pending'])
  const second = ['OFT', 'Old Full Text', 'The second definition.', 'Finance', 1]
  assert.equal(await read(2), [...second, 'pending'])
  assert.equal(await read(3), [...second, 'community'])
  assert.equal(await read(4), ['NFT', null, 'The second definition.', 'Finance', 0, 'community'])
})

test('without a version, the term has no current_version', async (service) => {
  const { as, id } = await oft(service)
  const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as })
  assert.is('current_version' in body, false)
})

test('a version that does not exist gets 404, and what is no version 422', async (service) => {
  const { as, id } = await oft(service)
  for (const path of [`/api/v1/terms/${id}`, `/terms/${id}`]) {
    for (const [version, expected] of [
      [0, 404],
      [5, 404],
      [99_999_999_999, 404],
      [-1, 422],
      ['1.5', 422],
      ['first', 422],
    ] as const) {
      const { status } = await service.request('GET', `${path}?version=${version}`, { as })
      assert.is(status, expected, `${path} ${version}`)
    }
  }
})

test('the ETag changes with the term, because current_version does', async (service) => {
  const { as, id } = await oft(service)
  const path = `/api/v1/terms/${id}?version=1`
  const { headers } = await service.request('GET', path, { as })
  const conditional = { as, headers: { 'if-none-match': headers.get('etag') ?? '' } }
  assert.is((await service.request('GET', path, conditional)).status, 304)
  const body = { version: 4, definition: 'Another one.' }
  await service.request('PUT', `/api/v1/terms/${id}`, { as, body })
  assert.is((await service.request('GET', path, conditional)).status, 200)
})

test('the page of an earlier version shows its text and what has changed since', async (service) => {
  const { as, id } = await oft(service)
  const page = await service.request('GET', `/terms/${id}?version=1`, { as })
  assert.is(page.status, 200)
  assert.match(page.text, /Version 1 of <a href="\/terms\/[-0-9a-f]+">NFT<\/a>/)
  assert.match(page.text, '<h1 dir="auto">OFT</h1>')
  assert.match(page.text, '<p class="definition" dir="auto">The first definition.</p>')
  assert.match(page.text, '<del>first</del><span class="gap"> </span><ins>second</ins>')
  assert.match(page.text, 'The status was pending and is now community.')
  const third = await service.request('GET', `/terms/${id}?version=3`, { as })
  assert.not.match(third.text, 'The status was')
})

test('the page of a version with the same text says so', async (service) => {
  const as = await service.person('admin')
  const { id } = await service.term(as)
  await service.request('POST', `/api/v1/terms/${id}/promote`, { as, body: {} })
  const { text } = await service.request('GET', `/terms/${id}?version=1`, { as })
  assert.match(text, 'The text is the same today.')
})

test('the page of the current version is the page of the term', async (service) => {
  const { as, id } = await oft(service)
  const { status, text } = await service.request('GET', `/terms/${id}?version=4`, { as })
  assert.is(status, 200)
  assert.match(text, 'id="term"')
})

test('a version of a merged term leads to the other term as it is now', async (service) => {
  const { as, id } = await oft(service)
  const other = await service.term(as, { name: 'Remaining' })
  const body = { into: other.id, version: 4, into_version: 1 }
  await service.request('POST', `/api/v1/terms/${id}/merge`, { as, body })
  const { status, headers } = await service.request('GET', `/terms/${id}?version=2`, { as })
  assert.equal([status, headers.get('location')], [308, `/terms/${other.id}`])
})

test.run()
