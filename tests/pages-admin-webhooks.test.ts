import * as assert from 'uvu/assert'
import { browserVariants, findViolations, hasHorizontalScroll, pages } from './support/browser.ts'
import { isInBrowser } from './support/flow-page.ts'
import { openReceiver, sendAll, webhook } from './support/receiver.ts'

const test = pages('pages of webhooks', { SERVICE_PRIVATE_ADDRESSES: 'true' })
const { plain } = test

for (const { variant, visit } of browserVariants) {
  test(`an admin creates, tests and deletes a webhook, ${variant}`, async (service) => {
    const receiver = await openReceiver()
    const as = await service.person('admin')
    const page = await service.open('/admin/webhooks', { as, ...visit })
    await page.getByLabel('URL').fill(receiver.url)
    await page.getByLabel('Term deleted').uncheck()
    await page.getByRole('button', { name: 'Create webhook' }).click()
    assert.match(await page.getByLabel(/^Secret for/).inputValue(), /^whsec_/)
    const hasScripts = isInBrowser(page)
    if (hasScripts) assert.equal(await findViolations(page), [])

    await page.getByRole('link', { name: receiver.url }).click()
    await page.getByText('Nothing was sent in the last month.').waitFor()
    assert.not.match(await page.getByText('Term added').innerText(), /Term deleted/)
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByText('The test event is on its way.').waitFor()
    await sendAll(service)
    if (!hasScripts) await page.getByRole('link', { name: 'Refresh deliveries' }).click()
    await page.locator('.record', { hasText: 'Delivered' }).waitFor()
    assert.is(receiver.received.length, 1)
    if (hasScripts) {
      assert.is(await hasHorizontalScroll(page), false)
      assert.equal(await findViolations(page), [])
    }

    await page.getByText('Delete', { exact: false }).first().click()
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByText('No webhooks yet').waitFor()
    await receiver.close()
  })
}

plain('a form without events is shown again; a failed delivery shows its reason', async (service) => {
  const receiver = await openReceiver()
  receiver.status = 503
  const as = await service.person('admin')
  const page = await service.open('/admin/webhooks', { as, refusals: [422] })
  await page.getByLabel('URL').fill('https://example.com/hook')
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByText('Choose at least one event.').waitFor()
  assert.is(await page.getByLabel('URL').inputValue(), 'https://example.com/hook')
  const { id } = await webhook(service, as, receiver.url)
  await service.term(as, { name: 'SLA' })
  await sendAll(service)
  await page.goto(`/admin/webhooks/${id}`)
  const record = await page.locator('.record').innerText()
  assert.match(record, /Term added: SLA\s+waiting\s+Last attempt: HTTP 503/i)
  await receiver.close()
})

test.run()
