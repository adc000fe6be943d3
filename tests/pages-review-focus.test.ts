import * as assert from 'uvu/assert'
import { pages } from './support/browser.ts'

// Where the focus is in the review queue, and what shows it.
const test = pages('the focus in the review queue')

test('after publishing, letters are keys of the next item, and in a field the hints say how to leave it', async (service) => {
  await service.sql`
    insert into terms (name, definition, status, source, created_at)
    select 'T0' || n, '', 'suggested', 'discovery', now() - make_interval(mins => 9 - n)
    from generate_series(1, 3) as n`
  const page = await service.open('/review', { as: await service.person('editor') })
  const hints = () =>
    page
      .locator('.current .queue-panel .shortcut:visible')
      .evaluateAll((all) =>
        all.map((each) => getComputedStyle(each, '::before').content.replace(/none|"/g, '') + each.textContent),
      )
  assert.equal(await hints(), ['Ctrl Enter', 'd', 'j'])
  await page.keyboard.press('e')
  assert.equal(await hints(), ['Ctrl Enter', 'Esc d', 'Esc j'])
  await page.keyboard.type('A short sentence.')
  await page.keyboard.press('Control+Enter')
  await page.locator('.review-item.current h2', { hasText: 'T02' }).waitFor()
  assert.is(await page.evaluate(() => document.activeElement?.textContent), 'T02')
  await page.keyboard.press('d')
  await page.locator('.said', { hasText: 'Dismissed T02.' }).waitFor()
  await page.keyboard.press('e')
  await page.keyboard.type('e')
  assert.is(await page.locator('.current textarea').inputValue(), 'e')
  const row = page.locator('.current .queue-row')
  await page.keyboard.press('Escape')
  const looks = await row.evaluate((element) => ({
    ring: getComputedStyle(element).outlineStyle,
    mark: getComputedStyle(element).boxShadow,
    inner: getComputedStyle(element.querySelector('.queue-name') as Element).outlineStyle,
  }))
  assert.equal(looks, { ring: 'solid', mark: 'none', inner: 'none' })
})

test.run()
