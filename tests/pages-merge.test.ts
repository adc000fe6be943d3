import * as assert from 'uvu/assert'
import type { Term } from '../lib/schemas/term.ts'
import { browserVariants, findViolations, pages, pathOf } from './support/browser.ts'
import { cookie } from './support/credentials.ts'
import { isInBrowser } from './support/flow-page.ts'
import { findFlawsOf } from './support/usability.ts'

const test = pages('merging terms on pages')
const { plain } = test

for (const { variant, visit } of browserVariants) {
  test(`an editor compares a term with a duplicate and merges it (${variant})`, async (service) => {
    const [owner, editor] = [await service.person(), await service.person('editor')]
    const into: Term = await service.term(owner, { name: 'SLA', definition: 'A promise to customers.' })
    const term: Term = await service.term(owner, {
      name: 'S.L.A.',
      full_name: 'Service Level Agreement',
      definition: 'A promise in writing.',
    })
    const page = await service.open(`/terms/${term.id}`, { ...visit, as: editor })
    await page.locator('.more-actions summary').click()
    await page.getByRole('link', { name: 'Merge with…' }).click()
    await page.getByRole('link', { name: 'SLA', exact: true }).click()
    await page.getByRole('heading', { name: 'Merge into SLA' }).waitFor()
    const text = await page.locator('main').innerText()
    assert.match(text, /Its other names are: S\.L\.A\., Service Level Agreement\./)
    if (isInBrowser(page)) assert.equal(await findFlawsOf(page), [])
    await page.getByRole('button', { name: 'Merge terms' }).click()
    await page.getByText('Terms merged.').waitFor()
    assert.ok(pathOf(page).startsWith(`/terms/${into.id}`))
    await page.locator('.recent-history > summary').click()
    await page.locator('.history').getByText('merged S.L.A. (Service Level Agreement) into this term').waitFor()
    await page.getByText('in a term that was merged into this one').first().waitFor()
  })
}

for (const { variant, visit } of browserVariants) {
  test(`terms with different names are merged with four clicks (${variant})`, async (service) => {
    const editor = await service.person('editor')
    const { id } = await service.term(editor, { name: 'swarm', definition: 'All on one problem.' })
    await service.term(editor, { name: 'SWM', definition: 'Everyone works on one problem.' })
    const page = await service.open(`/terms/${id}`, { ...visit, as: editor })
    await page.locator('.more-actions summary').click()
    await page.getByRole('link', { name: 'Merge with…' }).click()
    await page.getByText('No other term has one of the names of swarm').waitFor()
    const search = page.getByRole('searchbox', { name: 'Merge with' })
    assert.ok(await search.evaluate((field) => field.matches(':focus')))
    await search.fill('everyone works')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('main').getByRole('link', { name: 'SWM' }).click()
    if (isInBrowser(page)) assert.equal(await findViolations(page), [])
    await page.getByRole('button', { name: 'Merge terms' }).click()
    await page.getByText('Terms merged.').waitFor()
    assert.is(await page.getByRole('heading', { level: 1 }).innerText(), 'SWM')
    await page.locator('.other-names', { hasText: 'swarm' }).waitFor()
  })
}

plain('the terms that a definition names are offered for a merge', async (service) => {
  const editor = await service.person('editor')
  await service.term(editor, { name: 'HS code', definition: 'A number for customs.' })
  const { id } = await service.term(editor, { name: 'HTS', definition: 'See HS code.' })
  await service.ctx.names.read()
  const page = await service.open(`/terms/${id}/merge`, { as: editor })
  await page.getByRole('main').getByRole('link', { name: 'HS code' }).click()
  await page.getByRole('heading', { name: 'Merge into HS code' }).waitFor()
})

plain('a search for a term to merge with never finds the term itself', async (service) => {
  const editor = await service.person('editor')
  const { id } = await service.term(editor, { name: 'swarm' })
  const page = await service.open(`/terms/${id}/merge?q=swarm`, { as: editor })
  await page.getByText('No other term matches “swarm”.').waitFor()
})

plain('a refused merge shows the comparison again; viewers are not offered one', async (service) => {
  const [viewer, editor] = [await service.person(), await service.person('editor')]
  const [term, into] = [
    await service.term(viewer, { name: 'SLA', category: 'a' }),
    await service.term(viewer, { name: 'SLA', category: 'b' }),
  ]
  const answer = await service.request('POST', `/terms/${term.id}/merge`, {
    headers: { ...cookie(editor), 'content-type': 'application/x-www-form-urlencoded' },
    body: `into=${into.id}&version=1&into_version=7`,
  })
  assert.is(answer.status, 409)
  assert.match(answer.text, /Someone else has changed the term[\s\S]*name="into_version" value="1"/)
  const seen = await service.request('GET', `/terms/${term.id}`, { headers: cookie(viewer) })
  assert.not.match(seen.text, /Merge with/)
})

test.run()
