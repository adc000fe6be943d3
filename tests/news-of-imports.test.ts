import * as assert from 'uvu/assert'
import { cookie } from './support/credentials.ts'
import { importFile, lines } from './support/imports.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('news of imports')

const read = async ({ request }: TestService, as: Person, path: string) => {
  const { status, text } = await request('GET', path, { headers: cookie(as) })
  assert.is(status, 200, path)
  const [, news = ''] = /<ol class="entries">(.*?)<\/ol>/s.exec(text) ?? []
  const items = news.split('<li class="entry">').slice(1)
  return items.map((item) => item.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '))
}

const rows = Array.from({ length: 35 }, (_, i) => `QV${i},What QV${i} means.`)

async function imported(service: TestService) {
  const [reader, priya] = [await service.person(), await service.person('editor', 'priya@example.com')]
  const old = await service.term(reader, { name: 'Old', definition: 'What it was in the beginning.' })
  const followed = await service.term(priya, { name: 'Followed' })
  await service.request('PUT', `/api/v1/terms/${followed.id}/follow`, { as: reader })
  const file = lines('name,definition', ...rows, 'Old,Something else by now.', 'Followed,Another text.')
  const { body } = await importFile(service, priya, file)
  return { reader, priya, old, id: body.import_id as string }
}

test('an import is one row on the home page and among what has changed, and leads to its terms', async (service) => {
  const { reader, priya, id } = await imported(service)
  for (const path of ['/', '/news']) {
    const items = await read(service, reader, path)
    assert.is(items.length, 2, path)
    assert.match(items.join('\n'), /Followed[^\n]*Added[^\n]*You follow it/, path)
    assert.match(items.join('\n'), /priya@example\.com imported 36 terms · Show/, path)
  }
  const pages = [`/news?import=${id}`, `/news?import=${id}&offset=25`]
  const shown = (await Promise.all(pages.map((path) => read(service, reader, path)))).flat()
  assert.is(shown.length, 37)
  assert.match(shown.join('\n'), /QV34\b.*Added/)
  assert.match(shown.join('\n'), /Old\b.*Text replaced.*Changed by priya/)
  assert.not.match((await read(service, priya, '/news')).join(), /imported|QV/, 'to whoever imported it, it is no news')
  assert.is((await service.request('GET', '/news?import=1', { headers: cookie(reader) })).status, 422)
})

test('what somebody changed since stands by itself, and what was undone is one row, too', async (service) => {
  const { reader, priya, old, id } = await imported(service)
  const other = await service.person()
  const edit = { version: 2, definition: 'What others say.' }
  await service.request('PUT', `/api/v1/terms/${old.id}`, { as: other, body: edit })
  const items = (await read(service, reader, '/news')).join('\n')
  assert.match(items, /imported 35 terms/)
  assert.match(items, /Old\b.*Changed/)
  await service.request('DELETE', `/api/v1/imports/${id}`, { as: priya })
  const after = (await read(service, reader, '/news')).join('\n')
  assert.not.match(after, /imported|QV1/)
  assert.match(after, /Old\b.*Changed/)
})

test('an import that changed many terms is one row after it was undone', async (service) => {
  const [reader, priya] = [await service.person(), await service.person('editor', 'priya@example.com')]
  const names = ['Ash', 'Birch', 'Cedar']
  for (const name of names) await service.term(reader, { name, definition: 'What it was in the beginning.' })
  const file = lines('name,definition', ...names.map((name) => `${name},Something else by now.`))
  const { body } = await importFile(service, priya, file)
  await service.request('DELETE', `/api/v1/imports/${body.import_id}`, { as: priya })
  const items = await read(service, reader, '/news')
  assert.is(items.length, 1, items.join('\n'))
  assert.match(items[0] ?? '', /priya@example\.com undid the import of 3 terms · Show/)
})

test.run()
