import * as assert from 'uvu/assert'
import { toAsked, toNewName } from '../lib/lookup/questions.ts'
import { shelve } from './support/search.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('names within names')

test('names that keep their acronym are found by it, and names with marks at their ends without them', async (service) => {
  const as = await shelve(
    service,
    ...['Quality Zone Audit (QZX)', 'QZC / QZD', 'QZE (Quality Zone Exit)', '🚀 Lift-off', 'QZF™'],
    ...['Audit (internal)', 'Yes / No form', 'CI/CD', 'QZG'],
  )
  const id = await service.term(as, { name: 'Zone (QZH)', aliases: ['qzh', 'Zone'] })
  assert.ok(id)
  const find = async (q: string) => {
    const { body } = await service.request('GET', `/api/v1/lookup?${new URLSearchParams({ q })}`, {
      as,
    })
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
  }
  for (const [q, name] of Object.entries(found)) assert.is(await find(q), name, q)
  for (const q of ['internal', 'Audit', 'CD', 'Yes', 'No form']) assert.is(await find(q), null, q)
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
