import * as assert from 'uvu/assert'
import { browserVariants, pages, pathOf, variants, widths } from './support/browser.ts'
import { noticeOf } from './support/flash-messages.ts'
import { type FlowPage, hasScripts, isInBrowser } from './support/flow-page.ts'
import { sendForm } from './support/forms.ts'
import { setStatus } from './support/terms.ts'
import type { TestService } from './support/test-service.ts'
import { findFlaws } from './support/usability.ts'

// A report leads to a better text (contract, section 16), in the inbox, in the queue and on the page of the term.
const test = pages('correcting what was reported')
const { scripted } = test

async function reported(service: TestService) {
  const [owner, ada, editor] = [
    await service.person('viewer', 'olga@example.com'),
    await service.person('viewer', 'ada@example.com'),
    await service.person('editor', 'eve@example.com'),
  ]
  const { id } = await service.term(owner, { name: 'SLA', definition: 'What we promise: 99.9 %.' })
  await setStatus(service, id, 'official', 12)
  const body = { reason: 'It is 99.5 % now.' }
  await service.request('POST', `/api/v1/terms/${id}/dispute`, { as: ada, body })
  return { owner, ada, editor, id }
}

const text = (page: FlowPage) => page.getByLabel('Correct it now')

const termOf = async ({ sql }: TestService) => {
  const [term] = await sql`select definition, open_disputes, needs_correction from terms`
  return { ...term }
}

const better = 'What we promise: 99.5 %.'
const corrected = { definition: better, open_disputes: 0, needs_correction: false }

for (const { variant, visit } of variants) {
  test(`an owner mends a reported text in the inbox, and the reporter is thanked: ${variant}`, async (service) => {
    const { owner, ada, id } = await reported(service)
    const page = await service.open('/inbox', { as: owner, ...visit })
    await page.getByText('It is 99.5 % now.').waitFor()
    assert.is(await page.getByText('The report was wrong').count(), 0)
    await text(page).fill(better)
    await page.getByRole('button', { name: 'Save and thank' }).click()
    await noticeOf(page, 'corrected').waitFor()
    assert.match(page.url(), /\/inbox/)
    assert.equal(await termOf(service), corrected)
    await page.goto(`/terms/${id}`)
    await page.locator('.recent-history > summary', { hasText: 'agreed with the report' }).waitFor()
    const told = await service.open('/inbox', { as: ada, ...visit })
    await told.getByRole('heading', { name: 'Thank you: olga@example.com agreed' }).waitFor()
    assert.match(await told.locator('.record .diff').first().innerText(), /99\.5 %/)
    const settled = await service.open('/inbox', { as: owner, ...visit })
    await settled.locator('.record', { hasText: 'You corrected it' }).waitFor()
  })
}

for (const { variant, visit } of browserVariants) {
  test(`on the term, an editor says why a report was wrong: ${variant}`, async (service) => {
    const { ada, editor, id } = await reported(service)
    const page = await service.open(`/terms/${id}`, { as: editor, ...visit })
    const shown = page.locator('.definition')
    assert.is(await shown.isVisible(), true)
    await page.locator('summary', { hasText: 'Correct it' }).click()
    // The form shows the text in its place; paper has no form.
    if (isInBrowser(page)) {
      assert.is(await shown.isVisible(), false)
      await page.emulateMedia({ media: 'print' })
      assert.is(await shown.isVisible(), true)
      await page.emulateMedia({ media: null })
    }
    await page.locator('summary', { hasText: 'The report was wrong' }).click()
    await page.getByLabel('Why it was wrong').fill('That is another contract.')
    await page.getByRole('button', { name: 'Decline the report' }).click()
    await noticeOf(page, 'dismissed').waitFor()
    assert.is(await shown.isVisible(), true)
    await page.locator('.recent-history > summary').click()
    const entry = page.locator('.history li', { hasText: 'the report was wrong' }).first()
    await entry.getByText('That is another contract.').waitFor()
    const told = await service.open('/inbox', { as: ada, ...visit })
    await told.getByText('That is another contract.').waitFor()

    const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as: editor })
    const other = { version: body.version, definition: 'Another text.' }
    await service.request('PUT', `/api/v1/terms/${id}`, { as: editor, body: other })
    const late = { answer: 'correct', version: '1', definition: better }
    const refused = await sendForm(service, editor, `/terms/${id}/answer`, late)
    assert.is(refused.status, 409)
    assert.match(refused.text, `Your text was not saved: <q dir="auto">${better}</q>`)
  })
}

for (const { variant, visit } of variants) {
  test(`without a correction, the term stays known to be wrong, and nobody is offered to approve it: ${variant}`, async (service) => {
    const { editor, id } = await reported(service)
    const page = await service.open(`/terms/${id}`, { as: editor, refusals: [422], ...visit })
    await page.locator('summary', { hasText: 'Correct it' }).click()
    await page.getByRole('button', { name: 'Save and thank' }).click()
    await page.getByText('You have not changed the text yet.').waitFor()
    await page.getByRole('button', { name: 'The report is right, I will correct it later' }).click()
    await page.getByText('Known to be wrong: It is 99.5 % now.').waitFor()
    assert.is(await page.getByText('Approve as community').count(), 0)
    assert.is(await page.getByRole('button', { name: 'I agree' }).count(), 0)
    await page.locator('summary', { hasText: 'Correct it' }).click()
    if (hasScripts(page)) {
      await page.locator('.more-actions summary').click()
      const copy = page.getByRole('button', { name: 'Copy answer' })
      const warning = 'Known to be wrong: It is 99.5 % now.'
      assert.is(await copy.getAttribute('data-warning'), warning)
    }
    await text(page).fill(better)
    await page.getByRole('button', { name: 'Save and thank' }).click()
    await noticeOf(page, 'corrected').waitFor()
    assert.equal(await termOf(service), corrected)
    assert.is(await page.getByText('Known to be wrong').count(), 0)
  })

  test(`whoever reported a problem is asked what they mean: ${variant}`, async (service) => {
    const { ada, editor } = await reported(service)
    const page = await service.open('/review', { as: editor, ...visit })
    await page.locator('summary', { hasText: 'Ask' }).click()
    await page.getByLabel('Your question').fill('Since when?')
    await page.getByRole('button', { name: 'Send the question' }).click()
    await page.getByText('Your question is on its way.').first().waitFor()
    const told = await service.open('/inbox', { as: ada, ...visit })
    await told.getByRole('heading', { name: /asks you about the problem .* SLA/ }).waitFor()
    await told.getByText('Since when?').waitFor()
    assert.is((await termOf(service)).open_disputes, 1)
  })

  test(`whoever is asked answers on the page of the term, and whoever asked is told: ${variant}`, async (service) => {
    const { ada, editor, id } = await reported(service)
    const ask = { answer: 'ask', note: 'Since when?' }
    assert.is((await sendForm(service, editor, `/terms/${id}/answer`, ask)).status, 303)
    const page = await service.open(`/terms/${id}`, { as: ada, ...visit })
    await page.getByText('Since when?').waitFor()
    await page.getByLabel('Your answer').fill('Since May.')
    await page.getByRole('button', { name: 'Send answer' }).click()
    await noticeOf(page, 'replied').waitFor()
    await page.locator('.dispute blockquote', { hasText: 'Since May.' }).waitFor()
    assert.is(await page.getByLabel('Your answer').count(), 0, 'it is asked once')
    const told = await service.open('/inbox', { as: editor, ...visit })
    await told.getByRole('heading', { name: 'ada@example.com answered your question about SLA' }).waitFor()
    await told.locator('.record > div > blockquote', { hasText: 'Since May.' }).waitFor()
    await text(told).fill(better)
    await told.getByRole('button', { name: 'Save and thank' }).click()
    await noticeOf(told, 'corrected').waitFor()
  })

  test(`whoever is asked answers in the inbox, also about what is known to be wrong: ${variant}`, async (service) => {
    const { ada, editor, id } = await reported(service)
    await sendForm(service, editor, `/terms/${id}/answer`, { answer: 'uphold' })
    await sendForm(service, editor, `/terms/${id}/answer`, { answer: 'ask', note: 'Since when?' })
    const page = await service.open('/inbox?unread=true', { as: ada, ...visit })
    await page.getByLabel('Your answer').fill('Since May.')
    await page.getByRole('button', { name: 'Send answer' }).click()
    await noticeOf(page, 'replied').waitFor()
    assert.match(pathOf(page), /^\/inbox\?unread=true/)
    assert.is(await page.getByText('Since when?').count(), 0, 'the question is read')
    const { body } = await service.request('GET', `/api/v1/terms/${id}/disputes`, { as: editor })
    assert.equal(body.length, 1, 'no other report is opened')
    const reasons = body[0].reasons.map(({ text }: { text: string }) => text)
    assert.equal(reasons, ['It is 99.5 % now.', 'Since May.'])
  })

  test(`a correction in the queue can be undone: ${variant}`, async (service) => {
    const { editor } = await reported(service)
    const before = await termOf(service)
    const page = await service.open('/review', { as: editor, ...visit })
    await text(page).fill(better)
    await page.getByRole('button', { name: 'Save and thank' }).click()
    await page
      .getByText(/Corrected SLA\.|1 decided: 1 corrected\./)
      .first()
      .waitFor()
    assert.equal(await termOf(service), corrected)
    await page.getByRole('button', { name: /^Undo/ }).first().click()
    await text(page).waitFor()
    assert.equal(await termOf(service), before)
    if (hasScripts(page)) assert.is(await page.locator('#kind-disputed .count').innerText(), '1')
  })
}

test('nobody answers what is settled, what others were asked, or nothing', async (service) => {
  const { owner, ada, editor, id } = await reported(service)
  const reply = (as: typeof ada, text = 'Since May.') => sendForm(service, as, `/terms/${id}/reply`, { reply: text })
  assert.is((await reply(ada)).status, 409, 'nothing was asked')
  await sendForm(service, editor, `/terms/${id}/answer`, { answer: 'ask', note: 'Since when?' })
  assert.is((await reply(owner)).status, 409, 'somebody else was asked')
  assert.is((await reply(ada, ' ')).status, 422)
  await sendForm(service, editor, `/terms/${id}/answer`, { answer: 'dismiss', note: 'It is right.' })
  const late = await reply(ada)
  assert.is(late.status, 409)
  assert.match(late.text, 'the report is settled')
  const [{ count = 0 } = {}] = await service.sql`select count(*)::integer as count from dispute_reasons`
  assert.is(count, 1)
  const page = await service.open('/inbox', { as: ada, isPlain: true })
  assert.is(await page.getByLabel('Your answer').count(), 0)
})

scripted('the correction of what is known to be wrong can be undone, too', async (service) => {
  const { editor, id } = await reported(service)
  const page = await service.open('/review', { as: editor })
  await page.keyboard.press('p')
  await page.locator('.said', { hasText: 'Report accepted: SLA.' }).waitFor()
  await text(page).fill(better)
  await page.keyboard.press('Control+Enter')
  await page
    .getByText('All caught up')
    .or(page.getByText(/decided: .*1 corrected/))
    .waitFor()
  assert.equal(await termOf(service), corrected)
  await page.getByRole('button', { name: 'Undo last' }).click()
  await page.getByText('Known to be wrong').first().waitFor()
  const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as: editor })
  assert.equal(body.needs_correction.reasons.length, 1)
  const { body: items } = await service.request('GET', '/api/v1/review', { as: editor })
  assert.equal(
    items.map(({ kind }: { kind: string }) => kind),
    ['disputed'],
  )
})

test('the box can be used with any width, theme and screen reader', async (service) => {
  const { owner, editor, id } = await reported(service)
  assert.equal(await findFlaws(service, editor, [`/terms/${id}`, '/review']), [])
  assert.equal(await findFlaws(service, owner, ['/inbox']), [])
  const page = await service.open('/inbox', { as: owner, width: widths.narrow })
  await text(page).waitFor()
})

test.run()
