import * as assert from 'uvu/assert'
import { shelve } from './support/search.ts'
import { glossary } from './support/test-service.ts'

// In scripts without spaces, a letter beside a name of signs does not matter, nor does width (contract, section 14).
const test = glossary('names in scripts without spaces')

test('a name that begins or ends with a sign is found beside letters, in any width', async (service) => {
  const as = await shelve(
    service,
    { name: 'P.O.' },
    { name: 'C++' },
    { name: 'SLA' },
    { name: '.NET' },
    { name: 'Kpi' },
    { name: 'ＡＰＩ鍵' },
  )
  for (const [text, ...marked] of [
    ['P.O.がない', 'P.O.'],
    ['C++を書く', 'C++'],
    ['我们用C++写', 'C++'],
    ['は.NETで', '.NET'],
    ['ＳＬＡは', 'ＳＬＡ'],
    ['API鍵を', 'API鍵'],
    ['ใช้P.O.ในบริษัท', 'P.O.'],
    ['สัญญาSLAหมดอายุ', 'SLA'],
    ['ໃຊ້C++ຂຽນ', 'C++'],
    ['អំពីSLAនិងKPIs', 'SLA', 'KPIs'],
    ['KPIของใครและkpiใหม่', 'KPI', 'kpi'],
    // Twins: letters of scripts with spaces do matter.
    ['C++abc'],
    ['abc.NETwork'],
    ['ｓｌａは'],
    ['ใช้XSLAในบริษัท'],
  ]) {
    const { body } = await service.request('POST', '/api/v1/explain', { as, body: { text } })
    const found = body.matches.map((match: { text: string }) => match.text)
    assert.equal(found, marked, text)
  }
})

test.run()
