import * as assert from 'uvu/assert'
import { glossary, type Person, type TestService } from './support/test-service.ts'

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

/** An import of a term with an ID, which brings it back if it was deleted. */
const bringBack = async (service: TestService, as: Person, term: object) => {
  const { status, text } = await service.request('POST', '/api/v1/import?match=id', { as, body: [term] })
  assert.is(status, 200, text)
}

const textsOf = ({ name, full_name, definition, category, in_texts, aliases, links }: Record<string, unknown>) => ({
  ...{ name, full_name, definition, category, in_texts, aliases, links },
})

test('each version is one text, however often the term was deleted and came back', async (service) => {
  const as = await service.person('admin')
  const whole = {
    name: 'OFT',
    full_name: 'Old Full Text',
    definition: 'One.',
    category: 'Law',
    in_texts: 'exact',
    aliases: [{ name: 'old text', kind: 'alias' }],
    links: [{ url: 'https://wiki.example.com/oft', label: 'Wiki' }],
  }
  const empty = { full_name: null, category: null, in_texts: 'auto', aliases: [], links: [] }
  const { id } = await service.term(as, whole)
  const edit = (version: number, body: object) =>
    service.request('PUT', `/api/v1/terms/${id}`, { as, body: { version, ...body } })
  const remove = () => service.request('DELETE', `/api/v1/terms/${id}`, { as })
  await edit(1, { definition: 'Two.' })
  await remove()
  await bringBack(service, as, { id, name: 'NFT', definition: 'Three.' })
  await edit(3, { definition: 'Four.', category: 'Sales' })
  await edit(4, { ...empty, name: 'XFT' })
  await remove()
  await bringBack(service, as, { id, ...whole, definition: 'Six.' })
  await edit(6, { full_name: null })
  const texts = [
    whole,
    { ...whole, definition: 'Two.' },
    { ...empty, name: 'NFT', definition: 'Three.' },
    { ...empty, name: 'NFT', definition: 'Four.', category: 'Sales' },
    { ...empty, name: 'XFT', definition: 'Four.' },
    { ...whole, definition: 'Six.' },
    { ...whole, definition: 'Six.', full_name: null },
  ]
  for (const [index, expected] of texts.entries()) {
    const version = index + 1
    const { body } = await service.request('GET', `/api/v1/terms/${id}?version=${version}`, { as })
    assert.equal([textsOf(body), body.status, body.current_version], [textsOf(expected), 'pending', 7], `${version}`)
  }
  for (const [index, to_version] of [2, 3, 5].entries()) {
    const body = { version: 7 + index, to_version }
    const reverted = await service.request('POST', `/api/v1/terms/${id}/revert`, { as, body })
    assert.equal([reverted.status, textsOf(reverted.body)], [200, textsOf(texts[to_version - 1] ?? {})])
  }
})

test('a suggestion that is restored has a version of its own, whatever was imported with its ID meanwhile', async (service) => {
  const as = await service.person('admin')
  const { id } = await service.term(as, { name: 'OFT', definition: 'Dismissed.', category: 'Law' })
  const read = async (version: number) => {
    const { body } = await service.request('GET', `/api/v1/terms/${id}?version=${version}`, { as })
    return [body.definition, body.category, body.current_version]
  }
  await service.sql`update terms set status = 'suggested' where id = ${id}`
  await service.request('POST', `/api/v1/terms/${id}/dismiss`, { as })
  await bringBack(service, as, { id, name: 'OFT', definition: 'Imported.' })
  await service.request('DELETE', `/api/v1/terms/${id}`, { as })
  const restored = await service.request('POST', `/api/v1/dismissed/${id}/restore`, { as })
  assert.equal([restored.body.version, restored.body.definition], [3, 'Dismissed.'])
  assert.equal(await read(1), ['Dismissed.', 'Law', 3])
  assert.equal(await read(2), ['Imported.', null, 3])
  assert.equal(await read(3), ['Dismissed.', 'Law', 3])
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
