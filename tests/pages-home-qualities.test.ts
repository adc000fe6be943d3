import * as assert from 'uvu/assert'
import { type BrowserTestService, pages, pathOf } from './support/browser.ts'
import { cookie } from './support/credentials.ts'
import { smallGlossary } from './support/small-glossary.ts'

const test = pages('home page: security, size and errors')

for (const path of ['/', '/browse', '/review']) {
  test(`the page ${path} is one document of less than 60 KB`, async (service) => weigh(service, path))
}

async function weigh(service: BrowserTestService, path: string) {
  const as = await service.person('editor')
  await smallGlossary(service)
  const long = 'What is meant by it, said at length. '.repeat(90)
  await service.sql`insert into terms (name, full_name, definition, category, status, source)
    select 'A' || to_char(n, 'fm000'), 'The full name of a term', ${long}, 'Operations', 'pending', 'import'
    from generate_series(1, 200) n`
  await service.sql`
    insert into terms (name, definition, status, source)
    select 'Q' || to_char(n, 'fm000'), '', 'suggested', 'discovery' from generate_series(1, 25) n`
  const page = await service.open('/login')
  const sizes: number[] = []
  const kinds: string[] = []
  page.on('requestfinished', async (request) => {
    kinds.push(request.resourceType())
    sizes.push((await request.sizes()).responseBodySize)
  })
  const context = page.context()
  await context.addCookies([{ name: 'user_id', value: as.session, url: service.origin }])
  // The login page has loaded the same files, so empty the cache to simulate a first visit.
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await page.goto(path, { waitUntil: 'networkidle' })
  assert.equal(
    kinds.filter((kind) => /document|xhr|fetch/.test(kind)),
    ['document'],
  )
  assert.ok(kinds.length >= 4, kinds.join())
  const total = sizes.reduce((sum, size) => sum + size, 0)
  assert.ok(total > 20_000 && total < 60_000, `${total} bytes`)
}

for (const path of ['/', '/docs']) {
  test(`${path} is compressed for clients that say that they accept it`, async (service) => {
    const as = await smallGlossary(service)
    const get = (encoding: string) =>
      fetch(service.origin + path, { headers: { ...cookie(as), 'accept-encoding': encoding } })
    const plain = await get('identity')
    const text = await plain.text()
    assert.is(plain.headers.get('content-encoding'), null)
    const accepted = { gzip: 'gzip, br;q=0', br: 'gzip, deflate, br, zstd' }
    for (const encoding of ['gzip', 'br'] as const) {
      const compressed = await get(accepted[encoding])
      assert.is(compressed.headers.get('content-encoding'), encoding)
      assert.match(compressed.headers.get('vary') ?? '', 'Accept-Encoding')
      assert.is(await compressed.text(), text)
    }
  })
}

test('a search after the session has ended leads to the login page', async (service) => {
  const page = await service.open('/', { as: await smallGlossary(service) })
  await page.context().clearCookies()
  await page.keyboard.type('sla')
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  assert.is(pathOf(page), '/login?next=%2F')
})

test('a failed request shows an error', async (service) => {
  const page = await service.open('/', { as: await smallGlossary(service) })
  await page.route('**/?q=*', (route) => route.abort())
  await page.keyboard.type('sla')
  await page.getByRole('alert').getByText('The server cannot be reached.').waitFor()
  await page.unroute('**/?q=*')
  await page.keyboard.type(' ')
  await page.getByRole('alert').waitFor({ state: 'hidden' })
  assert.match(service.wrong.splice(0).join(), /net::ERR_FAILED/)
})

test.run()
