import * as assert from 'uvu/assert'
import { formatDay } from '../lib/web/parts/relative-time.tsx'
import { pages, variants, widths } from './support/browser.ts'
import { eventually } from './support/eventually.ts'
import { smallGlossary } from './support/small-glossary.ts'
import { setStatus } from './support/terms.ts'
import type { Person, TestService } from './support/test-service.ts'
import { findFlaws } from './support/usability.ts'

const test = pages('home page without a search')
const { plain, scripted } = test

/** A reader who was here two days ago. */
async function returning(service: TestService): Promise<Person> {
  const reader = await service.person()
  await service.sql`insert into visits (user_id, last_at) values (${reader.id}, now() - interval '2 days')`
  return reader
}

for (const { variant, visit } of variants) {
  test(`it shows what is new since the visit before, what one follows first, ${variant}`, async (service) => {
    const reader = await returning(service)
    const ada = await service.person('viewer', 'ada@example.com')
    const old = await service.term(ada, { name: 'CSAT', definition: 'We aim for 92% of smiles.' })
    const quiet = await service.term(ada, { name: 'ARR' })
    await service.term(reader, { name: 'Own' })
    await service.sql`alter table term_history disable trigger user`
    await service.sql`update term_history set created_at = now() - interval '9 days'`
    await service.request('PUT', `/api/v1/terms/${old.id}/follow`, { as: reader })
    const { category, name } = old
    const changed = { category, name, definition: 'We aim for 94% of smiles.', version: 1 }
    const { status } = await service.request('PUT', `/api/v1/terms/${old.id}`, { as: ada, body: changed })
    assert.is(status, 200)
    await service.term(ada, { name: 'RCA', definition: 'What we write after an incident.' })

    const page = await service.open('/', { as: reader, ...visit })
    const news = page.locator('.news')
    const day = formatDay(new Date(Date.now() - 2 * 86_400_000), new Date())
    assert.is(await news.locator('h2').innerText(), `New since you were here ${day}`)
    assert.equal(await news.locator('.entry h3').allInnerTexts(), ['CSAT', 'RCA'])
    const [first, second] = await news.locator('.entry').all()
    assert.is(await first?.locator('del').innerText(), '92%')
    assert.is(await first?.locator('ins').innerText(), '94%')
    assert.match((await first?.innerText()) ?? '', /changed by ada.*you follow it/is)
    assert.match((await second?.innerText()) ?? '', /What we write after an incident\..*added/is)
    await page.reload()
    assert.equal(await news.locator('.entry h3').allInnerTexts(), ['CSAT', 'RCA'], quiet.name)
  })
}

plain('a term that only got another category is not new', async (service) => {
  const [ada, editor] = [await service.person(), await service.person('editor')]
  await service.term(ada, { name: 'CSAT', category: 'Support' })
  await service.sql`alter table term_history disable trigger user`
  await service.sql`update term_history set created_at = now() - interval '90 days'`
  const reader = await returning(service)
  const rename = (from: string, name: string) =>
    service.request('PATCH', `/api/v1/categories/${from}`, { as: editor, body: { name } })
  assert.is((await rename('Support', 'Care')).status, 200)
  const news = await service.request('GET', '/news', { as: reader })
  assert.is(news.status, 200)
  assert.not.match(news.text, 'CSAT')
  // No link leads to nothing.
  assert.not.match(news.text, 'This month')
})

plain('days since a visit are named', async () => {
  const now = new Date('2026-11-26T09:00:00Z')
  const before: [time: string, day: string][] = [
    ['2026-11-26T01:00:00Z', 'earlier today'],
    ['2026-11-25T23:00:00Z', 'yesterday'],
    ['2026-11-24T08:00:00Z', 'on Tuesday'],
    ['2026-11-19T08:00:00Z', 'on 19 November'],
  ]
  for (const [time, day] of before) assert.is(formatDay(new Date(time), now), day)
})

test('the word of the day is a confirmed term, the same for everyone, and another on other days', async (service) => {
  const ada = await smallGlossary(service)
  for (let n = 0; n < 20; n++) {
    const { id } = await service.term(ada, { name: `W${n}` })
    await setStatus(service, id, 'community', 3)
  }
  const read = async (as: Person) => {
    const page = await service.open('/', { as })
    const word = await page.locator('.word-of-the-day h3').innerText()
    await page.context().close()
    return word
  }
  const today = await read(ada)
  assert.match(today, /^(SLA|W\d+)$/)
  assert.is(await read(await service.person()), today)
  const later: string[] = []
  for (let day = 1; day <= 4; day++) {
    service.clock.now = new Date(service.clock.now.getTime() + 86_400_000)
    later.push(await read(await service.person()))
  }
  assert.ok(
    later.some((word) => word !== today),
    later.join(),
  )
})

plain('it offers searches to try, and what each new term still needs', async (service) => {
  const as = await smallGlossary(service)
  const { id } = await service.term(as, { name: 'CSAT' })
  await setStatus(service, id, 'community', 3)
  const page = await service.open('/', { as: await service.person() })
  const tries = page.locator('.tries a')
  const [question = '', name = '', ...rest] = await tries.allInnerTexts()
  assert.equal(rest, ['Paste a message', 'Browse A–Z'])
  const pending = page.locator('.news .entry', { hasText: /Pending/i }).first()
  assert.match(await pending.innerText(), /needs 3 more votes/i)
  assert.match(name, /^(SLA|CSAT)$/)
  const other = name === 'SLA' ? 'CSAT' : 'SLA'
  assert.is(question, `what does ${other} mean?`)
  await tries.first().click()
  assert.is(await page.locator('.answer h2').innerText(), other)
})

test('everyone can see all that is new if there is more, and what has changed this week', async (service) => {
  const as = await smallGlossary(service)
  for (let n = 0; n < 30; n++) await service.term(as, { name: `W${n}` })
  await service.sql`alter table term_history disable trigger user`
  await service.sql`
    update term_history set created_at = now() - interval '8 days'
    where term_id in (select id from terms where name like 'W1%')`
  const reader = await service.person()
  await service.sql`insert into visits (user_id, last_at) values (${reader.id}, now() - interval '9 days')`
  const page = await service.open('/', { as: reader })
  assert.is(await page.locator('.news .entry').count(), 5)
  const link = page.locator('.news').getByRole('link', { name: /^See all \d+$/ })
  const total = Number((await link.innerText()).replace(/\D/g, ''))
  await link.click()
  await page.waitForURL('**/news?since=*')
  assert.is(await page.locator('.news .entry').count(), 25)
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByText(`26–${total} of ${total}`).waitFor()
  assert.is(await page.locator('.news .entry').count(), total - 25)
  await page.getByRole('link', { name: 'This week' }).click()
  await page.getByText('in the last seven days').waitFor()
  assert.is(await page.locator('.news .entry').count(), total - 11)
  assert.equal(await findFlaws(service, reader, ['/news', '/news?since=2026-01-01']), [])
})

test('the day of the visit before is that of the reader’s time zone; without JavaScript, of UTC', async (service) => {
  await smallGlossary(service)
  const reader = await service.person()
  const visited = new Date(Date.now() - 25 * 3_600_000)
  await service.sql`insert into visits (user_id, last_at) values (${reader.id}, ${visited.toISOString()})`
  for (const timezoneId of ['UTC', 'Pacific/Kiritimati', 'Pacific/Honolulu'] as const) {
    const isPlain = timezoneId === 'UTC'
    const page = await service.open('/', { as: reader, timezoneId, isPlain })
    const day = await page.locator('.news h2 time').innerText()
    const inZone = (time: Date) => Date.parse(time.toLocaleDateString('en-CA', { timeZone: timezoneId }))
    const weekday = visited.toLocaleDateString('en-GB', { weekday: 'long', timeZone: timezoneId })
    const isYesterday = inZone(new Date()) - inZone(visited) === 86_400_000
    assert.is(day, isYesterday ? 'yesterday' : `on ${weekday}`, timezoneId)
  }
})

for (const { variant, visit } of variants) {
  test(`someone who is new here gets the words to know, and sees which of them were opened, ${variant}`, async (service) => {
    const ada = await smallGlossary(service)
    for (let n = 0; n < 13; n++) {
      const category = n < 5 ? 'Sales' : null
      const { id } = await service.term(ada, { name: `W${n}`, category })
      await setStatus(service, id, 'community', n + 1)
    }
    const reader = await service.person()
    await service.request('PUT', '/api/v1/categories/sales/follow', { as: reader })
    const page = await service.open('/', { as: reader, ...visit })
    const section = page.locator('.first-week')
    const words = await section.locator('li').allInnerTexts()
    assert.is(words.length, 12)
    assert.equal(words.slice(0, 6), ['W4', 'W3', 'W2', 'W1', 'W0', 'W12'])
    await section.getByRole('link', { name: 'W3' }).click()
    await page.waitForURL('**/t/W3')
    await page.goBack()
    if (!visit.isPlain) {
      await section.getByText('1 of 12 words').waitFor()
      await section.getByRole('link', { name: 'W3, opened' }).waitFor()
      // From wherever a page is opened.
      await page.goto('/browse')
      await page.getByRole('link', { name: 'W2', exact: true }).first().click()
      await page.waitForURL('**/terms/*')
      await page.goto('/')
      await section.getByText('2 of 12 words').waitFor()
      // An answer on the home page counts, too: at once, or while one types once it was read or opened.
      await page.goto('/?q=W0')
      await page.goto('/')
      await section.getByText('3 of 12 words').waitFor()
      await page.locator('main form.search input[name=q]').fill('W12')
      await page.locator('#results .full-meaning h2 a', { hasText: 'W12' }).waitFor()
      await eventually('the answer was read', () =>
        page.locator('main').evaluate(() => Object.values(localStorage).join().includes('W12')),
      )
      await page.goto('/')
      await section.getByText('4 of 12 words').waitFor()
    } else await section.getByText('Words that you will meet soon:').waitFor()
    await service.sql`update users set created_at = now() - interval '8 days'`
    await page.reload()
    assert.is(await section.count(), 0)
  })
}

scripted(
  'a glossary that is not read in full shows the words of the categories that one follows first, too',
  async (service) => {
    const reader = await service.person()
    await service.sql`
    insert into terms (id, name, definition, category, status, source, vote_count)
    select gen_random_uuid(), 'W' || n, 'A word.', 'Finance', 'community', 'import', 9 from generate_series(1, 2100) n
    union all
    select ('ffffffff-ffff-4000-8000-00000000000' || n)::uuid, 'S' || n, 'A word.', 'Sales', 'community', 'import', n
    from generate_series(1, 3) n`
    await service.request('PUT', '/api/v1/categories/sales/follow', { as: reader })
    const page = await service.open('/', { as: reader })
    const words = await page.locator('.first-week li').allInnerTexts()
    assert.is(words.length, 12)
    assert.equal(words.slice(0, 3), ['S3', 'S2', 'S1'])
  },
)

test('the box says in full what it takes on a phone', async (service) => {
  const page = await service.open('/', { as: await service.person(), width: widths.narrow })
  const isCut = () => {
    const box = document.querySelector('input#q') as HTMLInputElement
    const { font } = getComputedStyle(box, '::placeholder')
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (!canvas) throw new Error('no canvas')
    canvas.font = font
    return canvas.measureText(box.placeholder).width > box.clientWidth - 24
  }
  assert.is(await page.evaluate(isCut), false)
})

plain('it asks for suggestions and shows the categories with their terms', async (service) => {
  const as = await smallGlossary(service)
  await service.sql`insert into terms (name, definition, status, source) values ('QBR', '', 'suggested', 'discovery')`
  const page = await service.open('/', { as })
  const asked = page.locator('.unexplained li')
  assert.equal(await asked.locator('b').allInnerTexts(), ['QBR'])
  assert.not.match(await page.locator('.start').innerText(), /slack/i)
  const [{ id } = { id: '' }] = await service.sql`select id from terms where name = 'QBR'`
  assert.is(await asked.getByRole('link').getAttribute('href'), `/terms/${id}/edit`)
  const categories = page.locator('.by-category li')
  const found = (await categories.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
  assert.equal(found, ['Operations 2', 'Finance 1'])
  await categories.first().getByRole('link').click()
  await page.waitForURL('**/browse?category=Operations')
})

scripted(
  'reviewed terms come first, drafts stand below them, and who explained a suggestion is named',
  async (service) => {
    const ada = await service.person('editor', 'ada@example.com')
    const reader = await returning(service)
    const { id } = await service.term(ada, { name: 'SLA' })
    await setStatus(service, id, 'community', 3)
    for (const name of ['D1', 'D2', 'D3', 'D4', 'D5']) await service.term(ada, { name })
    const [found] = await service.sql<{ id: string }[]>`
    insert into terms (name, definition, status, source) values ('QBR', '', 'suggested', 'discovery') returning id`
    await service.request('PUT', `/api/v1/terms/${found?.id}`, {
      as: ada,
      body: { version: 1, definition: 'A review each quarter.' },
    })
    await setStatus(service, found?.id ?? '', 'community', 3)
    const page = await service.open('/', { as: reader })
    const news = page.locator('.news')
    const lists = await news.locator('.entries').allInnerTexts()
    assert.match(lists[0] ?? '', /QBR.*A review each quarter\..*Explained by ada.*SLA/s)
    assert.match(lists[1] ?? '', /^D5/)
    assert.equal(await news.locator('h3', { hasText: 'Agree or correct' }).count(), 1)
    assert.is(await news.locator('ins').count(), 0)
  },
)

scripted('a glossary with nothing but drafts asks for help at once, below what it has', async (service) => {
  await service.term(await service.person(), { name: 'D1', category: 'Sales' })
  const page = await service.open('/', { as: await service.person() })
  assert.is(await page.locator('.news h2').innerText(), 'Agree or correct')
  assert.is(await page.locator('.by-category + .news').count(), 1)
  assert.not.match(await page.locator('.news').innerText(), /Nothing new/)
})

plain('nobody is led to a week without news', async (service) => {
  const ada = await smallGlossary(service)
  await service.sql`alter table term_history disable trigger user`
  await service.sql`update term_history set created_at = now() - interval '8 days'`
  const page = await service.open('/', { as: await service.person() })
  assert.ok((await page.locator('.news .entry').count()) > 1)
  assert.is(await page.getByRole('link', { name: 'This week' }).count(), 0)
  await service.term(ada, { name: 'NEW' })
  await page.reload()
  assert.is(await page.getByRole('link', { name: 'This week' }).count(), 1)
})

test.run()
