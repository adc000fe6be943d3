import * as assert from 'uvu/assert'
import { pages } from './support/browser.ts'

// What the home page asks of people, and shows to somebody who is new here.
const test = pages('home page at first sight')
const { plain } = test

plain('who is here for the first time reads what terms mean now, and nothing that was struck out', async (service) => {
  const ada = await service.person('viewer', 'ada@example.com')
  const { id } = await service.term(ada, { name: 'CSAT', definition: 'We aim for 92% of smiles.' })
  await service.sql`alter table term_history disable trigger user`
  await service.sql`update term_history set created_at = now() - interval '40 days'`
  const body = { version: 1, definition: 'We aim for 94% of smiles.' }
  await service.request('PUT', `/api/v1/terms/${id}`, { as: ada, body })
  const page = await service.open('/', { as: await service.person() })
  const [entry] = await page.locator('.news .entry').all()
  assert.match((await entry?.innerText()) ?? '', /We aim for 94% of smiles\..*Changed by ada/s)
  assert.is(await page.locator('.news').locator('del, ins').count(), 0)
})

plain('it asks to explain what most people use, and nothing that is explained', async (service) => {
  const { sql } = service
  await sql`
    insert into terms (name, definition, status, source, created_at)
    select name, definition, 'suggested', 'discovery', now() - age
    from (values
      ('AAA', '', interval '3 days'), ('BBB', '', interval '1 day'), ('CCC', '', interval '2 days'),
      ('DDD', 'Explained.', interval '9 days')
    ) as t (name, definition, age)`
  await sql`insert into discovery_channels (id, name) values ('C1', 'ops'), ('C2', 'sales')`
  for (const [acronym, channel, authors] of [
    ['BBB', 'C1', ['U1', 'U2']],
    ['BBB', 'C2', ['U2', 'U3']],
    ['CCC', 'C1', ['U1']],
    ['DDD', 'C1', ['U1', 'U2', 'U3', 'U4']],
  ] as const) {
    await sql`
      insert into discovery_sightings (acronym, channel_id, sightings, authors, examples, first_seen_at, last_seen_at)
      values (${acronym}, ${channel}, 4, ${[...authors]}, '{}', now(), now())`
  }
  await sql`
    insert into discovery_suggestions (acronym, term_id) select name, id from terms where name in ('BBB', 'CCC', 'DDD')`
  const page = await service.open('/', { as: await service.person() })
  const section = page.locator('.unexplained')
  assert.is(await section.locator('h2').innerText(), 'Explain')
  const rows = (await section.locator('li > span').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
  assert.equal(rows, ['BBB 3 people use it', 'CCC not confirmed yet', 'AAA not confirmed yet'])
  const editor = await service.open('/review', { as: await service.person('editor') })
  const queue = (await editor.locator('.review-item h2 a').allInnerTexts()).filter((name) => name.trim() !== 'DDD')
  assert.equal(
    queue.map((name) => name.trim()),
    ['BBB', 'CCC', 'AAA'],
  )
})

test.run()
