import * as assert from 'uvu/assert'
import { browserVariants, pages } from './support/browser.ts'
import { type FlowPage, isInBrowser } from './support/flow-page.ts'
import { lines } from './support/imports.ts'
import { setStatus } from './support/terms.ts'
import { findFlawsOf } from './support/usability.ts'

const test = pages('import page, protected terms')
const { plain } = test

const preview = (page: FlowPage) => page.locator('#preview')
const press = async (page: FlowPage, name: string | RegExp) => {
  await page.getByRole('button', { name }).click()
}

for (const { variant, visit } of browserVariants) {
  test(`what people have agreed on is proposed, unless a box says otherwise, ${variant}`, async (service) => {
    const owner = await service.person('viewer', 'kwabena@example.com')
    const as = await service.person('editor')
    const texts = { SLA: 'What we promise a merchant about the service.', SLO: 'What a team aims at in a month.' }
    const ids = new Map<string, string>()
    for (const [name, definition] of Object.entries(texts)) {
      const { id } = await service.term(owner, { name, definition })
      await setStatus(service, id, 'official', 15)
      ids.set(name, id)
    }
    const read = async (name: string) =>
      (await service.request('GET', `/api/v1/terms/${ids.get(name)}`, { as })).body.definition
    const page = await service.open('/import', { as, ...visit })
    const rows = ['QV1,Quick things.', 'SLA,Another wording entirely.', 'SLO,Nothing like it before.', ',No name.']
    await page.getByLabel('Or cells from a spreadsheet').fill(lines('name,definition', ...rows))
    await press(page, 'Preview')
    await page.getByRole('button', { name: 'Add 1 new term, propose 2 changes' }).waitFor()
    const headings = await preview(page).locator('h3').allInnerTexts()
    assert.equal(headings.slice(0, 3), ['Replaces', 'Needs you', 'New'])
    const all = page.getByLabel('replace 2 official texts')
    const sla = page.getByLabel('Replace SLA')
    assert.equal([await all.isChecked(), await sla.isChecked()], [false, false])
    const shown = (await preview(page).locator('.import-replaces li').first().innerText()).replace(/\s+/g, ' ')
    assert.match(
      shown,
      /SLA Official ?15 votes ?kwabena@example.com ?Row 3 Definition Another wording entirely. Text replaced/i,
    )
    assert.match(shown, texts.SLA)
    assert.is(await preview(page).locator('.import-replaces :is(del, ins)').count(), 0)
    await preview(page).getByText('1 row needs you, or is left out').waitFor()
    if (isInBrowser(page)) assert.equal(await findFlawsOf(page), [])

    await all.check()
    if (!isInBrowser(page)) await press(page, 'Preview again')
    await page.getByRole('button', { name: 'Add 1 new term, replace 2 texts' }).waitFor()
    await all.uncheck()
    await page.getByLabel('Replace SLO').check()
    await sla.uncheck()
    if (!isInBrowser(page)) await press(page, 'Preview again')
    await press(page, 'Add 1 new term, replace 1 text, propose 1 change')
    await preview(page).getByText('1 term added, 1 changed, 1 change proposed, 1 left out').waitFor()
    assert.equal([await read('SLA'), await read('SLO')], [texts.SLA, 'Nothing like it before.'])
    const inbox = await service.open('/inbox', { as: owner })
    await inbox.getByRole('heading', { name: 'proposed a change to your term' }).waitFor()

    await preview(page).getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 term removed. 1 term restored to the earlier text. 1 proposal withdrawn.').waitFor()
    assert.is(await read('SLO'), texts.SLO)
  })
}

plain('boxes that were ticked for one file do not count for another', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: 'SLA', definition: 'What we promise.' })
  await setStatus(service, id, 'official', 15)
  const page = await service.open('/import', { as })
  const cells = page.getByLabel('Or cells from a spreadsheet')
  await cells.fill(lines('name,definition', 'SLA,Another text.'))
  await press(page, 'Preview')
  await page.getByLabel('Replace SLA').check()
  await cells.fill(lines('name,definition', 'SLA,A third text.'))
  await press(page, 'Preview again')
  await page.getByRole('button', { name: 'Propose 1 change' }).waitFor()
  assert.is(await page.getByLabel('Replace SLA').isChecked(), false)
})

test.run()
