import * as assert from 'uvu/assert'
import { addressOf, manners, pages } from './support/browser.ts'
import { aged, standing } from './support/terms.ts'

const test = pages('history page')

for (const { manner, visit } of manners) {
  test(`it tells who did what, and which words changed: ${manner}`, async (service) => {
    const ada = await service.person('editor', 'ada@example.com')
    const bo = await service.person('viewer', 'bo@example.com')
    const { id } = await service.term(ada, {
      name: 'SLA',
      definition: 'What we promise a customer.',
    })
    const api = (method: string, path: string, body?: object, as = ada) =>
      service.request(method, `/api/v1/terms/${id}${path}`, { as, body })
    await api('PUT', '', {
      version: 1,
      definition: 'What we promise to each customer.',
      category: 'Sales',
      note: 'More exact.',
    })
    await standing(service, id, 'community', 2)
    await api('POST', '/dispute', { reason: 'Wrong.' }, bo)
    await api('POST', '/promote', { note: 'Right after all.' })
    await api('POST', '/confirm')
    await service.sql`update terms set owner_id = null where id = ${id}`
    await api('POST', '/claim', undefined, bo)
    await api('POST', '/claim')
    await aged(service, id)

    const page = await service.open(`/terms/${id}`, { as: bo, ...visit })
    assert.is(await page.locator('.history li').count(), 4)
    await page.getByRole('link', { name: 'See all 7 entries' }).click()
    await page.waitForURL(`**/terms/${id}/history`)
    assert.match(await page.title(), /^SLA: history – /)
    const deeds = (await page.locator('.deed').allInnerTexts()).map((deed) =>
      deed.replace(/\s+/g, ' '),
    )
    assert.equal(deeds, [
      'ada@example.com took it over from bo@example.com just now',
      'bo@example.com became its owner just now',
      'ada@example.com confirmed that it is still right just now',
      'ada@example.com moved it from pending to community just now',
      'bo@example.com disputed it: its 2 votes were taken away, it fell from community to pending just now',
      'ada@example.com changed the definition and category just now',
      'ada@example.com added it just now',
    ])
    assert.equal(await page.locator('blockquote').allInnerTexts(), [
      'Right after all.',
      'Wrong.',
      'More exact.',
    ])
    assert.equal(await page.locator('del').allInnerTexts(), ['a'])
    assert.equal(await page.locator('ins').allInnerTexts(), ['to', 'each ', 'Sales'])
    await page.getByRole('link', { name: 'SLA' }).click()
    await page.waitForURL(`**/terms/${id}`)
  })

  test(`a long one comes in pages: ${manner}`, async (service) => {
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
    assert.is(addressOf(page), `/terms/${id}/history?offset=20`)
    await page.getByRole('link', { name: 'Next' }).click()
    await page.locator('.pager', { hasText: '41–45 of 45' }).waitFor()
    assert.is(await page.getByRole('link', { name: 'Next' }).count(), 0)
    await page.getByRole('link', { name: 'Previous' }).click()
    await page.locator('.pager', { hasText: '21–40 of 45' }).waitFor()
    await page.goto(`/terms/${id}/history?offset=100`)
    await page.getByRole('link', { name: 'Back to the newest' }).click()
    await page.locator('.pager', { hasText: '1–20 of 45' }).waitFor()
  })
}

test('what nobody in particular did is told as such', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  await service.sql`insert into term_history (term_id, version, action, changes)
    values (${id}, 1, 'status_changed', '{"status": {"from": "pending", "to": "pending"}}')`
  const page = await service.open(`/terms/${id}/history`, { as })
  await page.getByText('The glossary itself moved it').waitFor()
})

test.run()
