import * as assert from 'uvu/assert'
import { apiToken } from './support/credentials.ts'
import { glossary, type TestService, threeLanguages } from './support/test-service.ts'

const test = glossary('exports in several languages', threeLanguages)

const german = {
  language: 'de',
  name: 'Dienstgüte',
  full_name: 'Dienstgütevereinbarung',
  definition: 'Eine "Zusage".',
  is_outdated: false,
}
const french = { language: 'fr', name: null, full_name: null, definition: '=Une promesse.', is_outdated: true }

/** Adds SLA, which is translated into German and, in an older version, into French, and SLO, which is not. */
async function addTerms(service: TestService) {
  const as = await service.person('admin')
  const { id } = await service.term(as, { name: 'SLA', full_name: 'Service Level Agreement', definition: 'A promise.' })
  await service.term(as, { name: 'SLO', definition: 'An objective.' })
  const put = ({ language, is_outdated, ...draft }: typeof german | typeof french, version: number) =>
    service.request('PUT', `/api/v1/terms/${id}/translations/${language}`, { as, body: { ...draft, version } })
  await service.request('PUT', `/api/v1/terms/${id}`, { as, body: { version: 1, definition: 'A firm promise.' } })
  await put(german, 2)
  await put(french, 1)
  const read = async (query: string) => {
    const { status, text, headers } = await service.request('GET', `/api/v1/export?status=all&${query}`, { as })
    return { status, text, tag: headers.get('etag') }
  }
  return { as, id, read }
}

test('JSON has all translations, and the one in the language that was asked for', async (service) => {
  const { read } = await addTerms(service)
  const [sla, slo] = JSON.parse((await read('format=json')).text)
  assert.equal([sla.translations, slo.translations], [[german, french], []])
  assert.is('translation' in sla, false)
  const [inGerman, other] = JSON.parse((await read('format=json&lang=de')).text)
  assert.equal([inGerman.translation, other.translation, inGerman.name], [german, null, 'SLA'])
  assert.is((await read('format=json&lang=it')).status, 422)
})

test('CSV has four columns a language, after all others', async (service) => {
  const { read } = await addTerms(service)
  const [header = '', sla = '', slo = ''] = (await read('format=csv')).text.split('\r\n')
  const columns = ['de', 'fr'].flatMap((tag) =>
    ['name', 'full_name', 'definition', 'outdated'].map((field) => `${field} [${tag}]`),
  )
  assert.ok(header.endsWith(`replaced_by,${columns.join(',')}`), header)
  assert.ok(sla.endsWith(`"Dienstgüte","Dienstgütevereinbarung","Eine ""Zusage"".",,,,"'=Une promesse.",true`), sla)
  assert.ok(slo.endsWith(',,,,,,,,'), slo)
})

test('documents for readers are in the language that was asked for, or that the person has chosen', async (service) => {
  const { as, read } = await addTerms(service)
  const expected: [query: string, has: RegExp, hasNot: RegExp][] = [
    [
      'format=markdown&lang=de',
      /## Dienstgüte \(pending\)\n\n\*\*Dienstgütevereinbarung\*\*\n\nEine "Zusage"\.\n\n\*German translation\.\*\n\nAlso called: SLA/,
      /A firm promise/,
    ],
    [
      'format=markdown&lang=fr',
      /## SLA \(pending\)\n\n\*\*Service Level Agreement\*\*\n\n\\?=Une promesse\.\n\n\*French translation\. The English text has changed since\.\*/,
      /firm/,
    ],
    ['format=markdown&lang=en', /A firm promise/, /Zusage/],
    ['format=context&lang=de', /\*\*Dienstgüte\*\* \(Dienstgütevereinbarung\):\nEine "Zusage"\./, /out of date/],
    ['format=context&lang=fr', /_Translation_: out of date/, /firm/],
    ['format=contextive&lang=de', /name: Dienstgüte\n[\s\S]*German translation/, /firm/],
    ['format=words&lang=de', /Dienstgütevereinbarung\n/, /Agreement/],
    ['format=phrases&lang=de', /^Dienstgüte\nSLA\n/, /^SLA/],
    ['format=phrases', /^SLA\nDienstgüte\n/, /Zusage/],
  ]
  for (const [query, has, hasNot] of expected) {
    const { status, text } = await read(query)
    assert.is(status, 200, query)
    assert.match(text, has, query)
    assert.not.match(text, hasNot, query)
    assert.match(text, 'SLO', query)
  }
  const [plain, inGerman] = [await read('format=markdown'), await read('format=markdown&lang=de')]
  assert.match(plain.text, 'A firm promise.')
  assert.is.not(plain.tag, inGerman.tag)
  await service.request('PATCH', '/api/v1/me', { as, body: { language: 'de' } })
  assert.is((await read('format=markdown')).text, inGerman.text)
  assert.match((await read('format=markdown&lang=en')).text, 'A firm promise.')
})

test('what is heard for a term is heard for its own name, whatever the language', async (service) => {
  const { read, id } = await addTerms(service)
  const heard = [{ name: 'Essellay', kind: 'misspelling' }]
  await service.sql`update terms set aliases = aliases || ${service.sql.json(heard)} where id = ${id}`
  const phrases = async (query: string) => JSON.parse((await read(`format=phrases&as=json&${query}`)).text)
  const own = { write: 'SLA', heard: ['Essellay'] }
  const [translated, other] = ['Dienstgüte', 'SLO'].map((write) => ({ write, heard: [] }))
  assert.equal(await phrases('lang=de'), [translated, own, other])
  assert.equal(await phrases('lang=en'), [own, translated, other])
})

test('a feed is in the language of its URL', async (service) => {
  const { as } = await addTerms(service)
  const { token } = await apiToken(service, as, ['feed'])
  const feed = async (rest: string) => (await service.request('GET', `/feeds/${token}/${rest}`)).text
  assert.match(await feed('markdown?status=all&lang=de'), 'Zusage')
  assert.match(await feed('markdown?status=all'), 'A firm promise.')
  assert.is(await feed('pairs?status=all&to=de'), 'SLA\tDienstgüte\nService Level Agreement\tDienstgütevereinbarung\n')
})

test('the tag of an export changes with a translation', async (service) => {
  const { as, id, read } = await addTerms(service)
  const { tag } = await read('format=json')
  await service.request('DELETE', `/api/v1/terms/${id}/translations/fr`, { as })
  assert.is.not((await read('format=json')).tag, tag)
})

test('SKOS has maps of languages, and TBX a section for each', async (service) => {
  const { read } = await addTerms(service)
  const skos = JSON.parse((await read('format=skos')).text)
  assert.equal(skos['@context'].prefLabel, { '@container': '@language' })
  const [, sla, slo] = skos['@graph']
  assert.equal(sla.prefLabel, { en: 'SLA', de: 'Dienstgüte' })
  assert.equal(sla.altLabel, { en: ['Service Level Agreement'], de: ['Dienstgütevereinbarung'] })
  assert.equal(sla.definition, { en: 'A firm promise.', de: 'Eine "Zusage".', fr: '=Une promesse.' })
  assert.equal([slo.prefLabel, slo.altLabel], [{ en: 'SLO' }, undefined])
  const { text } = await read('format=tbx')
  const [concept = ''] = /<conceptEntry[\s\S]*?<\/conceptEntry>/.exec(text) ?? []
  assert.equal(
    [...concept.matchAll(/<langSec xml:lang="(..)">/g)].map(([, tag]) => tag),
    ['en', 'de', 'fr'],
  )
  const [own = '', inGerman = '', inFrench = ''] = concept.split('</langSec>')
  assert.not.match(own, 'Dienstg')
  assert.match(inGerman, /<term>Dienstgüte<\/term>[\s\S]*<term>Dienstgütevereinbarung<\/term>/)
  assert.match(inFrench, /=Une promesse\.[\s\S]*out of date[\s\S]*<term>SLA<\/term>/)
})

test('pairs are the names in two languages, for those that have both', async (service) => {
  const { read } = await addTerms(service)
  const names = 'SLA\tDienstgüte\nService Level Agreement\tDienstgütevereinbarung\n'
  assert.is((await read('format=pairs&from=en&to=de')).text, names)
  assert.is((await read('format=pairs&to=DE')).text, names)
  assert.is((await read('format=pairs&from=de&to=en')).text, names.replace(/(.*)\t(.*)/g, '$2\t$1'))
  assert.is((await read('format=pairs&to=fr')).text, '')
  for (const query of ['format=pairs', 'format=pairs&to=it', 'format=pairs&from=it&to=de'])
    assert.is((await read(query)).status, 422, query)
})

test('a workbook has the columns of translations, although these are more than there are letters', async (service) => {
  const { read } = await addTerms(service)
  const { status } = await read('format=xlsx')
  assert.is(status, 200)
})

test('the page of exports offers pairs of names', async (service) => {
  const { as } = await addTerms(service)
  const { text } = await service.request('GET', '/export', { headers: { cookie: `user_id=${as.session}` } })
  assert.match(text, /Pairs of names: English and German/)
  assert.match(text, /format=pairs&amp;to=fr|to=fr&amp;format=pairs/)
})

test.run()
