import { JSDOM } from 'jsdom'
import * as assert from 'uvu/assert'
import { pages, variants } from './support/browser.ts'
import { setStatus } from './support/terms.ts'
import { type Person, type TestService, threeLanguages } from './support/test-service.ts'
import { findFlaws } from './support/usability.ts'

const test = pages('pages in several languages', threeLanguages)

/** Adds SLA, which is translated into German, and SLO, which is not. */
async function addTerms(service: TestService, as: Person) {
  const { id } = await service.term(as, { name: 'SLA', full_name: 'Service Level Agreement', definition: 'A promise.' })
  await service.term(as, { name: 'SLO', definition: 'An objective.' })
  const draft = { name: 'Dienstgütevereinbarung', definition: 'Eine Zusage über die SLO.', version: 1 }
  await service.request('PUT', `/api/v1/terms/${id}/translations/de`, { as, body: draft })
  return id
}

const get = ({ request }: TestService, as: Person, path: string, language?: string) =>
  request('GET', path, {
    headers: { cookie: `user_id=${as.session}`, ...(language && { 'accept-language': language }) },
  })

/** The texts that a page says in a language. */
const textsIn = (html: string, language: string) =>
  [...new JSDOM(html).window.document.querySelectorAll(`body [lang="${language}"]`)].map(
    ({ textContent }) => textContent?.trim() ?? '',
  )

test.plain('a reader whose browser says German reads the translation, and that it is one', async (service) => {
  const as = await service.person()
  const id = await addTerms(service, as)
  await service.ctx.names.read()
  for (const path of [`/terms/${id}`, '/t/sla', '/?q=sla', '/browse', '/?q=vereinbarung']) {
    const { text, headers } = await get(service, as, path, 'de-AT,en;q=0.5')
    assert.match(text, 'German translation.', path)
    assert.ok(textsIn(text, 'de').includes('Dienstgütevereinbarung'), path)
    assert.ok(textsIn(text, 'de').includes('Eine Zusage über die SLO.'), path)
    assert.match(text, /<small class="other-language" lang="(en" dir="auto">SLA|de" dir="auto">Dienst)/, path)
    assert.match(headers.get('vary') ?? '', /Accept-Language/)
    const other = await get(service, as, path, 'fr, en;q=0.5')
    assert.not.match(other.text, /translation\.|lang="de"(?! aria)/, `${path} in French is the original`)
    assert.match(other.text, 'A promise.')
  }
  const { text } = await get(service, as, `/terms/${id}`, 'de')
  assert.match(text, /<a class="name-link" href="\/t\/SLO">SLO<\/a>/, 'names in the translation lead to their meanings')
  assert.match(text, /<summary>Original text<\/summary><p lang="en"[^>]*><b>Service Level Agreement: <\/b>A promise\./)
  const untranslated = await get(service, as, '/t/slo', 'de')
  assert.match(untranslated.text, 'An objective.')
  assert.not.match(untranslated.text, 'translation.')
})

test.plain('what is new, and the word of the day, are in the language of the reader', async (service) => {
  const [author, as] = [await service.person(), await service.person()]
  const id = await addTerms(service, author)
  for (const path of ['/', '/news']) {
    const { text } = await get(service, as, path, 'de')
    assert.ok(textsIn(text, 'de').includes('Eine Zusage über die SLO.'), path)
    assert.match(text, 'German translation.', path)
    assert.not.match((await get(service, as, path, 'en')).text, 'German translation.', path)
  }
  await setStatus(service, id, 'official', 12)
  const { text } = await get(service, as, '/', 'de')
  const word = new JSDOM(text).window.document.querySelector('.word-of-the-day')
  assert.equal(
    [word?.querySelector('h3')?.textContent, word?.querySelector('[lang="de"]:not(span)')?.textContent],
    ['Dienstgütevereinbarung SLA', 'Eine Zusage über die SLO.'],
  )
})

const definitionIn = (html: string) => new JSDOM(html).window.document.querySelector('.term > .definition')?.textContent

const readIn = (service: TestService, as: Person, language: string | null) =>
  service.request('PATCH', '/api/v1/me', { as, body: { language } })

test.plain('a text that is explained has the meanings in the language of the reader', async (service) => {
  const as = await service.person()
  await addTerms(service, as)
  await readIn(service, as, 'de')
  const page = await service.open('/explain', { as })
  await page.getByLabel('Text', { exact: true }).fill('Unsere SLA und das SLO.')
  await page.getByRole('button', { name: 'Explain' }).click()
  const text = await page.locator('#result').innerText()
  for (const said of ['Eine Zusage über die SLO.', 'German translation.', 'An objective.']) assert.match(text, said)
})

test.plain('the footer chooses the language, and gives the choice back to the browser', async (service) => {
  const as = await service.person()
  const id = await addTerms(service, as)
  const page = await service.open(`/terms/${id}`, { as })
  const shown = async () => [
    await page.locator('.languages [aria-pressed="true"]').innerText(),
    await page.locator('.term > .definition').innerText(),
  ]
  const choose = (name: string) => page.locator('.languages').getByRole('button', { name }).click()
  const chosen = async () => (await service.request('GET', '/api/v1/me', { as })).body.language
  assert.equal(await shown(), ['English', 'A promise.'])
  await choose('Deutsch')
  assert.is(new URL(page.url()).pathname, `/terms/${id}`)
  assert.equal([await shown(), await chosen()], [['Deutsch', 'Eine Zusage über die SLO.'], 'de'])
  await choose('français')
  assert.equal([await shown(), await chosen()], [['français', 'A promise.'], 'fr'])
  const inGerman = async () => definitionIn((await get(service, as, `/terms/${id}`, 'de')).text)
  assert.is(await inGerman(), 'A promise.', 'what the person has chosen comes before the browser')
  await choose('As my browser')
  assert.equal([await shown(), await chosen()], [['English', 'A promise.'], null])
  assert.is(await page.getByText('As my browser').count(), 0)
  assert.is(await inGerman(), 'Eine Zusage über die SLO.')
})

for (const { variant, visit } of variants) {
  test(`a term is translated, brought up to date and confirmed on its tab, ${variant}`, async (service) => {
    const as = await service.person()
    const { id } = await service.term(as, { name: 'SLA', definition: 'A promise to customers.' })
    const page = await service.open(`/terms/${id}`, { as, ...visit })
    const tabs = async () => (await page.locator('.language-tabs').innerText()).replace(/\s+/g, ' ').trim()
    const list = async () => (await service.request('GET', `/api/v1/terms/${id}/translations`, { as })).body
    await page.locator('.term-actions').getByText('Edit').click()
    await page.getByText('French').waitFor()
    assert.is(await tabs(), 'English German not yet French not yet')
    await page.locator('.language-tabs').getByText('German').click()
    await page.getByRole('heading', { name: 'German translation of SLA' }).waitFor()
    assert.match(await page.locator('.preview').innerText(), 'A promise to customers.')
    await page.getByLabel('Name', { exact: true }).fill('Dienstgütevereinbarung')
    await page.getByLabel('Definition').fill('Eine Zusage an Kunden.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Translation saved.').first().waitFor()
    assert.equal(
      (await list()).map(({ language, version }: { language: string; version: number }) => [language, version]),
      [['de', 1]],
    )

    await readIn(service, as, 'de')
    const edit = { version: 2, definition: 'A firm promise to customers.' }
    await service.request('PUT', `/api/v1/terms/${id}`, { as, body: edit })
    await page.goto(`/terms/${id}`)
    const note = () => page.locator('.translation-note').innerText()
    assert.match(await note(), 'The English text has changed since.')
    await page.getByText('Bring it up to date').click()
    await page.getByText('What has changed since').waitFor()
    assert.match(await tabs(), 'German out of date')
    assert.is((await page.locator('.preview ins').innerText()).trim(), 'firm')
    assert.is(await page.getByLabel('Definition').inputValue(), 'Eine Zusage an Kunden.')
    await page.getByRole('button', { name: 'Still right' }).click()
    await page.getByText('You confirmed that the translation is right').first().waitFor()
    assert.is(await note(), 'German translation.')
    assert.is((await list())[0].is_outdated, false)
    assert.match(await page.locator('.recent-history > summary').innerText(), /confirmed the German translation/)
  })
}

test.plain('a translation is removed after a question, and its text stays in the history', async (service) => {
  const as = await service.person()
  const id = await addTerms(service, as)
  const page = await service.open(`/terms/${id}/translations/de`, { as })
  await page.getByText('Remove…').click()
  await page.getByRole('button', { name: 'Remove the translation' }).click()
  await page.getByText('Translation removed.').first().waitFor()
  assert.equal((await service.request('GET', `/api/v1/terms/${id}/translations`, { as })).body, [])
  await page.locator('.recent-history > summary').click()
  const history = await page.locator('.history').innerText()
  assert.match(history, 'removed the German translation')
  assert.match(history, 'translated the term into German')
  assert.match(history, 'Eine Zusage über die SLO.')
})

test.plain(
  'a translation that somebody else has changed meanwhile is not replaced before both are seen',
  async (service) => {
    const [as, other] = [await service.person(), await service.person()]
    const id = await addTerms(service, as)
    const page = await service.open(`/terms/${id}/translations/de`, { as, refusals: [409] })
    const theirs = { definition: 'Die Zusage der anderen.', version: 2 }
    await service.request('PUT', `/api/v1/terms/${id}/translations/de`, { as: other, body: theirs })
    const definition = async () =>
      (await service.request('GET', `/api/v1/terms/${id}/translations`, { as })).body[0].definition
    await page.getByLabel('Definition').fill('Meine Zusage.')
    await page.getByRole('button', { name: 'Save' }).click()
    const refused = await page.locator('#edit').innerText()
    assert.match(refused, 'Someone else has changed this translation.')
    assert.match(refused, 'der anderen')
    assert.is(await definition(), 'Die Zusage der anderen.')
    assert.is(await page.getByLabel('Definition').inputValue(), 'Meine Zusage.')
    await page.getByRole('button', { name: 'Save' }).click()
    assert.is(await definition(), 'Meine Zusage.')
  },
)

test.plain('a form that is refused keeps what was typed, and says why', async (service) => {
  const as = await service.person()
  const id = await addTerms(service, as)
  const page = await service.open(`/terms/${id}/translations/fr`, { as, refusals: [422] })
  await page.getByLabel('Name', { exact: true }).fill('x'.repeat(121))
  await page.getByLabel('Definition').fill('Une promesse.')
  await page.getByRole('button', { name: 'Save' }).click()
  assert.match(await page.locator('.fault').innerText(), /^Shorten the name to 120 characters \(now 121\)$/)
  assert.is(await page.getByLabel('Definition').inputValue(), 'Une promesse.')
})

test.plain('who may not edit a term has no tabs, and unknown languages no form', async (service) => {
  const [owner, as] = [await service.person(), await service.person()]
  const id = await addTerms(service, owner)
  const status = async (path: string, who: Person) => (await get(service, who, path)).status
  assert.equal(
    [
      await status(`/terms/${id}/translations/it`, owner),
      await status(`/terms/${id}/translations/en`, owner),
      await status(`/terms/${id}/translations/fr`, owner),
    ],
    [404, 404, 200],
  )
  await setStatus(service, id, 'official')
  assert.is(await status(`/terms/${id}/translations/de`, as), 403)
  assert.not.match((await get(service, as, `/terms/${id}/edit`)).text, 'language-tabs')
  assert.match((await get(service, owner, `/terms/${id}/edit`)).text, 'language-tabs')
})

test('the pages of a translation are accessible in light and dark at both widths', async (service) => {
  const as = await service.person('admin')
  const { id } = await service.term(as, { name: 'W'.repeat(60), definition: 'W'.repeat(400) })
  const draft = { name: 'Ö'.repeat(60), full_name: 'Ä'.repeat(120), definition: 'ß'.repeat(400), version: 1 }
  await service.request('PUT', `/api/v1/terms/${id}/translations/de`, { as, body: draft })
  const edit = { version: 2, definition: 'V'.repeat(400) }
  await service.request('PUT', `/api/v1/terms/${id}`, { as, body: edit })
  await readIn(service, as, 'de')
  const paths = [`/terms/${id}/translations/de`, `/terms/${id}/translations/fr`, `/terms/${id}`, '/browse', '/?q=w']
  assert.equal(await findFlaws(service, as, paths), [])
})

test.plain(
  'a vote beside a translation that is out of date is about the original, and the button says so',
  async (service) => {
    const as = await service.person()
    const id = await addTerms(service, as)
    const reader = await service.person()
    await service.ctx.names.read()
    const buttons = async (language: string) =>
      Promise.all(
        [`/terms/${id}`, '/?q=sla'].map(async (path) => {
          const { text } = await get(service, reader, path, language)
          const { document } = new JSDOM(text).window
          const form = document.querySelector(`form[action="/terms/${id}/vote"]`)
          form?.querySelector('.visually-hidden')?.remove()
          return form?.textContent?.trim()
        }),
      )
    assert.equal(await buttons('de'), ['I agree', 'I agree'])
    await service.request('PUT', `/api/v1/terms/${id}`, { as, body: { version: 2, definition: 'A vow.' } })
    assert.equal(await buttons('de'), ['I agree with the English text', 'I agree with the English text'])
    assert.equal(await buttons('en'), ['I agree', 'I agree'])
  },
)
test.run()
