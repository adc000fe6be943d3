import * as assert from 'uvu/assert'
import { pages } from './support/browser.ts'
import type { FlowLocator } from './support/flow-page.ts'
import { lines } from './support/imports.ts'
import { setStatus } from './support/terms.ts'

const test = pages('how much must be pressed')
const { scripted } = test

/** Counts what is pressed. */
function counter() {
  const pressed: string[] = []
  const press = async (what: string, control: FlowLocator) => {
    pressed.push(what)
    await control.click()
  }
  return { pressed, press }
}

scripted('38 rows are imported by choosing the file and one press, and an official text stays', async (service) => {
  const [owner, as] = [await service.person(), await service.person('editor')]
  const sla = await service.term(owner, { name: 'SLA', definition: 'What we promise a merchant about the service.' })
  await setStatus(service, sla.id, 'official', 15)
  const rows = Array.from({ length: 36 }, (_, i) => `QV${i},What QV${i} means.`)
  const file = lines('name,definition', ...rows, 'SLA,Another wording entirely.', ',A definition without a name')
  const page = await service.open('/import', { as })
  const { pressed, press } = counter()
  pressed.push('choose the file')
  await page.getByLabel('File').setInputFiles({ name: 'finance.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await press('Add', page.getByRole('button', { name: 'Add 36 new terms, propose 1 change' }))
  await page.getByText('36 terms added, 1 change proposed, 1 left out').first().waitFor()
  assert.is(pressed.length, 2)
  const { body } = await service.request('GET', `/api/v1/terms/${sla.id}`, { as })
  assert.equal([body.definition, body.status], ['What we promise a merchant about the service.', 'official'])
  const [added] = await service.sql`select count(*)::integer as terms from terms where source = 'import'`
  assert.is(added?.terms, 36)
})

scripted('a report is mended by two presses and what is typed between them', async (service) => {
  const [owner, reporter] = [await service.person(), await service.person()]
  const { id } = await service.term(owner, { name: 'Handover', definition: 'The call at 09:15.' })
  const reason = { reason: 'It is at 09:30 since October.' }
  await service.request('POST', `/api/v1/terms/${id}/dispute`, { as: reporter, body: reason })
  const page = await service.open(`/terms/${id}`, { as: owner })
  const { pressed, press } = counter()
  await press('Correct it', page.locator('summary', { hasText: 'Correct it' }))
  await page.getByLabel('Correct it now').fill('The call at 09:30.')
  await press('Save and thank', page.getByRole('button', { name: /^Save and thank/ }))
  await page.getByText('Corrected. We thanked whoever reported it.').first().waitFor()
  assert.is(pressed.length, 2)
  const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as: owner })
  assert.equal([body.definition, body.open_disputes], ['The call at 09:30.', 0])
})

test.run()
