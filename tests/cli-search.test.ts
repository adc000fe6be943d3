import * as assert from 'uvu/assert'
import { command } from './support/command.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('what the command searches for')

test('what names nothing is searched for in names and definitions, also without the service', async (service) => {
  const as = await service.person()
  await service.term(as, { name: 'QZL', definition: 'The ledger in which finance keeps all accruals.' })
  await service.term(as, { name: 'Kubernetes', definition: 'Runs containers.' })
  const cli = await command(service, as)
  try {
    for (const [text, name] of [
      ['where finance keeps accruals', 'QZL'],
      ['accru finance', 'QZL'],
    ]) {
      const searched = await cli.run(['--json', String(text)])
      const { search, terms } = JSON.parse(searched.stdout)
      assert.equal([searched.status, search, terms[0].name], [1, true, name], text)
    }
    await cli.stop()
    const offline = await cli.run(['where finance keeps accruals'])
    assert.is(offline.status, 1)
    assert.match(offline.stdout, /^Nothing is called so\. A search finds: where finance keeps accruals\n\nQZL/)
  } finally {
    await cli.close()
  }
})

test.run()
