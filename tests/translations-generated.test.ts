import * as assert from 'uvu/assert'
import { importFile } from './support/imports.ts'
import { generator } from './support/random.ts'
import { glossary, type Person, type TestService, threeLanguages } from './support/test-service.ts'

const test = glossary('translations in generated histories', { ...threeLanguages, SERVICE_RATE_LIMIT: '0' })

const seed = 20_261_128
const steps = 60

type Content = { full_name: string | null; definition: string }
type Translation = { language: string; version: number | null; is_outdated: boolean }

/** What each version of each term said, as it was read when it was new. */
type Seen = Map<string, Map<number, string>>

/** Reads a term, notes what it says, and compares what is said of its translations with what its versions said. */
async function look({ request }: TestService, as: Person, seen: Seen, id: string) {
  const { body: term } = await request('GET', `/api/v1/terms/${id}`, { as })
  const versions = seen.get(id) ?? new Map<number, string>()
  const now = JSON.stringify([term.full_name, term.definition])
  seen.set(id, versions.set(term.version, now))
  const { body } = await request('GET', `/api/v1/terms/${id}/translations`, { as })
  const outcomes = body.map(({ language, version, is_outdated }: Translation) => {
    assert.ok(version === null || versions.has(version), `version ${version} was never read`)
    assert.is(is_outdated, version === null || versions.get(version) !== now, `${language} of version ${version}`)
    return is_outdated
  })
  return { term, outcomes }
}

/** Adds somebody whose name is in what they write. */
async function addHelper(service: TestService, number: number) {
  const person = { ...(await service.person()), name: `Zoe${number} Quill` }
  await service.sql`update users set display_name = ${person.name} where id = ${person.id}`
  return person
}

/** What versions said of a person who is erased, they do not say any more: that outdates nothing. */
function forget(seen: Seen, name: string) {
  for (const versions of seen.values())
    for (const [version, text] of versions) versions.set(version, text.replaceAll(name, '…'))
}

test('what is outdated is what a reader of all versions would say', async (service) => {
  const { request } = service
  const as = await service.person('admin')
  const random = generator(seed)
  const one = <Each>(of: readonly Each[]) => of[Math.floor(random() * of.length)] as Each
  let helper = await addHelper(service, 0)
  const content = (): Content => ({
    full_name: one([null, 'Ab', 'Cd']),
    definition: one(['One.', 'Two.', `Ask ${helper.name}.`]),
  })
  const add = async () => (await service.term(as, content())).id
  const ids = [await add(), await add(), await add()]
  const seen: Seen = new Map()
  const file = async (id: string, name: string) => {
    const body = JSON.stringify([{ id, name, ...content() }])
    return importFile(service, as, body, { type: 'application/json', match: 'id', on_conflict: 'overwrite' })
  }
  const said = { true: 0, false: 0 }
  const done: Record<string, number> = {}
  for (let step = 0; step < steps; step++) {
    const id = one(ids)
    const { version, name } = (await look(service, as, seen, id)).term
    const path = `/api/v1/terms/${id}`
    const old = 1 + Math.floor(random() * version)
    const language = one(['de', 'fr'])
    const actions = {
      edit: () => request('PUT', path, { as: helper, body: { version, ...content() } }),
      move: () => request('PUT', path, { as, body: { version, category: `C${step}` } }),
      revert: () => request('POST', `${path}/revert`, { as, body: { version, to_version: old } }),
      translate: () => {
        const body = { definition: `Text ${step} of ${helper.name}.`, version: one([old, version]) }
        return request('PUT', `${path}/translations/${language}`, { as: helper, body })
      },
      confirm: () => request('POST', `${path}/translations/${language}/current`, { as }),
      erase: async () => {
        const gone = helper
        const named = { version, definition: `Ask ${gone.name}, ${step}.` }
        await request('PUT', path, { as: gone, body: named })
        await look(service, as, seen, id)
        const body = { definition: `Text ${step} of ${gone.name}.`, version: version + 1 }
        await request('PUT', `${path}/translations/${language}`, { as: gone, body })
        await request('PUT', path, { as, body: { version: version + 1, category: `C${step}` } })
        helper = await addHelper(service, step)
        const erased = await request('POST', `/api/v1/users/${gone.id}/erase`, { as, body: { names: [gone.name] } })
        forget(seen, gone.name)
        return erased
      },
      import: () => file(id, name),
      undo: async () => {
        const { body } = await file(id, name)
        await look(service, as, seen, id)
        return request('DELETE', `/api/v1/imports/${body.import_id}`, { as })
      },
      comeBack: async () => {
        await request('DELETE', path, { as })
        return file(id, name)
      },
      merge: async () => {
        const into = one(ids.filter((other) => other !== id))
        const { term } = await look(service, as, seen, into)
        const merged = await request('POST', `${path}/merge`, {
          as,
          body: { into, version, into_version: term.version },
        })
        ids.splice(ids.indexOf(id), 1, await add())
        return merged
      },
    }
    const keys = Object.keys(actions) as (keyof typeof actions)[]
    const action = one([...keys, 'translate', 'translate', 'edit'] as const)
    const { status } = await actions[action]()
    if (status < 300) done[action] = (done[action] ?? 0) + 1
    for (const each of ids) {
      const { outcomes } = await look(service, as, seen, each)
      for (const outcome of outcomes) said[`${outcome as boolean}`]++
    }
  }
  assert.equal(Object.keys(done).length, 10, JSON.stringify(done))
  assert.ok(said.true > 20 && said.false > 20, JSON.stringify(said))
})

test.run()
