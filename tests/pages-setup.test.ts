import * as assert from 'uvu/assert'
import { freePort } from '../lib/db/server-address.ts'
import { browserVariants, pages } from './support/browser.ts'
import { isInBrowser } from './support/flow-page.ts'
import { findFlawsOf } from './support/usability.ts'

const port = await freePort()
const test = pages('setup', { SERVICE_PORT: String(port), SERVICE_APP_URL: `http://127.0.0.1:${port}` })

const states = async (steps: { allInnerTexts(): Promise<string[]> }) =>
  (await steps.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))

for (const { variant, visit } of browserVariants) {
  test(`an admin sees what is connected, checked now, ${variant}`, async (service) => {
    const as = await service.person('admin')
    const page = await service.open('/admin/setup', { as, ...visit })
    if (visit.isPlain) {
      await page.getByRole('link', { name: 'Check the setup' }).click()
    }
    const steps = page.locator('.setup .step-name')
    await steps.first().waitFor({ timeout: 60_000 })
    const found = await states(steps)
    assert.equal(
      found.filter((text) => !/Login$/.test(text)),
      ['Done Address', 'To do Make editors', 'To do First import', 'To do Slack', 'To do Agents'],
    )
    await page.getByText(`responds at ${service.origin}.`).waitFor()
    if (isInBrowser(page)) assert.equal(await findFlawsOf(page), [])

    await service.request('POST', '/api/v1/import?format=json', {
      as,
      body: [{ name: 'SLA', definition: 'A promise.' }],
    })
    await page.goto('/admin/setup?check=true')
    assert.ok((await states(steps)).includes('Done First import'))
  })
}

test('an empty glossary says how to fill it, to each role what it can do', async (service) => {
  const expected = {
    viewer: ['Paste a document', 'Add the first term'],
    editor: ['Import a spreadsheet', 'Paste a document', 'Add the first term'],
    admin: ['Import a spreadsheet', 'Paste a document', 'Add the first term'],
  }
  for (const role of ['viewer', 'editor', 'admin'] as const) {
    const page = await service.open('/', { as: await service.person(role) })
    assert.equal(await page.locator('.first-steps > ul a').allInnerTexts(), expected[role])
    assert.is(await page.locator('#setup').count(), role === 'admin' ? 1 : 0)
    if (role === 'editor') assert.equal(await findFlawsOf(page), [])
  }
  await service.term(await service.person())
  const page = await service.open('/', { as: await service.person('admin') })
  assert.is(await page.locator('.first-steps').count(), 0)
})

test.run()
