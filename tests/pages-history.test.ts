import * as assert from 'uvu/assert'
import { pages, pathOf, variants } from './support/browser.ts'
import { markStale, setStatus } from './support/terms.ts'

const test = pages('history page')
const { plain } = test

for (const { variant, visit } of variants) {
  test(`it shows who did what, and which words changed: ${variant}`, async (service) => {
    const ada = await service.person('editor', 'ada@example.com')
    const bo = await service.person('editor', 'bo@example.com')
    const { id } = await service.term(ada, { name: 'SLA', definition: 'What we promise a customer.' })
    const api = (method: string, path: string, body?: object, as = ada) =>
      service.request(method, `/api/v1/terms/${id}${path}`, { as, body })
    await api('PUT', '', {
      version: 1,
      definition: 'What we promise to each customer.',
      category: 'Sales',
      note: 'More exact.',
    })
    await setStatus(service, id, 'community', 2)
    await api('POST', '/dispute', { reason: 'Wrong.' }, bo)
    await api('POST', '/promote', { note: 'Right after all.' })
    await api('POST', '/confirm')
    await service.sql`update terms set owner_id = null where id = ${id}`
    await api('POST', '/claim', undefined, bo)
    await api('POST', '/claim')
    await markStale(service, id)

    const page = await service.open(`/terms/${id}`, { as: bo, ...visit })
    assert.is(await page.locator('.history li').count(), 4)
    assert.match(
      await page.locator('.recent-history summary').innerText(),
      /7 changes, last: ada@example.com became the owner/,
    )
    await page.locator('.recent-history summary').click()
    await page.getByRole('link', { name: 'Full history' }).click()
    await page.waitForURL(`**/terms/${id}/history`)
    assert.match(await page.title(), /^History of SLA – /)
    const events = (await page.locator('.history-event').allInnerTexts()).map((event) => event.replace(/\s+/g, ' '))
    const expected = [
      'ada@example.com became the owner instead of bo@example.com',
      'bo@example.com became the owner',
      'ada@example.com confirmed that the term is up to date',
      'ada@example.com changed the status from pending to community',
      'bo@example.com reported a problem: 2 votes removed, status changed from community to pending',
      'ada@example.com changed the definition and category',
      'ada@example.com added the term',
    ]
    assert.equal(
      events.map((event) => event.replace(/ · just now.*/, '')),
      expected,
    )
    assert.equal(await page.locator('blockquote').allInnerTexts(), ['Right after all.', 'Wrong.', 'More exact.'])
    assert.equal(await page.locator('del').allInnerTexts(), ['a'])
    assert.equal(await page.locator('ins').allInnerTexts(), ['to each', 'Sales'])
    await page.getByRole('link', { name: 'SLA' }).click()
    await page.waitForURL(`**/terms/${id}`)
  })

  test(`a long history has several pages: ${variant}`, async (service) => {
    const as = await service.person()
    const { id } = await service.term(as, { name: 'SLA' })
    await service.sql`insert into term_history (term_id, version, action, note)
      select ${id}, 1, 'confirmed', 'entry ' || n from generate_series(1, 44) n`
    const page = await service.open(`/terms/${id}/history`, { as, ...visit })
    const first = page.locator('.history li blockquote').first()
    assert.is(await first.innerText(), 'entry 44')
    await page.getByRole('link', { name: 'Next' }).click()
    await page.locator('.pager', { hasText: '21–40 of 45' }).waitFor()
    assert.is(await first.innerText(), 'entry 24')
    assert.is(pathOf(page), `/terms/${id}/history?offset=20`)
    await page.getByRole('link', { name: 'Next' }).click()
    await page.locator('.pager', { hasText: '41–45 of 45' }).waitFor()
    assert.is(await page.getByRole('link', { name: 'Next' }).count(), 0)
    await page.getByRole('link', { name: 'Previous' }).click()
    await page.locator('.pager', { hasText: '21–40 of 45' }).waitFor()
    await page.goto(`/terms/${id}/history?offset=100`)
    await page.getByRole('link', { name: 'Back to the first page' }).click()
    await page.locator('.pager', { hasText: '1–20 of 45' }).waitFor()
  })
}

test('times are local with UTC on hover, and UTC without JavaScript', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  await service.sql`insert into term_history (term_id, version, action, created_at)
    values (${id}, 1, 'confirmed', '2024-07-01 22:30Z')`
  const page = await service.open(`/terms/${id}/history`, { as, timezoneId: 'Asia/Tokyo' })
  const times = page.locator('.history li').first().locator('time')
  const [relative, absolute] = [times.first(), times.last()]
  assert.is(await absolute.innerText(), '2 July 2024 at 07:30')
  assert.is(await absolute.getAttribute('title'), '1 July 2024 at 22:30 UTC')
  assert.match(await relative.innerText(), / ago$/)
  assert.is(await relative.getAttribute('title'), '2 July 2024 at 07:30 (1 July 2024 at 22:30 UTC)')

  const plain = await service.open(`/terms/${id}/history`, { as, isPlain: true })
  assert.is(await plain.locator('time').nth(1).innerText(), '1 July 2024 at 22:30 UTC')
})

plain('events without a person are attributed to discovery', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  await service.sql`insert into term_history (term_id, version, action, changes)
    values (${id}, 1, 'status_changed', '{"status": {"from": "pending", "to": "pending"}}')`
  const page = await service.open(`/terms/${id}/history`, { as })
  await page.getByText('Discovery changed the status').waitFor()
})

plain('a change of links and of underlining is told in words', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  const body = { version: 1, links: ['https://handbook.example.com/sla'], in_texts: 'never' }
  await service.request('PUT', `/api/v1/terms/${id}`, { as, body })
  const page = await service.open(`/terms/${id}/history`, { as })
  await page.getByText('changed the sources and stopped underlining it in texts').waitFor()
})

plain('a relation names the term that says it', async (service) => {
  const as = await service.person()
  const [sla, slo] = [await service.term(as, { name: 'SLA' }), await service.term(as, { name: 'SLO' })]
  for (const method of ['PUT', 'DELETE'])
    await service.request(method, `/api/v1/terms/${sla.id}/relations/replaced_by/${slo.id}`, { as })
  for (const [id, what] of [
    [sla.id, 'it is replaced by SLO'],
    [slo.id, 'SLA is replaced by this term'],
  ]) {
    const page = await service.open(`/terms/${id}/history`, { as })
    const events = await page.locator('.history-event').allInnerTexts()
    const [ended = '', added = ''] = events.map((event) => event.replace(/\s+/g, ' '))
    assert.match(ended, `took back that ${what}`)
    assert.match(added, `said that ${what}`)
  }
})
test.run()
