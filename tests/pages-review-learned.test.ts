import * as assert from 'uvu/assert'
import { pages, variants, widths } from './support/browser.ts'
import { type FlowPage, hasScripts } from './support/flow-page.ts'
import type { TestService } from './support/test-service.ts'
import { findFlawsOf } from './support/usability.ts'
import { lookUp, people } from './support/wanted.ts'

const test = pages('learned names on pages')
const { scripted } = test

async function learn(service: TestService, ...names: string[]) {
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: 'SLA', definition: 'What we promise.' })
  for (const person of await people(service, 3)) for (const name of names) await lookUp(service, person, name, 'SLA')
  const aliases = async () => {
    const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as })
    return body.aliases.map(({ name, kind }: { name: string; kind: string }) => `${name} ${kind}`)
  }
  return { as, id, aliases }
}

/** What the page says of the last decision; the row of what was decided repeats it. */
const said = (page: FlowPage, text: string) =>
  hasScripts(page) ? page.locator('.said', { hasText: text }) : page.getByText(text).first()

for (const { variant, visit } of variants) {
  test(`the page of the term says how people call it, and the queue decides, ${variant}`, async (service) => {
    const { as, id, aliases } = await learn(service, 'service promise', 'bad idea')
    const page = await service.open(`/terms/${id}`, { as, ...visit })
    await page.getByText('3 people looked for “service promise” and went on to this term.').waitFor()
    await page.getByRole('link', { name: 'Is it another name?' }).first().click()
    await page.getByText('3 people looked for “service promise” and went on to SLA.').waitFor()
    await page.getByRole('button', { name: 'Say instead of service promise' }).click()
    await said(page, 'Added as a name not to use: service promise.').waitFor()
    assert.equal(await aliases(), ['service promise discouraged'])
  })
}

scripted('keys decide, and u takes that back', async (service) => {
  const { as, aliases } = await learn(service, 'service promise', 'bad idea')
  const page = await service.open('/review?kind=alias', { as })
  const items = page.locator('.review-item:not([data-deciding])')
  const current = items.locator('.queue-name[aria-current="true"]', { hasText: 'service promise' })
  for (const [key, message, kind] of [
    ['a', 'Added as another name: service promise.', 'alias'],
    ['m', 'Added as a misspelling: service promise.', 'misspelling'],
    ['n', 'Added as a name not to use: service promise.', 'discouraged'],
  ] as const) {
    await current.waitFor()
    await page.keyboard.press(key)
    await said(page, message).waitFor()
    assert.equal(await aliases(), [`service promise ${kind}`])
    await page.keyboard.press('u')
    await current.waitFor()
    assert.equal(await aliases(), [], `${kind} is taken back`)
  }
  await page.keyboard.press('d')
  await said(page, 'Refused: ').waitFor()
  const refused = async () =>
    (await service.sql`select name from learned_names where refused_at is not null`).map(({ name }) => name)
  assert.equal(await refused(), ['service promise'])
  await page.keyboard.press('u')
  await page.getByText('Undone.').waitFor()
  await items.nth(1).waitFor()
  assert.equal(await refused(), [])
  assert.equal(await aliases(), [])
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the queue is easy to use, ${colorScheme}`, async (service) => {
    const { as } = await learn(service, 'service promise')
    for (const width of Object.values(widths)) {
      const page = await service.open('/review?kind=alias', { as, width, colorScheme })
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${colorScheme}-${width}.png` })
      assert.equal(await findFlawsOf(page), [])
    }
  })
}

test.run()
