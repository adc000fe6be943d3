import * as assert from 'uvu/assert'
import { createGlossary } from '../lib/client/glossary.ts'
import { command } from './support/command.ts'
import { notQuick } from './support/quick.ts'
import { generator } from './support/random.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = notQuick(glossary('what the command marks', { SERVICE_RATE_LIMIT_PER_MINUTE: '0' }))

const names = [
  ...['SLA', 'IT', 'US', 'churn', 'Churn rate', 'active users', 'CI/CD', 'R&D', 'C++', 'C#'],
  ...['.NET', 'ASP.NET', 'K8s'],
  ...['day', 'policy', 'in', 'will', 'Team', 'GPS', 'SNS', 'SN', 'API', 'ISO 9001'],
  ...['state-of-the-art', "l'SLA", 'naïve Bayes'],
  ...['東京', '東京都', '서비스', 'Ünïcode', 'Σίσυφος', 'ΑΒΓ', 'QZA™', 'Quality Zone Audit (QZX)'],
  ...['QZC / QZD', 'O’Reilly', 'e-mail', 'of'],
  ...['Statement of Work', 'SoW', 'Iss', 'ROI', 'aid', 'ACE', 'Z', 'x9', 'data lake', 'data'],
  ...['lake house', '契約', 'สัญญา', 'straße'],
]
const glue = [
  ...[' ', ' ', ' ', ' ', '\n', '\n\n', '. ', ', ', '-', '/', ' (', ') ', '’s ', "'s ", 's '],
  ...['es ', ': ', '  ', '\u00a0', '\u200b', '\u00ad', '¹ ', '… ', '_', '가 ', 'は', '“', '” '],
]
const others = [
  ...['a system', 'the', 'NOW', 'we read', 'Please', 'CONTACT', 'https://sla.example.com/SLA'],
  ...['a@SLA.io', 'www.churn.io', 'day-to-day', "I'll", 'QXW', 'HTTPS', 'NASA', 'In', 'Of'],
  ...['Will', 'UND', 'Re: ', '`SLA`', '**churn**', '[SLA](http://x.io/SLA)', '<b>IT</b>', '# US'],
  ...['> API', '```\nSLA\n```\n', '\u0000'],
]

/** A text of names, words and what stands between them, in which names are written in many ways. */
function createText(random: () => number): string {
  const one = <Each>(of: readonly Each[]) => of[Math.floor(random() * of.length)] as Each
  const ways = [
    ...[(text: string) => text, (text: string) => text, (text: string) => text.toLowerCase()],
    ...[(text: string) => text.toUpperCase(), (text: string) => text.normalize('NFD')],
    ...[
      (text: string) => `${text}s`,
      (text: string) => text.replace(/ /g, '\n'),
      (text: string) => text.replace(/-/g, '‑'),
    ],
    ...[(text: string) => text.replace(/^./u, (letter) => letter.toUpperCase())],
    ...[
      (text: string) => text.replace(/y$/, 'ies'),
      (text: string) => text.replace(/[’']/g, (sign) => (sign === "'" ? '’' : "'")),
    ],
  ]
  const words = Array.from({ length: 3 + Math.floor(random() * 25) }, () =>
    random() < 0.6 ? one(ways)(one(names)) : one(others),
  )
  return words.map((word) => word + one(glue)).join('')
}

async function addTerms(service: TestService, as: Person) {
  const marking = ['auto', 'auto', 'auto', 'exact', 'never']
  for (const [i, name] of names.entries()) await service.term(as, { name, in_texts: marking[i % 5] })
  await service.term(as, { name: 'SYS', full_name: 'System' })
  await service.term(as, { name: 'system', full_name: 'All of it' })
  await service.term(as, { name: 'ML', full_name: 'machine learning', aliases: ['Machine-Learning Team', 'learning'] })
  await service.term(as, { name: 'SLA', full_name: 'Second Life Avatar', in_texts: 'never' })
  await service.term(as, { name: 'churn', full_name: 'exactly so', in_texts: 'exact' })
}

const seed = 20_261_126
const texts = Array.from({ length: 300 }, (_, i) => createText(generator(seed + i)))
const formatOf = (i: number) => (i % 3 === 0 ? 'markdown' : 'text')

test('what it marks in 300 texts is what the service marks', async (service) => {
  const as = await service.person()
  await addTerms(service, as)
  const { body: terms } = await service.request('GET', '/api/v1/export?format=json&status=all', { as })
  const copy = createGlossary(terms)
  let marks = 0
  for (const [i, text] of texts.entries()) {
    const loose = i % 2 === 0
    const body = { text, format: formatOf(i), loose }
    const answer = await service.request('POST', '/api/v1/explain', { as, body })
    assert.is(answer.status, 200)
    const { found, unknown } = await copy.explain(text, formatOf(i), { loose, withUnknown: true })
    const marked = found.filter(({ rows }) => rows.length > 0)
    assert.equal(
      marked.map(({ start, end, rows, isGuess }) => ({
        start,
        end,
        ids: rows.map(({ term_id }) => term_id).sort(),
        isGuess,
      })),
      answer.body.matches.map(
        ({
          start,
          end,
          term_ids,
          is_guess = false,
        }: {
          start: number
          end: number
          term_ids: string[]
          is_guess?: boolean
        }) => ({ start, end, ids: term_ids.sort(), isGuess: is_guess }),
      ),
      JSON.stringify(text),
    )
    assert.equal(unknown, answer.body.unknown, JSON.stringify(text))
    marks += marked.length
  }
  assert.ok(marks > 1000, `${marks} marks`)
})

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
      const { body } = await service.request('POST', '/api/v1/explain', { as, body: { text, format: formatOf(i) } })
      const before = (start: number) => text.slice(0, start).split(/\r\n?|\n/)
      type Match = { start: number; text: string; term_ids: string[]; matched?: { kind: string } }
      const nameOf = (id?: string) => body.terms.find((term: { id: string }) => term.id === id)?.name ?? null
      const expected = [...body.matches, ...body.unknown]
        .filter(
          ({ matched, term_ids }: Match) => !term_ids || ['discouraged', 'misspelling'].includes(matched?.kind ?? ''),
        )
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
