import * as assert from 'uvu/assert'
import type { Term } from '../lib/schemas/term.ts'
import { apiToken, bearer, embedKey, wiki } from './support/credentials.ts'
import { glossary, type Person, type TestService, threeLanguages } from './support/test-service.ts'

const test = glossary('reading translations', threeLanguages)

const german = {
  language: 'de',
  name: 'Dienstgütevereinbarung',
  full_name: null,
  definition: 'Eine Zusage.',
  is_outdated: false,
}

/** Adds SLA, which is translated into German, and SLO, which is not. */
async function addTerms(service: TestService) {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'SLA', definition: 'A promise.' })
  await service.term(as, { name: 'SLO', definition: 'An objective.' })
  const { language, is_outdated: _, ...draft } = german
  const path = `/api/v1/terms/${id}/translations/${language}`
  await service.request('PUT', path, { as, body: { ...draft, version: 1 } })
  return { as, id }
}

/** What each read gives: the translation of SLA and that of SLO; undefined where there is no such field. */
async function readAll(
  { request }: TestService,
  id: string,
  options: { as?: Person; headers?: Record<string, string> },
  lang?: string,
) {
  const query = (path: string) => (lang === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)
  const get = async (path: string) => (await request('GET', query(path), options)).body
  const body = { text: 'An SLA and an SLO.', ...(lang !== undefined && { lang }) }
  const { terms } = (await request('POST', '/api/v1/explain', { ...options, body })).body
  const of = (list: Term[], name: string) => list.find((each) => each.name === name)?.translation
  const lists: Term[][] = [
    (await get('/api/v1/terms')).items,
    (await get('/api/v1/terms?q=sl')).items,
    (await get('/api/v1/lookup?q=SLA+SLO')).terms,
    terms,
  ]
  return [
    [(await get(`/api/v1/terms/${id}`)).translation],
    [(await get(`/api/v1/terms/${id}?version=1`)).translation],
    ...lists.map((list) => [of(list, 'SLA'), of(list, 'SLO')]),
  ]
}

const all = (sla: unknown, slo: unknown) => [[sla], [sla], ...Array(4).fill([sla, slo])]

test('a read in a language has the translation of each term, or null', async (service) => {
  const { as, id } = await addTerms(service)
  assert.equal(await readAll(service, id, { as }), all(undefined, undefined))
  for (const lang of ['de', 'DE', 'de-AT'])
    assert.equal(await readAll(service, id, { as }, lang), all(german, null), lang)
  assert.equal(await readAll(service, id, { as }, 'fr'), all(null, null))
  assert.equal(await readAll(service, id, { as }, 'en'), all(null, null), "the glossary's own")
  const { body } = await service.request('GET', `/api/v1/terms/${id}?lang=de`, { as })
  assert.equal([body.name, body.full_name, body.definition], ['SLA', null, 'A promise.'], 'the original stays')
})

test('a language that the glossary does not have is refused, not replaced', async (service) => {
  const { as, id } = await addTerms(service)
  const body = { text: 'SLA', lang: 'it' }
  for (const { status, body: problem } of [
    ...(await Promise.all(
      [`/api/v1/terms/${id}?`, '/api/v1/terms?', '/api/v1/terms?q=sla&', '/api/v1/lookup?q=sla&'].map((path) =>
        service.request('GET', `${path}lang=it`, { as }),
      ),
    )),
    await service.request('POST', '/api/v1/explain', { as, body }),
  ])
    assert.equal([status, problem.code, problem.detail], [422, 'unknown_language', 'This glossary is in en, de, fr.'])
})

test('without lang, a read is in the language that the person has chosen, whatever the credential', async (service) => {
  const { as, id } = await addTerms(service)
  const { token } = await apiToken(service, as, ['write'])
  const set = (language: unknown) => service.request('PATCH', '/api/v1/me', { as, body: { language } })
  const me = async () => (await service.request('GET', '/api/v1/me', { as })).body
  assert.is((await me()).language, null)
  const { status, body } = await set('DE')
  assert.equal([status, body.language, body.id], [200, 'de', as.id])
  assert.equal(await me(), body)
  assert.equal(await readAll(service, id, { as }), all(german, null))
  assert.equal(await readAll(service, id, { headers: bearer(token) }), all(german, null))
  assert.equal(await readAll(service, id, { as }, 'fr'), all(null, null), 'what is asked for comes first')
  assert.equal(await readAll(service, id, { as: await service.person() }), all(undefined, undefined))
  assert.is((await set('en')).body.language, 'en')
  assert.equal(await readAll(service, id, { as }), all(null, null))
  for (const [language, code] of [
    ['it', 'unknown_language'],
    ['x', 'unknown_language'],
    [7, 'validation_failed'],
    [undefined, 'validation_failed'],
  ])
    assert.equal([(await set(language)).status, (await set(language)).body.code], [422, code])
  assert.is((await set(null)).body.language, null)
  assert.equal(await readAll(service, id, { as }), all(undefined, undefined))
  const data = (await service.request('GET', `/api/v1/users/${as.id}/data`, { as })).body
  assert.is(data.user.language, null)
  const readOnly = await apiToken(service, as, ['read'])
  const refused = await service.request('PATCH', '/api/v1/me', {
    headers: bearer(readOnly.token),
    body: { language: 'de' },
  })
  assert.is(refused.body.code, 'insufficient_scope')
})

test('the tag of a term ends in the language that was chosen, and If-Match compares the version alone', async (service) => {
  const { as, id } = await addTerms(service)
  const path = `/api/v1/terms/${id}`
  const tagOf = async (query: string) => (await service.request('GET', path + query, { as })).headers.get('etag') ?? ''
  const [plain, inGerman, inFrench] = [await tagOf(''), await tagOf('?lang=de-CH'), await tagOf('?lang=fr')]
  assert.match(plain, /^"2\.\d+"$/)
  assert.is(inGerman, plain.replace(/"$/, '-de"'))
  assert.is(inFrench, plain.replace(/"$/, '-fr"'))
  const cached = (query: string, tag: string) =>
    service.request('GET', path + query, { as, headers: { 'if-none-match': tag } }).then(({ status }) => status)
  assert.equal(
    [await cached('?lang=de', inGerman), await cached('?lang=fr', inGerman), await cached('', inGerman)],
    [304, 200, 200],
  )
  const { id: untranslated } = await service.term(as)
  const { headers } = await service.request('GET', `/api/v1/terms/${untranslated}?lang=de`, { as })
  assert.is(headers.get('etag'), '"1-de"')
  const put = (tag: string, version: number) =>
    service.request('PUT', path, { as, body: { version, category: `C${version}` }, headers: { 'if-match': tag } })
  assert.is((await put(inGerman.replace('2', '1'), 2)).status, 412)
  assert.is((await put(inGerman, 2)).status, 200)
  assert.is((await put('"3-pt-BR"', 3)).status, 200)
})

test('an embed reads in the language of its page, and in that of the glossary if it does not have it', async (service) => {
  await addTerms(service)
  const { key } = await embedKey(service, await service.person('admin'))
  const explain = async (lang?: string) => {
    const { status, body } = await service.request('POST', '/api/v1/explain', {
      body: { text: 'Our SLA.', ...(lang !== undefined && { lang }) },
      headers: { ...bearer(key), origin: wiki },
    })
    return [status, body.terms[0].translation]
  }
  assert.equal(await explain('de-DE'), [200, german])
  assert.equal(await explain('sw'), [200, undefined])
  assert.equal(await explain('en-GB'), [200, null])
  assert.equal(await explain(''), [200, undefined])
  assert.equal(await explain(), [200, undefined])
})

test('a language that was taken out of the setting is no longer the choice of those who had chosen it', async (service) => {
  const { as, id } = await addTerms(service)
  await service.sql`update users set language = 'it' where id = ${as.id}`
  assert.equal(await readAll(service, id, { as }), all(undefined, undefined))
})

test('an erased person has chosen no language', async (service) => {
  const as = await service.person('admin')
  const gone = await service.person()
  await service.request('PATCH', '/api/v1/me', { as: gone, body: { language: 'de' } })
  await service.request('POST', `/api/v1/users/${gone.id}/erase`, { as, body: {} })
  assert.is((await service.sql`select from users where language is not null`).length, 0)
})

test.run()
