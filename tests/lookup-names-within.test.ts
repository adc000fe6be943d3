import { readFile } from 'node:fs/promises'
import * as assert from 'uvu/assert'
import { runSteps } from '../lib/db/migration-steps.ts'
import { toAsked, toNewName } from '../lib/lookup/question-to-name.ts'
import { shelve } from './support/search.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('names within names')

test('names that keep their acronym are found by it, and names with marks at their ends without them', async (service) => {
  const as = await shelve(
    service,
    ...['Quality Zone Audit (QZX)', 'QZC / QZD', 'QZE (Quality Zone Exit)', '🚀 Lift-off', 'QZF™'],
    ...['Audit (internal)', 'Yes / No form', 'CI/CD', 'QZG', 'QZEE, QZFF', 'QZKX¹', 'Legal, QZLL', 'AZ&P', 'on-call'],
  )
  const id = await service.term(as, { name: 'Zone (QZH)', aliases: ['qzh', 'Zone'] })
  assert.ok(id)
  const find = async (q: string) => {
    const { body } = await service.request('GET', `/api/v1/lookup?${new URLSearchParams({ q })}`, { as })
    return body.match === 'none' ? null : body.terms[0].name
  }
  const found: Record<string, string> = {
    QZX: 'Quality Zone Audit (QZX)',
    'what is the QZX of today': 'Quality Zone Audit (QZX)',
    'quality zone audit': 'Quality Zone Audit (QZX)',
    QZC: 'QZC / QZD',
    qzd: 'QZC / QZD',
    QZE: 'QZE (Quality Zone Exit)',
    'Lift-off': '🚀 Lift-off',
    QZF: 'QZF™',
    QZH: 'Zone (QZH)',
    QZEE: 'QZEE, QZFF',
    'who is the qzff': 'QZEE, QZFF',
    QZKX: 'QZKX¹',
    'AZ&amp;P': 'AZ&P',
    'on zcall': 'on-call',
  }
  for (const [q, name] of Object.entries(found)) assert.is(await find(q), name, q)
  for (const q of ['internal', 'Audit', 'CD', 'Yes', 'No form', 'Legal', 'QZLL']) assert.is(await find(q), null, q)
})

test('terms of an earlier version are found so after its migration', async (service) => {
  const { sql } = service
  const as = await shelve(
    service,
    ...['Quality Zone Visit (QZV)', 'QZW / QZY', '🚀 Take-off', 'Audit (Q)', 'QZAA, QZBB,QZCC', 'QZNN²', 'Law, order'],
  )
  await service.term(as, { name: 'Gone (QZZ)', aliases: ['Gone', { name: 'qzz', kind: 'misspelling' }] })
  const read = () => sql`select term_id, kind, name from term_names order by term_id, key`
  const before = await read()
  await sql`
    delete from term_names n
    using terms t
    where t.id = n.term_id and n.kind = 'alias' and not t.aliases @> jsonb_build_array(jsonb_build_object('name', n.name))`
  assert.is((await read()).length, before.length - 9)
  for (const file of ['0008-names-within.sql', '0021-names-in-lists.sql']) {
    const text = await readFile(new URL(`../migrations/${file}`, import.meta.url), 'utf8')
    await runSteps(
      sql,
      text,
      async () => {},
      () => {},
    )
  }
  assert.equal(await read(), before)
  for (const name of ['QZV', 'QZY', 'Take-off', 'QZAA', 'QZCC', 'QZNN']) {
    const { body } = await service.request('GET', `/api/v1/lookup?q=${name}`, { as })
    assert.is(body.match, 'alias', name)
  }
})

test('an unknown word is shown as typed, and added without the signs around it', async (service) => {
  for (const [typed, shown, added] of [
    ['<script>…', '<script>', 'script'],
    ["' x", "' x", 'x'],
    ['(QZX)', '(QZX)', 'QZX'],
    ['“QZX”?', '“QZX”', 'QZX'],
    ['.NET', '.NET', '.NET'],
    ['C#', 'C#', 'C#'],
    ['Zone (QZX)', 'Zone (QZX)', 'Zone (QZX)'],
    ['what is “QZX”?', 'QZX', 'QZX'],
  ] as const) {
    assert.equal([toAsked(typed), toNewName(toAsked(typed))], [shown, added], typed)
  }
  const as = await service.person()
  const headers = { cookie: `user_id=${as.session}` }
  const { text } = await service.request('GET', "/t/'%20x", { headers })
  assert.match(text, '/terms/new?name=x"')
})

test.run()
