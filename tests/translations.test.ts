import * as assert from 'uvu/assert'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService, threeLanguages } from './support/test-service.ts'

const test = glossary('translations', threeLanguages)

type Draft = { definition?: unknown; full_name?: unknown; name?: unknown; version?: unknown }
type Entry = { action: string; version: number; changes: Record<string, { from: unknown; to: unknown }> }

/** What a test does with the translations of a term, as one person. */
function translationsOf({ request }: TestService, as: Person, id: string) {
  const term = `/api/v1/terms/${id}`
  const at = (language: string) => `${term}/translations/${language}`
  return {
    put: (language: string, draft: Draft) =>
      request('PUT', at(language), { as, body: { definition: 'Eine Zusage.', version: 1, ...draft } }),
    remove: (language: string) => request('DELETE', at(language), { as }),
    confirm: (language: string) => request('POST', `${at(language)}/current`, { as }),
    list: async () => (await request('GET', `${term}/translations`, { as })).body,
    edit: async (fields: object) => {
      const { version } = (await request('GET', term, { as })).body
      return request('PUT', term, { as, body: { version, ...fields } })
    },
    read: () => request('GET', term, { as }),
    tag: async () => (await request('GET', term, { as })).headers.get('etag') ?? '',
    history: async (): Promise<Entry[]> => (await request('GET', `${term}/history`, { as })).body,
  }
}

test('a term is translated, read, changed and removed, and says who did it', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'SLA' })
  const { put, remove, list } = translationsOf(service, as, id)
  assert.equal(await list(), [])
  const made = await put('fr', { full_name: 'Accord de niveau de service', definition: ' Une promesse. ' })
  assert.is(made.status, 201)
  const { updated_at, ...translation } = made.body
  assert.ok(Math.abs(Date.parse(updated_at) - Date.now()) < 60_000)
  assert.equal(translation, {
    language: 'fr',
    name: null,
    full_name: 'Accord de niveau de service',
    definition: 'Une promesse.',
    is_outdated: false,
    version: 1,
    updated_by: { id: as.id, display_name: as.email },
  })
  assert.is((await put('DE', { definition: 'Eine Zusage.' })).status, 201)
  const [german, french] = await list()
  assert.equal([german.language, french.language], ['de', 'fr'], 'in the order of the setting')
  const other = await service.person()
  const changed = await translationsOf(service, other, id).put('fr', { definition: 'Une promesse ferme.' })
  assert.equal([changed.status, changed.body.updated_by.id, changed.body.full_name], [200, other.id, null])
  const gone = await remove('fr')
  assert.equal([gone.status, gone.text], [204, ''])
  assert.equal([(await remove('fr')).status, (await list()).length], [404, 1])
})

test('a translation is no part of a version: it has history and audit entries, and changes the tag', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'SLA' })
  const { put, remove, confirm, read, tag, history } = translationsOf(service, as, id)
  const tags = [await tag()]
  for (const change of [
    () => put('de', {}),
    () => put('de', { definition: 'Ein Versprechen.' }),
    () => put('fr', { definition: 'Une promesse.' }),
    () => remove('de'),
  ]) {
    assert.ok((await change()).status < 300)
    tags.push(await tag())
  }
  assert.is(tags[0], '"1"')
  for (const each of tags.slice(1)) assert.match(each, /^"1\.[1-9]\d{0,9}"$/)
  assert.is(new Set(tags).size, tags.length)
  const { status } = await service.request('GET', `/api/v1/terms/${id}`, {
    as,
    headers: { 'if-none-match': tags[4] ?? '' },
  })
  assert.is(status, 304)
  assert.is((await read()).body.version, 1)
  assert.is((await put('fr', { definition: 'Une promesse.' })).status, 200, 'nothing changes')
  assert.is((await confirm('fr')).status, 200, 'nor here')
  const translated = (from: object | null, to: object | null) => ({ from, to })
  const german = (definition: string) => ({ name: null, full_name: null, definition, version: 1 })
  const [removed, , changed, first] = await history()
  assert.equal(removed?.changes, {
    language: { from: 'de', to: null },
    translation: translated(german('Ein Versprechen.'), null),
  })
  assert.equal(changed?.changes, {
    language: { from: 'de', to: 'de' },
    translation: translated(german('Eine Zusage.'), german('Ein Versprechen.')),
  })
  assert.equal(first?.changes.language, { from: null, to: 'de' })
  assert.equal(
    (await history()).map(({ action, version }) => `${action} ${version}`),
    ['translation_removed 1', 'translated 1', 'translated 1', 'translated 1', 'created 1'],
  )
  const audit = await service.sql`select action, payload from audit_events where action like 'term.trans%' order by seq`
  assert.equal(
    audit.map(({ action, payload }) => [action, payload.name, payload.language, payload.changes]),
    [
      [
        'term.translated',
        'SLA',
        'de',
        { definition: translatedText(null, 'Eine Zusage.'), version: { from: null, to: 1 } },
      ],
      ['term.translated', 'SLA', 'de', { definition: translatedText('Eine Zusage.', 'Ein Versprechen.') }],
      [
        'term.translated',
        'SLA',
        'fr',
        { definition: translatedText(null, 'Une promesse.'), version: { from: null, to: 1 } },
      ],
      [
        'term.translation_removed',
        'SLA',
        'de',
        { definition: translatedText('Ein Versprechen.', null), version: { from: 1, to: null } },
      ],
    ],
  )
})

const translatedText = (from: string | null, to: string | null) => ({ from, to })

test('a translation is outdated once full name or definition are others, and current again after a revert', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'SLA', definition: 'A promise.' })
  const { put, confirm, list, edit } = translationsOf(service, as, id)
  await put('de', {})
  const outdated = async () => (await list()).map((each: { is_outdated: boolean }) => each.is_outdated)
  await edit({ name: 'SLAs', category: 'Service', aliases: ['promise'], links: ['https://example.com'] })
  assert.equal(await outdated(), [false], 'names, category and links are not translated')
  await edit({ full_name: 'Service Level Agreement' })
  assert.equal(await outdated(), [true])
  const late = await put('fr', { definition: 'Une promesse.', version: 2 })
  assert.equal([late.status, late.body.is_outdated, late.body.version], [201, true, 2], 'outdated at once')
  assert.is((await put('fr', { definition: 'Une promesse.', version: 3 })).body.is_outdated, false)
  const confirmed = await confirm('de')
  assert.equal([confirmed.status, confirmed.body.version, confirmed.body.is_outdated], [200, 3, false])
  await edit({ definition: 'A firm promise.' })
  assert.equal(await outdated(), [true, true])
  const revert = (to_version: number, version: number) =>
    service.request('POST', `/api/v1/terms/${id}/revert`, { as, body: { version, to_version } })
  assert.is((await revert(1, 4)).body.full_name, null)
  assert.equal(await outdated(), [true, true], 'the definition is that of version 3, the full name is not')
  await revert(3, 5)
  assert.equal(await outdated(), [false, false])
})

test('a name that is new becomes an alias in a new version, which outdates nothing, and outlives the translation', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'SLA', aliases: ['promise', { name: 'SAL', kind: 'misspelling' }] })
  const { put, remove, read, list, edit, history } = translationsOf(service, as, id)
  const { body } = await put('de', { name: 'Dienstgütevereinbarung' })
  assert.equal([body.name, body.version, body.is_outdated], ['Dienstgütevereinbarung', 1, false])
  const aliases = ['promise', 'Dienstgütevereinbarung', 'SAL']
  const namesOf = (term: { aliases: { name: string }[] }) => term.aliases.map(({ name }) => name)
  const term = (await read()).body
  assert.equal([term.version, namesOf(term)], [2, aliases])
  assert.equal(
    (await history()).map(({ action }) => action),
    ['translated', 'updated', 'created'],
  )
  assert.is((await put('fr', { name: 'PROMISE' })).status, 201, 'a name of the term in any case')
  assert.is((await put('fr', { name: 'sla' })).body.name, 'sla')
  assert.is((await read()).body.version, 2)
  const { body: found } = await service.request('GET', '/api/v1/lookup?q=Dienstgütevereinbarung', { as })
  assert.equal([found.match, found.terms[0].id], ['alias', id])
  await edit({ aliases: ['promise'] })
  assert.equal((await list())[0].name, null, 'the term is no longer called so')
  await edit({ aliases: ['promise', 'dienstgütevereinbarung'] })
  assert.equal((await list())[0].name, 'Dienstgütevereinbarung')
  await remove('de')
  assert.equal(namesOf((await read()).body), ['promise', 'dienstgütevereinbarung'])
})

test('what cannot be translated is refused, with the reason', async (service) => {
  const as = await service.person()
  const names = Array.from({ length: 19 }, (_, n) => `name ${n}`)
  const aliases = [...names, { name: 'uptime promise', kind: 'discouraged' }]
  const { id } = await service.term(as, { name: 'SLA', aliases })
  const { put, remove, confirm } = translationsOf(service, as, id)
  const answers = [
    await put('it', {}),
    await put('en', {}),
    await remove('en'),
    await confirm('x_y'),
    await put('de', { version: 2 }),
    await put('de', { version: 0 }),
    await put('de', { version: null }),
    await put('de', { definition: ' ' }),
    await put('de', { definition: 'x'.repeat(4001) }),
    await put('de', { full_name: 'x'.repeat(301) }),
    await put('de', { name: '!' }),
    await put('de', { name: 'Uptime Promise' }),
    await put('de', { name: 'the 21st' }),
    await confirm('de'),
  ]
  assert.equal(
    answers.map(({ status, body }) => `${status} ${body.code}`),
    [
      ...Array(4).fill('422 unknown_language'),
      ...Array(8).fill('422 validation_failed'),
      '409 too_many_aliases',
      '404 not_found',
    ],
  )
  assert.match(answers[0]?.body.detail, 'in en and can be translated into de, fr')
  assert.is((await put('de', { definition: 'x'.repeat(4000), name: 'Name 7' })).status, 201)
  const unknown = translationsOf(service, as, '00000000-0000-4000-8000-000000000000')
  assert.equal([(await unknown.put('de', {})).status, (await unknown.list()).code], [404, 'not_found'])
})

test('whoever may edit the term may translate it; everybody reads it', async (service) => {
  const [owner, other] = [await service.person(), await service.person()]
  const { id } = await service.term(owner, { name: 'SLA' })
  assert.is((await translationsOf(service, other, id).put('de', {})).status, 201)
  await setStatus(service, id, 'official')
  const { put, remove, confirm, list } = translationsOf(service, other, id)
  for (const { status, body } of [await put('de', { version: 1 }), await remove('de'), await confirm('de')])
    assert.equal([status, body.code, body.proposals], [403, 'protected', `/api/v1/terms/${id}/proposals`])
  assert.is((await list()).length, 1)
  assert.is((await translationsOf(service, owner, id).put('de', { definition: 'Ein Versprechen.' })).status, 200)
  const editor = await service.person('editor')
  assert.is((await translationsOf(service, editor, id).remove('de')).status, 204)
})

test('nobody is notified of a translation but webhooks, which get the audit event', async (service) => {
  const [owner, follower, as] = [await service.person(), await service.person(), await service.person()]
  const { id } = await service.term(owner, { name: 'SLA' })
  await service.request('PUT', `/api/v1/terms/${id}/follow`, { as: follower })
  const hook = { url: 'https://8.8.8.8/hook', events: ['term.translated', 'term.translation_removed'] }
  const admin = await service.person('admin')
  assert.is((await service.request('POST', '/api/v1/admin/webhooks', { as: admin, body: hook })).status, 201)
  const { put, remove } = translationsOf(service, as, id)
  await put('de', {})
  await remove('de')
  assert.equal([...(await service.sql`select kind from inbox_entries`)], [])
  const sent = await service.sql`select payload -> 'type' as type, term_id from outbox_messages order by seq`
  assert.equal(
    sent.map(({ type, term_id }) => [type, term_id]),
    [
      ['term.translated', id],
      ['term.translation_removed', id],
    ],
  )
})

test('two people who translate at once both succeed, and the history has both', async (service) => {
  const people = await Promise.all(Array.from({ length: 6 }, () => service.person()))
  const { id } = await service.term(people[0] as Person, { name: 'SLA' })
  const answers = await Promise.all(
    people.map((each, n) => translationsOf(service, each, id).put('de', { name: `Name ${n}`, definition: `D${n}` })),
  )
  assert.equal(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 201])
  const { history, read } = translationsOf(service, people[0] as Person, id)
  const chain = (await history()).filter(({ action }) => action === 'translated').reverse()
  const ends = chain.map(({ changes }) => changes.translation)
  for (const [n, each] of ends.slice(1).entries()) assert.equal(each?.from, ends[n]?.to)
  assert.is((await read()).body.aliases.length, 6)
})

test.run()
