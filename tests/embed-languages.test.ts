import * as assert from 'uvu/assert'
import { card, html, marks, waitForMarks, websites } from './support/embedded-page.ts'
import { threeLanguages } from './support/test-service.ts'

const test = websites('embed: languages', threeLanguages)

test('the card is in the language of the page, with the own name beside it and whether it is out of date', async (service, site) => {
  const as = site.admin
  const { id } = await service.term(as, { name: 'SLA', full_name: 'Service Level Agreement', definition: 'A promise.' })
  const body = { name: 'Dienstgüte', definition: 'Eine Zusage.', version: 1 }
  await service.request('PUT', `/api/v1/terms/${id}/translations/de`, { as, body })
  const read = async (lang: string) => {
    const page = await site.open(html, { lang })
    await waitForMarks(page)
    await marks(page).first().click()
    await card(page).waitFor()
    const lines = (await card(page).innerText()).split(/\n+/)
    const spoken = await card(page)
      .locator('[lang]')
      .evaluateAll((all) => all.map((each) => `${(each as HTMLElement).lang}: ${each.textContent}`))
    return { lines: lines.slice(0, -1), spoken }
  }
  assert.equal(await read('de-AT'), {
    lines: ['Dienstgüte (SLA) Service Level Agreement', 'Eine Zusage.', 'German translation.'],
    spoken: ['de: Dienstgüte', 'de: Eine Zusage.'],
  })
  const original = { lines: ['SLA Service Level Agreement', 'A promise.'], spoken: [] }
  for (const language of ['fr', 'sw', '']) assert.equal(await read(language), original, language)
  await service.request('PUT', `/api/v1/terms/${id}`, { as, body: { version: 2, definition: 'A firm promise.' } })
  const { lines } = await read('de')
  assert.is(lines[2], 'German translation. The English text has changed since.')
})

test.run()
