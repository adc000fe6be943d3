import * as assert from 'uvu/assert'
import { toProse } from '../lib/client/prose.ts'
import { isEnglishWord } from '../lib/lookup/english-words.ts'
import { command } from './support/command.ts'
import { generator } from './support/random.ts'
import { createText, spelledNames as names } from './support/spelled-texts.ts'
import { glossary } from './support/test-service.ts'
import { week, weeklySample } from './support/weekly-sample.ts'

const test = glossary('what the command marks', { SERVICE_RATE_LIMIT_PER_MINUTE: '0' })

const seed = 20_261_126 + 1000 * week
const texts = weeklySample(Array.from({ length: 300 }, (_, i) => createText(generator(seed + i))))
const formatOf = (i: number) => (i % 3 === 0 ? 'markdown' : 'text')

test('the file says what is discouraged where the service finds it', async (service) => {
  const as = await service.person()
  for (const [i, name] of names.entries()) {
    const kind = i % 4 === 0 ? 'misspelling' : 'discouraged'
    if (name !== 'of') await service.term(as, { name: `Preferred ${i}`, aliases: [{ name, kind }] })
  }
  const cli = await command(service, as)
  try {
    const files = texts.map(
      (text, i) => [`${i}.${formatOf(i) === 'text' ? 'txt' : 'md'}`, text.replaceAll('\0', '\u0001')] as const,
    )
    await cli.write(Object.fromEntries(files))
    const { status, stdout, stderr } = await cli.run([
      'check',
      '--unknown',
      '--format',
      'json',
      ...files.map(([path]) => path),
    ])
    assert.equal([status, stderr], [1, ''])
    const said: { path: string }[] = JSON.parse(stdout)
    for (const [i, [path, text]] of files.entries()) {
      // What the command does not read, such as paths, is not sent here.
      const sent = { text: toProse(path, text).text, format: formatOf(i) }
      const { body } = await service.request('POST', '/api/v1/explain', { as, body: sent })
      const before = (start: number) => text.slice(0, start).split(/\r\n?|\n/)
      type Match = { start: number; text: string; term_ids: string[]; matched?: { kind: string; name: string } }
      const nameOf = (id?: string) => body.terms.find((term: { id: string }) => term.id === id)?.name ?? null
      const expected = [...body.matches, ...body.unknown]
        .filter(({ matched, term_ids, text }: Match) => {
          const kind = term_ids ? matched?.kind : 'unknown'
          if (kind === 'misspelling') return true
          const name = kind === 'discouraged' ? (matched?.name ?? '') : text
          return (kind === 'discouraged' || kind === 'unknown') && !isEnglishWord(name.toLowerCase())
        })
        .sort((a, b) => a.start - b.start)
        .map(({ start, text, matched, term_ids }: Match) => ({
          path,
          line: before(start).length,
          column: (before(start).at(-1)?.length ?? 0) + 1,
          text,
          say: nameOf(term_ids?.[0]),
          kind: matched?.kind ?? 'unknown',
        }))
      assert.equal(
        said.filter((each) => each.path === path),
        expected,
        JSON.stringify(text),
      )
    }
  } finally {
    await cli.close()
  }
})

test.run()
