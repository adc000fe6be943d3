import * as assert from 'uvu/assert'
import { browserVariants, type PlainTestService, pages, variants, widths } from './support/browser.ts'
import { cookie } from './support/credentials.ts'
import { type FlowPage, isInBrowser } from './support/flow-page.ts'
import { sendForm } from './support/forms.ts'
import { smallGlossary } from './support/small-glossary.ts'
import type { Person } from './support/test-service.ts'
import { findFlaws, findFlawsOf, hostile, isInterpreted } from './support/usability.ts'

const test = pages('the page that explains a text')
const { plain, scripted } = test

/** SLA with two meanings, SLO, ARR, 24/7, and a term with a discouraged name. */
async function glossaryOf(service: PlainTestService): Promise<Person> {
  const ada = await smallGlossary(service)
  await service.term(ada, { name: 'SLA', full_name: 'Stereolithography Apparatus' })
  const aliases = [{ name: 'blame pot', kind: 'discouraged' }]
  await service.term(ada, { name: 'error budget', definition: 'What may fail.', aliases })
  return ada
}

const explain = async (page: FlowPage, text: string) => {
  await page.getByRole('textbox', { name: 'Text' }).fill(text)
  await page.getByRole('button', { name: 'Explain' }).click()
}
/** Pastes a text, as the browser does after Ctrl+V. */
function pasteInto({ box, text }: { box: string; text: string }) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  document.querySelector(box)?.dispatchEvent(paste)
}
const marks = (page: FlowPage) => page.locator('.marked-text a').allInnerTexts()

for (const { variant, visit } of browserVariants) {
  test(`a text is shown with its names marked and explained: ${variant}`, async (service) => {
    const as = await glossaryOf(service)
    const page = await service.open('/', { as, ...visit })
    await page.getByRole('link', { name: 'Explain' }).click()
    await page.waitForURL('**/explain')
    const text = 'Our SLAs & <i>SLO</i>:\n\nthe Blame Pot of the SLA is QRX. Ask QRX.'
    await explain(page, text)
    const result = page.locator('#result')
    await result.getByRole('heading', { name: '3 terms in this text' }).waitFor()
    assert.is(await page.locator('.marked-text').innerText(), text)
    assert.equal(await marks(page), ['SLAs', 'SLO', 'Blame Pot', 'SLA'])

    const change = page.getByText('Change the text')
    assert.is(await page.getByRole('textbox', { name: 'Text' }).isVisible(), false)
    await change.click()
    assert.is(await page.getByRole('textbox', { name: 'Text' }).inputValue(), text)
    await change.click()

    const mark = page.locator('.marked-text a').last()
    if (isInBrowser(page)) {
      await mark.focus()
      await page.keyboard.press('Enter')
      assert.is(await page.evaluate(() => document.activeElement?.id), 'name-1')
    } else await mark.click()
    await page.waitForURL('**/explain#name-1')
    const sla = result.getByRole('region', { name: 'SLAs' })
    const first = (await sla.getByRole('article').first().innerText()).replace(/\s+/g, ' ')
    assert.match(first, /SLA Service Level Agreement What we promise a customer\. official operations/i)
    await sla.getByText('1 other meaning').click()
    await sla.getByText('Stereolithography Apparatus').waitFor()

    await page.locator('.marked-text a').nth(2).click()
    await result.getByText('Say error budget, not “blame pot”').waitFor()
  })

  test(`an unknown word can be added in another tab: ${variant}`, async (service) => {
    const as = await glossaryOf(service)
    const page = await service.open('/explain', { as, ...visit })
    await explain(page, 'Two QRXs, one QRX and a ZZT in our R&D lab.')
    const links = page.locator('.unknown-words a')
    await links.first().waitFor()
    await page.getByRole('heading', { name: '3 words nobody has explained' }).waitFor()
    const words = await page.locator('.unknown-words bdi').allInnerTexts()
    assert.equal(words, ['QRX', 'ZZT', 'R&D'])
    const [form] = isInBrowser(page)
      ? await Promise.all([page.context().waitForEvent('page'), links.last().click()])
      : [await service.open((await links.last().getAttribute('href')) ?? '', { as, ...visit })]
    assert.is(await form.getByLabel('Name', { exact: true }).inputValue(), 'R&D')
    await form.getByLabel('Definition').fill('Research.')
    await form.getByRole('button', { name: 'Add term' }).click()
    await form.waitForURL(/\/terms\/[\w-]{36}/)
    await page.getByText('Change the text').click()
    await page.getByRole('button', { name: 'Explain' }).click()
    await page.getByRole('heading', { name: '1 term in this text' }).waitFor()
    assert.equal(await marks(page), ['R&D'])
  })
}

for (const { variant, visit } of variants) {
  test(`a text that is too long is kept and can be shortened: ${variant}`, async (service) => {
    const as = await glossaryOf(service)
    const page = await service.open('/explain', { as, ...visit, refusals: [422] })
    const text = `${'語'.repeat(50_000)} SLA`
    await explain(page, text)
    const box = page.getByRole('textbox', { name: 'Text' })
    const alert = page.locator('#result').getByRole('alert')
    await alert.waitFor()
    const sentence = 'Use at most 50,000 characters (now 50,004).'
    assert.is(await alert.innerText(), sentence)
    assert.is(await box.inputValue(), text)
    await explain(page, text.slice(4))
    await page.getByRole('heading', { name: '1 term in this text' }).waitFor()
    assert.equal(await marks(page), ['SLA'])
  })
}

test('a message pasted into the box is explained with Enter, all of it and never in a URL', async (service) => {
  const as = await glossaryOf(service)
  for (const [path, box] of [
    ['/', '#q'],
    ['/inbox', '#quick-q'],
  ] as const) {
    const page = await service.open(path, { as })
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await page.keyboard.press('Control+k')
    await page.evaluate(pasteInto, { box, text: 'Our SLA.\n'.repeat(3000) })
    await page.getByText('That looks like a message. Press Enter').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.marked-text a').nth(2999).waitFor()
    const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')
    assert.equal(await current.allInnerTexts(), ['Explain'])
    assert.equal(
      urls.filter((url) => /SLA/i.test(url)),
      [],
    )
  }
})

test('what was pasted can be removed, and the box searches again', async (service) => {
  const page = await service.open('/', { as: await glossaryOf(service) })
  await page.evaluate(pasteInto, { box: '#q', text: 'Our\nSLA' })
  await page.getByRole('textbox', { name: 'Message' }).fill('')
  await page.getByRole('searchbox', { name: 'What does it mean?' }).waitFor()
  await page.keyboard.type('sla')
  await page.locator('.answer', { hasText: 'Service Level Agreement' }).waitFor()
})

test('more than six words are not searched for, with and without JavaScript', async (service) => {
  const as = await glossaryOf(service)
  for (const javaScriptEnabled of [true, false]) {
    const page = await service.open('/', { as, javaScriptEnabled })
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await page.getByRole('searchbox').first().fill('please tell me all about our SLA')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /in this text/ }).waitFor()
    assert.equal(await marks(page), ['SLA'])
    assert.equal(
      urls.filter((url) => /SLA/i.test(url)),
      [],
    )
  }
})

plain('an address with a sentence offers to explain it', async (service) => {
  const as = await glossaryOf(service)
  const page = await service.open('/?q=please+tell+me+all+about+our+SLA', { as })
  await page.getByRole('button', { name: 'Explain this message' }).click()
  await page.waitForURL('**/explain#result')
  assert.equal(await marks(page), ['SLA'])
})

test('going back from a term leads to the text', async (service) => {
  const as = await glossaryOf(service)
  const page = await service.open('/explain', { as })
  await explain(page, 'Our ARR.')
  await page.locator('.name-card').getByRole('link', { name: 'ARR' }).click()
  await page.waitForURL('**/terms/*')
  await page.goBack()
  await page.waitForURL('**/explain')
  const box = page.getByRole('textbox', { name: 'Text' })
  await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Our ARR.')
  assert.is(await box.inputValue(), 'Our ARR.')
})

scripted('screen readers hear how many terms were found', async (service) => {
  const as = await glossaryOf(service)
  const page = await service.open('/explain', { as })
  const announced = (text: string) => page.locator('#announcement', { hasText: text }).waitFor()
  await explain(page, 'SLA, ARR')
  await announced('2 terms in this text')
  await page.getByText('Change the text').click()
  await explain(page, 'Nothing.')
  await announced('None of these words are in the glossary yet')
})

plain('a blank text is refused, and so is a request of more than 512 KiB', async (service) => {
  const as = await glossaryOf(service)
  const blank = await sendForm(service, as, '/explain', { text: ' \r\n ' })
  assert.is(blank.status, 422)
  assert.match(blank.text, 'Enter a text.')
  const long = await sendForm(service, as, '/explain', { text: '語'.repeat(60_000) })
  assert.is(long.status, 413)
})

plain('a text with many names and meanings has a page of limited size', async (service) => {
  const as = await service.person()
  await service.sql`
    insert into terms (name, full_name, definition, status, source)
    select 'T' || i, 'Meaning ' || j, ${'x'.repeat(4000)}, 'pending', 'user'
    from generate_series(1, 120) as i, generate_series(1, 7) as j`
  const text = Array.from({ length: 120 }, (_, i) => `T${i + 1}`).join(' ')
  const { text: html } = await sendForm(service, as, '/explain', { text })
  assert.is(html.match(/class="name-card"/g)?.length, 100)
  assert.is(html.match(/<article/g)?.length, 600)
  assert.match(html, /<a href="\/t\/T1">See all 7 meanings/)
  assert.match(html, /The first 100 of 120 terms are explained here/)
  assert.match(html, /<a href="\/t\/T120">T120/)
})

const mail = `Hi all,

the SLA moved: from Monday the ops team owns it, and the SLO tickets go
to Ada first. QRX and ZZTQ are not affected.

Before the review we want the ARR in one deck, with the error budget and
the KWJ numbers. We are on call 24/7, since the sla is at risk. NPX
asked for it.

Who can take this?

Thanks,
Marta`

test('a mail pasted on the home page and Enter: its five words on one screen', async (service) => {
  const as = await glossaryOf(service)
  const page = await service.open('/', { as })
  await page.setViewportSize({ width: widths.wide, height: 800 })
  await page.evaluate(pasteInto, { box: '#q', text: mail })
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '5 terms in this text' }).waitFor()
  const seen = ['.marked-text', '.unknown-words', ...[1, 2, 3, 4, 5].map((i) => `#name-${i}`)]
  for (const part of seen) {
    const box = await page.locator(part).boundingBox()
    assert.ok(box && box.y >= 0 && box.y + box.height <= 800, `${part} ${JSON.stringify(box)}`)
  }
  assert.is(await page.evaluate(() => document.documentElement.scrollHeight), 800)
  await page.getByRole('heading', { name: '4 words nobody has explained' }).waitFor()
  assert.is(await page.getByTitle('maybe SLA').innerText(), 'sla')
})

test('on a phone, a mark opens the card of its name as a sheet', async (service) => {
  const as = await glossaryOf(service)
  const page = await service.open('/explain', { as, width: widths.narrow })
  await explain(page, `${mail.replace('ARR', 'plan')}\n\n${'And so on.\n'.repeat(50)} our arr`)
  const card = page.locator('.name-card:target')
  assert.is(await page.locator('.name-card:visible').count(), 0)
  await page.locator('.marked-text a').last().click()
  await card.getByText('maybe ARR').waitFor()
  const box = await card.boundingBox()
  assert.ok(box && box.y > 844 * 0.4 && Math.round(box.y + box.height) === 844)
  await card.getByRole('link', { name: 'Close' }).click()
  await card.waitFor({ state: 'detached' })
})

plain('other sites cannot send texts', async (service) => {
  const as = await glossaryOf(service)
  const { status } = await service.request('POST', '/explain', {
    headers: { ...cookie(as), origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'text=SLA',
  })
  assert.is(status, 403)
})

scripted('texts and definitions are escaped', async (service) => {
  const as = await glossaryOf(service)
  await service.term(as, { name: hostile, definition: hostile })
  const page = await service.open('/explain', { as })
  await explain(page, `${hostile} SLA`)
  await page.locator('.marked-text').waitFor()
  assert.is(await isInterpreted(page), false)
  assert.equal(await marks(page), [hostile, 'SLA'])
})

test('the page and its result are accessible in light and dark at both widths', async (service) => {
  const as = await glossaryOf(service)
  const admin = await service.person('admin')
  assert.equal(await findFlaws(service, admin, ['/explain']), [])
  const page = await service.open('/explain', { as })
  await explain(page, `Our SLA, ARR and QRX.\n${'語SLA '.repeat(50)}${'W'.repeat(300)}`)
  await page.locator('.marked-text a').first().click()
  await page.locator('.name-card:target details').evaluate((all) => all.setAttribute('open', ''))
  assert.equal(await findFlawsOf(page), [])
})

test.run()
