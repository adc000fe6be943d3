import * as assert from 'uvu/assert'
import { pages } from './support/browser.ts'
import { namesIn } from './support/four-terms.ts'
import { shelve } from './support/search.ts'

const test = pages('names that are everyday words, in the table of all terms')
const { plain } = test

plain('editors let texts mark names that are everyday words only as they are written, or never', async (service) => {
  const as = await shelve(service, 'dispatch', 'Lantern', 'peaks', 'pod', 'PEAK', 'Kubernetes', 'true-up', 'Peak load')
  await service.term(as, { name: 'QZA', full_name: 'pods', aliases: ['lanterns'] })
  const editor = await service.person('editor')
  const page = await service.open('/terms', { as: editor })
  assert.is(await page.getByText('everyday word', { exact: true }).count(), 4)
  await page.getByRole('link', { name: 'Everyday words' }).click()
  assert.equal(await namesIn(page), ['dispatch', 'Lantern', 'peaks', 'pod'])
  assert.is(await page.getByRole('button', { name: 'Delete' }).count(), 0, 'they are selected already')
  await page.getByLabel('Select pod').uncheck()
  await page.getByLabel('Select Lantern').uncheck()
  await page.getByRole('button', { name: 'Underline it only as it is written' }).click()
  await page.getByText('2 terms changed.').waitFor()
  assert.equal(await namesIn(page), ['Lantern', 'pod'])
  await page.getByLabel('Select pod').uncheck()
  await page.getByRole('button', { name: 'Never underline it' }).click()
  await page.getByText('1 term changed.').waitFor()
  assert.equal(await namesIn(page), ['pod'])
  await page.getByRole('link', { name: 'Show all terms' }).click()
  assert.is(await page.getByText('everyday word, marked as written').count(), 2)
  assert.is(await page.getByText('everyday word, never marked').count(), 1)
  const text = 'dispatch, Dispatch, peaks, lantern, Lantern, pod, Pod, PEAK'
  const { body } = await service.request('POST', '/api/v1/explain', { as, body: { text } })
  assert.equal(
    body.matches.map((match: { text: string }) => match.text),
    ['dispatch', 'peaks', 'pod', 'Pod', 'PEAK'],
  )
})

plain('the filter of everyday words goes with others, and others can be taken away from it', async (service) => {
  const as = await shelve(service, { name: 'dispatch', category: 'Ops' }, { name: 'lantern', category: 'Sales' }, 'QZB')
  const page = await service.open('/terms?everyday=true&category=ops', { as: await service.person('editor') })
  assert.equal(await namesIn(page), ['dispatch'])
  const none = await service.open('/terms?everyday=true&q=qzb', { as: await service.person('editor') })
  await none.getByText('No terms match these filters.').waitFor()
  const other = await service.open('/terms?everyday=maybe', { as: await service.person('editor') })
  assert.equal(await namesIn(other), ['dispatch', 'lantern', 'QZB'])
  assert.is((await service.request('GET', '/terms?everyday=true', { as })).status, 403)
})

test.run()
