import * as assert from 'uvu/assert'
import { browserVariants, pages, pathOf } from './support/browser.ts'
import { isInBrowser } from './support/flow-page.ts'
import { smallGlossary } from './support/small-glossary.ts'
import { setStatus } from './support/terms.ts'
import type { TestService } from './support/test-service.ts'

const test = pages('answer cards')
const { plain, scripted } = test

/** SLA, whose definition names SLO, and which the definition of "credit" names. */
async function related(service: TestService) {
  const ada = await service.person('viewer', 'ada@example.com')
  await service.term(ada, { name: 'SLO', definition: 'A target.' })
  const sla = { name: 'SLA', full_name: 'Service Level Agreement', definition: 'Wider than an SLO.' }
  const { id } = await service.term(ada, { ...sla, category: 'Operations' })
  await service.term(ada, { name: 'credit', definition: 'What we pay if we miss the SLA.' })
  await service.term(ada, { name: 'translation', definition: 'Any slat or sla in lower case.' })
  await setStatus(service, id, 'official', 3)
  await service.ctx.names.read()
  return { ada, id }
}

for (const { variant, visit } of browserVariants) {
  test(`an answer says how far to trust it, and what else to read, ${variant}`, async (service) => {
    const { ada, id } = await related(service)
    const page = await service.open('/?q=sla', { as: ada, ...visit })
    const card = page.getByRole('article')
    const text = (await card.innerText()).replace(/\s+/g, ' ')
    assert.match(text, /official 3 votes operations/i)
    assert.match(text, /Added .* by its owner, ada@example\.com/)
    assert.match(text, /See also SLO, credit$/)
    await card.getByRole('button', { name: 'Still right' }).click()
    await page.waitForURL(`**/terms/${id}*`)
    await page.goto('/?q=sla')
    assert.match(await card.innerText(), /Confirmed .* by its owner/)
    await card.getByRole('link', { name: 'Something is off' }).click()
    assert.is(pathOf(page), `/terms/${id}`)
    if (isInBrowser(page)) {
      const label = await page.getByText('Reason', { exact: true }).boundingBox()
      assert.ok((label?.y ?? -1) >= 0, 'the label of the field is in view')
    }
    await page.getByLabel('Reason').fill('It changed.')
    await page.goto('/?q=sla')
    await card.getByRole('link', { name: /^Edit/ }).click()
    await page.waitForURL(`**/terms/${id}/edit`)
  })
}

plain('an answer does not say that a new owner has added the term', async (service) => {
  const { ada, id } = await related(service)
  const [bo, url] = [await service.person('editor'), `/terms/${id}`]
  await service.request('POST', `/api/v1/terms/${id}/claim`, { as: bo })
  const page = await service.open('/?q=sla', { as: ada })
  const card = page.getByRole('article')
  assert.match(await card.innerText(), /Confirmed just now · Owner:/)
  await page.goto(url)
  await page.getByText('Confirmed just now').waitFor()
})

plain('an answer offers to propose a change where the reader may not edit', async (service) => {
  const { ada } = await related(service)
  const page = await service.open('/?q=sla', { as: await service.person() })
  await page
    .getByRole('article')
    .getByRole('link', { name: /^Propose a change/ })
    .waitFor()
  const owner = await service.open('/?q=sla', { as: ada })
  await owner.getByRole('article').getByRole('link', { name: /^Edit/ }).waitFor()
})

plain('the page of a term that nobody has explained does not say that it is confirmed', async (service) => {
  const [suggested] = await service.sql<{ id: string }[]>`
  insert into terms (name, definition, status, source) values ('QRX', '', 'suggested', 'discovery') returning id`
  const page = await service.open(`/terms/${suggested?.id}`, { as: await service.person() })
  const standing = (await page.locator('.term-standing summary').innerText()).replace(/\s+/g, ' ')
  assert.match(standing, /^Suggested ?No owner$/)
})

plain('people who may not confirm a term can agree with it, once', async (service) => {
  await related(service)
  const page = await service.open('/?q=slo', { as: await service.person() })
  const card = page.getByRole('article')
  assert.is(await card.getByRole('button', { name: 'Still right' }).count(), 0)
  await card.getByRole('button', { name: 'I agree' }).click()
  await page.waitForURL('**/terms/*')
  await page.goto('/?q=slo')
  assert.match(await card.innerText(), /1 vote/i)
  assert.is(await card.getByRole('button', { name: 'I agree' }).count(), 0)
})

test('an answer is copied as a text with its link, from every page that shows it', async (service) => {
  const { ada, id } = await related(service)
  const page = await service.open('/', { as: ada })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const link = `${service.origin}/terms/${id}`
  for (const path of ['/?q=sla', '/t/SLA', `/terms/${id}`]) {
    await page.goto(path)
    const menu = page.locator('.more-actions summary')
    if ((await menu.count()) > 0) await menu.click()
    await page.getByRole('button', { name: 'Copy answer' }).click()
    await page.getByRole('button', { name: 'Copied answer' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.is(copied, `SLA (Service Level Agreement): Wider than an SLO.\n${link}`, path)
  }
})

plain('a term without a definition asks for one', async (service) => {
  const as = await service.person()
  await service.sql`insert into terms (name, definition, status, source) values ('QBR', '', 'suggested', 'discovery')`
  const page = await service.open('/?q=qbr', { as })
  const card = page.getByRole('article')
  assert.is(await card.getByRole('link', { name: 'Write a definition' }).count(), 1)
  assert.is(await card.getByRole('button', { name: 'Copy answer' }).count(), 0)
  // Whoever would add it once more is led there, too.
  await page.goto('/terms/new?name=qbr')
  await page.getByRole('link', { name: 'Write a definition of QBR' }).click()
  assert.match(pathOf(page), /^\/terms\/[\w-]{36}\/edit$/)
})

scripted('the search waits for 20 ms without a key', async (service) => {
  const page = await service.open('/', { as: await smallGlossary(service) })
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('sla')
  await page.locator('.answer').waitFor()
  const trigger = await page.getByRole('searchbox').getAttribute('hx-trigger')
  assert.match(trigger ?? '', /^input changed delay:20ms,/)
})

test.run()
