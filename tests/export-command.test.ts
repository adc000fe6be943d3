import * as assert from 'uvu/assert'
import { runToEnd } from './support/process.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('the command that exports')

const run = ({ databaseUrl }: TestService, ...args: string[]) =>
  runToEnd({ SERVICE_DATABASE_URL: databaseUrl }, 'export', args)

test('it writes the same documents as the API, in full', async (service) => {
  const as = await service.person()
  const terms = [await service.term(as, { name: 'B' }), await service.term(as, { name: 'Übergabe' })]
  await setStatus(service, terms[0]?.id ?? '', 'official')
  await service.sql`
    insert into terms (name, definition, status, source)
    select 'N' || n, repeat('x', 1000), 'pending', 'import' from generate_series(1, 600) n`
  const official = await run(service)
  assert.equal([official.status, official.stderr], [0, ''])
  assert.is(official.stdout, '# Glossary\n\n## B (official)\n\nWhat it means here.\n')
  const { text } = await service.request('GET', '/api/v1/export?status=all&format=csv', { as })
  const all = await run(service, '--status', 'all', '--format', 'csv')
  assert.is(all.stdout, text)
  const markdown = await run(service, '--status=pending')
  assert.is(markdown.stdout.match(/^## /gm)?.length, 601)
})

test('options that do not exist are refused in one line', async (service) => {
  for (const args of [['--format', 'pdf'], ['--what']]) {
    const { status, stdout, stderr } = await run(service, ...args)
    assert.equal([status, stdout], [1, ''])
    assert.match(stderr, /^the options are --format \(markdown, json, [^\n]*all\)\n$/)
  }
})

test.run()
