import * as assert from 'uvu/assert'
import { browserVariants, findViolations, hasHorizontalScroll, pages, variants } from './support/browser.ts'
import { noticeOf } from './support/flash-messages.ts'
import { type FlowPage, hasScripts, isInBrowser } from './support/flow-page.ts'
import { sendForm } from './support/forms.ts'
import type { Person, TestService } from './support/test-service.ts'

// One editor for all that a term has: its text, its links and its relations are stored together, or nothing is.
const test = pages('editor')
const { plain } = test

const stored = async (service: TestService, as: Person, id: string) => {
  const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as })
  const relations = body.relations.map(
    ({ kind, term }: { kind: string; term: { name: string } }) => `${kind} ${term.name}`,
  )
  return { definition: body.definition, links: body.links, relations, version: body.version }
}
const save = (page: FlowPage) => page.getByRole('button', { name: 'Save' }).click()

for (const { variant, visit } of browserVariants) {
  test(`a link is two fields, to which https:// is added, and a related term is chosen (${variant})`, async (service) => {
    const as = await service.person()
    const { id } = await service.term(as, { name: 'peak', definition: 'Busy weeks.' })
    await service.term(as, { name: 'Crate Day', definition: 'Every second Thursday.' })
    const page = await service.open(`/terms/${id}/edit`, { ...visit, as })
    await page.getByLabel('Address of link 1').fill('handbook.example.com/peak')
    await page.getByLabel('Name of link 1').fill('Handbook: peak')
    const related = page.getByRole('combobox', { name: 'Name of related term 1' })
    if (isInBrowser(page)) {
      await related.focus()
      await page.keyboard.type('cr')
      await page.getByRole('option', { name: /Crate Day.*Every second Thursday/ }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      assert.equal((await stored(service, as, id)).relations, [], 'nothing is stored before Save')
      await page.keyboard.press('Control+Enter')
    } else {
      await related.fill('crate day')
      await save(page)
    }
    await noticeOf(page, 'edited').waitFor()
    const { links, relations, version } = await stored(service, as, id)
    assert.equal(links, [{ url: 'https://handbook.example.com/peak', label: 'Handbook: peak' }])
    assert.equal([relations, version], [['differs_from Crate Day'], 2])
  })
}

for (const { variant, visit } of variants) {
  test(`every fault is said at its row and above, and nothing is stored: ${variant}`, async (service) => {
    const as = await service.person()
    const { id } = await service.term(as, { name: 'Ledger', definition: 'Our books.' })
    await service.term(as, { name: 'GLA', full_name: 'Ground Loading Area' })
    const account = await service.term(as, { name: 'GLA', full_name: 'General Ledger Account' })
    const page = await service.open(`/terms/${id}/edit`, { ...visit, as, refusals: [422] })
    await page.getByLabel('Definition').fill('Other books.')
    await page.getByLabel('Address of link 1').fill('ftp://files.example.com/a')
    await save(page)
    const said = 'Link 1: start the address with https://'
    await page.getByRole('alert').getByText(said).waitFor()
    assert.is(await page.locator('#links .fault').innerText(), said)
    assert.is(await page.getByLabel('Address of link 1').getAttribute('aria-invalid'), 'true')
    if (hasScripts(page)) {
      await page.getByRole('button', { name: 'Remove link 1' }).click()
      assert.is(await page.locator('#links .fault').count(), 0, 'what was removed has no fault')
      await page.getByRole('button', { name: 'Add a link' }).click()
    }
    await page.locator('[name=link_url]:visible').first().fill('files.example.com/a')
    await page.getByRole('combobox', { name: 'Name of related term 1' }).fill('gla')
    await save(page)
    await page.getByRole('alert').getByText('Related term 1: choose which “gla” you mean').waitFor()
    assert.equal((await stored(service, as, id)).version, 1)
    await page.getByLabel('The term that you mean').selectOption(account.id)
    await save(page)
    await noticeOf(page, 'edited').waitFor()
    const { definition, links, relations } = await stored(service, as, id)
    assert.equal(
      [definition, links[0].url, relations],
      ['Other books.', 'https://files.example.com/a', ['differs_from GLA']],
    )
  })
}

plain('a refused relation leaves the text as it was, and is an error at its row', async (service) => {
  const as = await service.person()
  const part = await service.term(as, { name: 'Wheel', definition: 'A part.' })
  const { id } = await service.term(as, { name: 'Cart', definition: 'The whole.' })
  await service.request('PUT', `/api/v1/terms/${part.id}/relations/broader/${id}`, { as })
  const page = await service.open(`/terms/${id}/edit`, { as, refusals: [422] })
  await page.getByLabel('Definition').fill('Changed.')
  await page.getByLabel('How related term 1 is related').selectOption('broader')
  await page.getByRole('combobox', { name: 'Name of related term 1' }).fill('Wheel')
  await save(page)
  assert.match(await page.locator('#relations .fault').innerText(), /^Related term 1: .*circle/i)
  assert.is(await page.getByLabel('Definition').inputValue(), 'Changed.')
  assert.equal(await stored(service, as, id), {
    definition: 'The whole.',
    links: [],
    relations: ['narrower Wheel'],
    version: 1,
  })
})

plain('what is emptied ends, and what others have added meanwhile stays', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'Cart', links: [{ url: 'https://a.example/', label: null }] })
  const others = await Promise.all(['Barrow', 'Trolley'].map((name) => service.term(as, { name })))
  const put = (other: string) => service.request('PUT', `/api/v1/terms/${id}/relations/differs_from/${other}`, { as })
  await put(others[0]?.id ?? '')
  const page = await service.open(`/terms/${id}/edit`, { as })
  await put(others[1]?.id ?? '')
  await page.getByLabel('Address of link 1').fill('')
  await page.getByRole('combobox', { name: 'Name of related term 1' }).fill('')
  await save(page)
  const { links, relations } = await stored(service, as, id)
  assert.equal([links, relations], [[], ['differs_from Trolley']])
})

plain('a form of an earlier version keeps links and relations as they are', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'Cart' })
  const other = await service.term(as, { name: 'Barrow' })
  await service.request('PUT', `/api/v1/terms/${id}/relations/broader/${other.id}`, { as })
  const fields = { name: 'Cart', definition: 'New.', version: '1', links: 'Wiki <https://wiki.example.com/cart>' }
  const { headers } = await sendForm(service, as, `/terms/${id}/edit`, fields)
  assert.is(headers.get('location'), `/terms/${id}?done=edited`)
  const { links, relations } = await stored(service, as, id)
  assert.equal([links, relations], [[{ url: 'https://wiki.example.com/cart', label: 'Wiki' }], ['broader Barrow']])
})

plain('whatever is sent in rows is refused with a reason', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'Cart' })
  const text = { name: 'Cart', definition: 'New.', version: '1' }
  const sent: Record<string, string>[] = [
    { q: 'a\u0000b', relation_kind: 'broader' },
    { q: 'Wagon', relation_kind: 'other' },
    { q: 'Wagon', chosen_as: 'Wagon', relation_kind: 'broader', other_id: 'x' },
    { q: 'Wagon', chosen_as: 'Wagon', relation_kind: 'broader', other_id: '00000000-0000-4000-8000-000000000000' },
    { q: 'x'.repeat(5000), relation_kind: 'broader' },
    { shown_relation: 'x' },
    { link_url: 'a b' },
    { link_url: '', link_label: 'Wiki' },
    { link_url: 'me:secret@example.com' },
    { link_url: 'a.example', link_label: 'x'.repeat(81) },
  ]
  for (const fields of sent) {
    const answer = await sendForm(service, as, `/terms/${id}/edit`, { ...text, ...fields })
    assert.is(answer.status, 422, JSON.stringify(fields).slice(0, 100))
    const added = await sendForm(service, as, '/terms', { name: 'Wain', definition: 'Old.', ...fields })
    assert.is(added.status, 'shown_relation' in fields ? 303 : 422, JSON.stringify(fields).slice(0, 100))
  }
  assert.is((await stored(service, as, id)).version, 1)
})

plain('whoever can only propose a change sees relations as text', async (service) => {
  const [owner, viewer] = [await service.person('editor'), await service.person()]
  const { id } = await service.term(owner, { name: 'Cart' })
  const other = await service.term(owner, { name: 'Barrow' })
  await service.request('PUT', `/api/v1/terms/${id}/relations/broader/${other.id}`, { as: owner })
  await service.sql`update terms set status = 'official'`
  const page = await service.open(`/terms/${id}/edit`, { as: viewer })
  assert.is(await page.locator('.combobox').count(), 0)
  assert.match(await page.locator('main').innerText(), /Part of\s+Barrow/)
})

plain('a term is added with its links and related terms, or not at all', async (service) => {
  const as = await service.person()
  await service.term(as, { name: 'Barrow' })
  const page = await service.open('/terms/new?name=Cart', { as, refusals: [422] })
  assert.ok(await page.getByLabel('Definition').evaluate((field) => field.matches('[autofocus]')))
  await page.getByLabel('Definition').fill('Two wheels.')
  await page.getByText('Where it comes from, and related terms').click()
  await page.getByLabel('Address of link 1').fill('the handbook')
  await page.getByRole('button', { name: 'Add term' }).click()
  const noAddress = 'Link 1: an address has no spaces, and no user name or password'
  assert.is(await page.locator('#links .fault').innerText(), noAddress)
  await page.getByLabel('Address of link 1').fill('wiki.example.com/cart')
  await page.getByRole('combobox', { name: 'Name of related term 1' }).fill('Wagon')
  await page.getByRole('button', { name: 'Add term' }).click()
  assert.match(await page.locator('#relations .fault').innerText(), 'no other term is called “Wagon”')
  assert.equal([...(await service.sql`select from terms where name = 'Cart'`)], [])
  await page.getByRole('combobox', { name: 'Name of related term 1' }).fill('barrow')
  await page.getByRole('button', { name: 'Add term' }).click()
  await noticeOf(page, 'created').waitFor()
  const [cart] = await service.sql<{ id: string }[]>`select id from terms where name = 'Cart'`
  const { links, relations } = await stored(service, as, cart?.id ?? '')
  assert.equal([links[0].url, relations], ['https://wiki.example.com/cart', ['differs_from Barrow']])
})

test('rows are added and removed by buttons, are accessible, and fit in 320 pixels', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { links: ['https://a.example/', 'https://b.example/'] as never })
  const page = await service.open(`/terms/${id}/edit`, { as })
  const rows = page.locator('#links .form-row:visible')
  assert.is(await rows.count(), 3)
  await page.getByRole('button', { name: 'Add a link' }).click()
  assert.is(await rows.count(), 4)
  await page.getByRole('button', { name: 'Remove link 1' }).click()
  assert.is(await rows.count(), 3)
  assert.equal(await findViolations(page), [])
  await page.setViewportSize({ width: 320, height: 800 })
  assert.equal(await hasHorizontalScroll(page), false)
  await page.getByRole('button', { name: 'Save' }).click()
  await noticeOf(page, 'edited').waitFor()
  const { links } = await stored(service, as, id)
  assert.equal(
    links.map(({ url }: { url: string }) => url),
    ['https://b.example/'],
  )
})

test.run()
