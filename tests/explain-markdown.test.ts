import * as assert from 'uvu/assert'
import { shelve } from './support/search.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('explain, Markdown')

/** What is read stands in ⟦⟧. */
const texts = [
  ...['# ⟦SLA⟧', '⟦SLA⟧\n===', '- ⟦SLA⟧', '> ⟦SLA⟧', '- [ ] ⟦SLA⟧'],
  ...['| ⟦SLA⟧ | b |\n|--|--|\n| ⟦SLA⟧ | `SLA` |'],
  ...['**⟦SLA⟧**', '_⟦SLA⟧_', '~~⟦SLA⟧~~', 'S**LA**', '⟦data  \nlake⟧', 'data\n\nlake'],
  ...['\\`⟦SLA⟧\\`', '⟦SLA⟧[^1]'],
  ...['`SLA` ⟦SLA⟧', '``SLA ` SLA``', '`⟦SLA⟧', '```\nSLA\n```\n⟦SLA⟧', '~~~ SLA\nSLA'],
  ...['a\n\n    SLA\n\n⟦SLA⟧'],
  ...['- ```\n  SLA\n  ```\n- ⟦SLA⟧', '> ```\n> SLA\n> ```\n> ⟦SLA⟧'],
  ...['\r\n```\r\nSLA\r\n```\r\n⟦SLA⟧'],
  ...['[⟦SLA⟧](https://sla.test/SLA "SLA")', '[⟦SLA⟧](SLA)', '![⟦SLA⟧](SLA.png)'],
  ...['[⟦SLA⟧][SLA]\n\n[SLA]: SLA "SLA"'],
  ...['<https://sla.test/SLA> ⟦SLA⟧', 'https://sla.test/SLA ⟦SLA⟧', '[[⟦SLA⟧]]'],
  ...['<b title="SLA">⟦SLA⟧</b>', 'a <!-- SLA --> ⟦SLA⟧', '<div>\nSLA\n</div>\n\n⟦SLA⟧'],
  ...['<img alt="SLA"> ⟦SLA⟧'],
  ...['a <code>SLA</code> ⟦SLA⟧', 'a <KBD class="SLA">SLA <b>SLA</b></kbd> ⟦SLA⟧'],
  ...['a <code>`SLA`, SLA</code> ⟦SLA⟧'],
  ...['a <code> ⟦SLA⟧', 'a <code> ⟦SLA⟧\n\nb </code> ⟦SLA⟧', 'a <code> <b>⟦SLA⟧</b>'],
]

test('code, HTML and the URLs of links are skipped, and all else is read', async (service) => {
  const as = await shelve(service, 'SLA', 'data lake')
  for (const marked of texts) {
    const text = marked.replace(/[⟦⟧]/g, '')
    const { body } = await service.request('POST', '/api/v1/explain', { as, body: { text, format: 'markdown' } })
    let read = text
    for (const { start, end } of body.matches.toReversed()) {
      read = `${read.slice(0, start)}⟦${read.slice(start, end)}⟧${read.slice(end)}`
    }
    assert.is(read, marked)
  }
})

test.run()
