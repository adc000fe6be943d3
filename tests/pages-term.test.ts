import * as assert from 'uvu/assert'
import { termNotFound } from '../lib/glossary/read.ts'
import { pages, pathOf, variants } from './support/browser.ts'
import { cookie } from './support/credentials.ts'
import { noticeOf } from './support/flash-messages.ts'
import type { FlowPage } from './support/flow-page.ts'
import { markStale, setStatus } from './support/terms.ts'
import type { Person, TestService } from './support/test-service.ts'

const test = pages('term page')
const { plain, scripted } = test

/** What one can do on the page of a term, without what copies. */
const buttons = async (page: FlowPage) => {
  await page.locator('.term-standing > details > summary').click()
  await page.locator('.more-actions > summary').click()
  const all = page.locator(':is(.term-actions, .term-standing) :is(button:not(.with-js), a:not(.subject)):visible')
  return (await all.allInnerTexts()).sort()
}

/** Sends a form as a browser without JavaScript does. */
const post = (service: TestService, as: Person, path: string, fields: Record<string, string> = {}) =>
  service.request('POST', path, {
    headers: { ...cookie(as), accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

for (const { variant, visit } of variants) {
  test(`it shows the definition, status and other meanings of a term: ${variant}`, async (service) => {
    const ada = await service.person('viewer', 'ada@example.com')
    const { id } = await service.term(ada, {
      name: 'SLA',
      full_name: 'Service Level Agreement',
      definition: 'What we promise.\nIn writing.',
      category: 'Sales & Ops',
    })
    await setStatus(service, id, 'official', 12)
    await markStale(service, id)
    const other = await service.term(ada, { name: 'sla', full_name: 'Shipping Label Archive' })
    const trusted = await service.term(ada, { name: 'SLA', full_name: 'Second Lead Approval' })
    await setStatus(service, trusted.id, 'community', 5)

    const page = await service.open(`/terms/${id}`, { as: ada, ...visit })
    assert.match(await page.title(), /^SLA – /)
    const article = page.getByRole('article')
    assert.is(await article.getByRole('heading', { level: 1 }).innerText(), 'SLA')
    assert.is(await article.locator('.full-name').innerText(), 'Service Level Agreement')
    assert.is(await article.locator('.definition').innerText(), 'What we promise.\nIn writing.')
    assert.match(await article.locator('.facts').innerText(), /official[\s\S]*out of date/i)
    const category = article.getByRole('link', { name: 'Sales & Ops' })
    assert.is(await category.getAttribute('href'), '/browse?category=Sales+%26+Ops')

    const standing = page.locator('.term-standing')
    await standing.locator('summary').first().click()
    await standing.getByText('Reviewed by an editor').waitFor()
    assert.is(await standing.locator('.votes').innerText(), '12 votes')
    const confirmed = standing.locator('time')
    const { body: history } = await service.request('GET', `/api/v1/terms/${id}/history`, { as: ada })
    assert.is((await confirmed.getAttribute('datetime'))?.slice(0, 23), history[0].created_at.slice(0, 23))
    assert.match((await confirmed.getAttribute('title')) ?? '', / UTC\)?$/)

    const meanings = page.locator('.meanings i')
    const others = (await meanings.allInnerTexts()).map((text) => text.trim())
    assert.equal(others, ['Second Lead Approval', 'Shipping Label Archive'])
    await page.getByRole('link', { name: 'Shipping Label Archive' }).click()
    await page.waitForURL(`**/terms/${other.id}`)
  })
}

scripted('the page offers only the actions that the reader has the permission for', async (service) => {
  const [ada, bo, eve] = [await service.person(), await service.person(), await service.person('editor')]
  const root = await service.person('admin')
  const { id } = await service.term(ada)
  const seen = async (as: Person) => buttons(await service.open(`/terms/${id}`, { as }))
  const stop = 'Stop underlining it for everyone…'
  const owners = ['Edit', 'I agree', 'Something is off', stop]
  const everyone = ['Follow this term', ...owners].sort()
  const confirm = 'Still right'
  const ofEditors = ['Delete…', 'Merge with…', 'Take ownership']
  const editing = [confirm, ...ofEditors, ...everyone].sort()
  assert.equal(await seen(bo), everyone)
  assert.equal(await seen(ada), [confirm, 'Give up ownership', ...owners].sort())
  assert.equal(await seen(eve), editing)
  assert.equal(await seen(root), editing)

  await service.sql`update terms set owner_id = null where id = ${id}`
  assert.equal(await seen(bo), [...everyone, 'Take ownership'].sort())
  await setStatus(service, id, 'community', 9)
  assert.equal(await seen(bo), ['Follow this term', 'I agree', 'Propose a change', 'Something is off'])
  assert.ok(!(await seen(eve)).some((name) => /Approve|official/.test(name)))
  await setStatus(service, id, 'official', 10)
  assert.ok(!(await seen(eve)).some((name) => /Approve|official/.test(name)))
})

plain('agreeing is the main action for others, not for the owner', async (service) => {
  const [ada, bo] = [await service.person(), await service.person()]
  const { id } = await service.term(ada)
  const isMain = async (as: Person) =>
    (await service.open(`/terms/${id}`, { as }))
      .getByRole('button', { name: 'I agree' })
      .evaluate((button) => button.matches('.button:not(.plain)'))
  assert.equal([await isMain(ada), await isMain(bo)], [false, true])
})

plain('an action without the permission for it is refused with the reason', async (service) => {
  const [ada, bo] = [await service.person(), await service.person()]
  const eve = await service.person('editor')
  const { id } = await service.term(ada, { name: 'SLA' })
  const refused = async (as: Person, action: string, status: number, said: RegExp, fields = {}) => {
    const response = await post(service, as, `/terms/${id}/${action}`, fields)
    assert.is(response.status, status, action)
    assert.match(response.text, said)
  }
  for (const action of ['promote', 'official', 'delete']) {
    await refused(bo, action, 403, /editor[\s\S]*viewer/)
  }
  await refused(bo, 'confirm', 403, /[Oo]nly .*owner.* can confirm/)
  await refused(bo, 'claim', 403, /only (an editor|editors and admins) can/i)
  await refused(bo, 'disown', 403, /not yours|do not own/)
  await refused(eve, 'official', 409, /role="alert"[^>]*>[^<]*pending[\s\S]*What it means here/)
  await refused(bo, 'dispute', 422, /Enter a reason/, { reason: ' ' })
  await refused(bo, 'dispute', 422, /x{501}[\s\S]*Shorten the reason to 500 characters \(now 501\)/, {
    reason: 'x'.repeat(501),
  })
  await refused(eve, 'promote', 422, /y{501}[\s\S]*Shorten the text to 500 characters \(now 501\)/, {
    note: 'y'.repeat(501),
  })

  await service.request('PUT', `/api/v1/terms/${id}`, { as: ada, body: { version: 1, definition: 'Another text.' } })
  await refused(eve, 'delete', 412, /changed the term[\s\S]*Go back/, { version: '1' })
  const term = await service.request('GET', `/api/v1/terms/${id}`, { as: ada })
  assert.equal([term.body.status, term.body.owner.id, term.body.version], ['pending', ada.id, 2])
})

scripted('an action on an outdated page says why it fails, and shows the current state', async (service) => {
  const eve = await service.person('editor')
  const { id } = await service.term(eve)
  await setStatus(service, id, 'community', 10)
  const page = await service.open(`/terms/${id}`, { as: eve, refusals: [409, 403, 404] })
  await service.sql`update terms set vote_count = 3 where id = ${id}`
  const standing = page.locator('.term-standing > details > summary')
  await standing.click()
  await page.getByRole('button', { name: 'Make official' }).click()
  await page
    .getByRole('alert')
    .getByText(/10 votes.* has 3\./)
    .waitFor()
  await standing.click()
  await page.getByText('Needs 7 more votes and an editor’s approval').waitFor()

  await service.sql`update users set role = 'viewer' where id = ${eve.id}`
  await service.sql`update terms set owner_id = null where id = ${id}`
  await page.locator('.more-actions summary').click()
  await page.getByRole('button', { name: 'Still right' }).click()
  await page
    .getByRole('alert')
    .getByText(/[Oo]nly .*owner.* can confirm/)
    .waitFor()
  await service.sql`delete from terms where id = ${id}`
  await page.getByRole('button', { name: 'I agree' }).click()
  await page.getByRole('alert').getByText(termNotFound().message).waitFor()
})

plain('a deactivated owner is marked', async (service) => {
  const ada = await service.person('viewer', 'ada@example.com')
  const { id } = await service.term(ada)
  await service.sql`update users set is_active = false where id = ${ada.id}`
  const page = await service.open(`/terms/${id}`, { as: await service.person() })
  await page.getByText('ada@example.com (deactivated)').waitFor()
})

plain('the page of a missing term offers a search', async (service) => {
  const as = await service.person()
  await service.term(as, { name: 'SLA' })
  for (const id of ['00000000-0000-4000-8000-000000000000', 'sla', 'new/x']) {
    const page = await service.open(`/terms/${id}`, { as, status: 404 })
    await page.getByRole('searchbox', { name: 'What does it mean?' }).fill('sla')
    await page.getByRole('searchbox', { name: 'What does it mean?' }).press('Enter')
    await page.getByRole('heading', { name: 'SLA' }).waitFor()
  }
})

plain('only some of many other meanings are shown, with a link to all of them', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'SLA' })
  await service.sql`insert into terms (name, full_name, definition, status, source)
  select 'SLA', 'Meaning ' || n, 'One of many.', 'pending', 'import' from generate_series(1, 30) n`
  const page = await service.open(`/terms/${id}`, { as })
  assert.is(await page.locator('.meanings li').count(), 8)
  const all = page.getByRole('link', { name: 'See all 31 meanings' })
  assert.is(await all.getAttribute('href'), '/browse?name=SLA')
})

test('on a narrow screen the other meanings follow the definition', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: 'SLA' })
  await service.term(as, { name: 'SLA', full_name: 'Shipping Label Archive' })
  const page = await service.open(`/terms/${id}`, { as, width: 390 })
  const topOf = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0
  const tops = await Promise.all(
    ['.term-actions', '.definition', '.term-standing', '.meanings li', '.recent-history'].map(topOf),
  )
  assert.equal(
    tops,
    tops.toSorted((a, b) => a - b),
  )
  assert.ok((tops[3] ?? 0) < 700, `${tops}`)
})

plain('URLs in a definition are links, and its lines keep their shape', async (service) => {
  const as = await service.person()
  const definition = 'Stages:\n- build\n  - lint\n- test\n\nSee https://example.com/ci?a=1&b=2.'
  const { id } = await service.term(as, { definition })
  const page = await service.open(`/terms/${id}`, { as })
  assert.is(await page.locator('.definition').innerText(), definition)
  const link = page.getByRole('link', { name: 'https://example.com/ci?a=1&b=2' })
  assert.is(await link.getAttribute('href'), 'https://example.com/ci?a=1&b=2')
  assert.is(await link.getAttribute('rel'), 'noopener nofollow')
})

for (const { variant, visit } of variants) {
  test(`deleting a suggestion returns to the list it was opened from: ${variant}`, async (service) => {
    const as = await service.person('editor')
    await service.sql`insert into terms (name, definition, status, source)
      select 'suggestion ' || n, 'One of many.', 'suggested', 'discovery' from generate_series(10, 39) n`
    const list = '/browse?status=suggested&offset=25'
    const page = await service.open(list, { as, ...visit })
    await page.getByRole('link', { name: 'suggestion 37' }).click()
    if (!visit.isPlain) {
      // Replacing the part of the page must not forget the list.
      await page.locator('.term-standing summary').first().click()
      await page.getByRole('button', { name: 'Take ownership' }).click()
      await noticeOf(page, 'claimed').waitFor()
    }
    await page.locator('.more-actions summary').click()
    await page.getByRole('link', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await noticeOf(page, 'deleted').waitFor()
    assert.is(pathOf(page), !visit.isPlain ? list : `${list}&done=deleted`)
    await page.getByRole('link', { name: 'suggestion 38' }).waitFor()
    assert.is(await page.getByRole('link', { name: 'suggestion 37' }).count(), 0)
  })
}

plain('a deletion redirects to this site only', async (service) => {
  const as = await service.person('editor')
  for (const [returnTo, location] of [
    ['https://evil.example/', '/?done=deleted'],
    ['//evil.example/', '/?done=deleted'],
    ['/?status=suggested', '/?status=suggested&done=deleted'],
  ] as const) {
    const { id, version } = await service.term(as)
    const fields = { version: String(version), return_to: returnTo }
    const { status, headers } = await post(service, as, `/terms/${id}/delete`, fields)
    assert.equal([status, headers.get('location')], [303, location])
  }
})

plain('votes for an earlier text are told from those for the current one', async (service) => {
  const editor = await service.person('editor')
  const { id } = await service.term(await service.person())
  await setStatus(service, id, 'official', 12)
  await service.request('POST', `/api/v1/terms/${id}/vote`, { as: editor })
  const votes = async (as: Person) => {
    const page = await service.open(`/terms/${id}`, { as })
    return page.locator('.votes').evaluate((each) => each.textContent)
  }
  assert.is(await votes(editor), '13 votes, including yours')
  const edit = async (change: object) => {
    const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as: editor })
    await service.request('PUT', `/api/v1/terms/${id}`, { as: editor, body: { version: body.version, ...change } })
  }
  await edit({ category: 'Sales' })
  assert.is(await votes(editor), '13 votes, including yours')
  await edit({ definition: 'Something else.' })
  assert.is(await votes(editor), '13 votes, including yours, 12 of them for an earlier text')
  const bo = await service.person()
  assert.is(await votes(bo), '13 votes, 12 of them for an earlier text')
  await service.request('POST', `/api/v1/terms/${id}/vote`, { as: bo })
  assert.is(await votes(bo), '14 votes, including yours, 12 of them for an earlier text')
})

test.run()
