import { parseArgs } from 'node:util'
import pLimit from 'p-limit'
import { readAcronyms } from './acronym-list.ts'
import { type Case, toGroups } from './lookup-cases.ts'
import { measureGoals } from './lookup-goals.ts'
import { type Surface, toSurfaces } from './lookup-surfaces.ts'
import { type Resources, runWithResources } from './resources.ts'
import { maxConcurrent, startScratchGlossary } from './scratch-glossary.ts'

const help = `npm run eval:lookup -- [OPTIONS] FILE...

Loads lists of acronyms into an empty glossary, asks about them in every form in which people write them, and
prints the share of right answers. A list is CSV without a header, or TSV if its name ends in .tsv; its columns
are the name, the full name and optionally the category. docs/dev/evaluation.md says what counts as right.
Starts its own PostgreSQL, unless BENCH_DATABASE_URL names a server.

  --every N        ask about every Nth name and full name only (default 1)
  --surface NAME   ask only lookup, page, slack, get_term or search
  --goals          measure only what has a goal
  --errors         list the questions with a wrong answer
  --help           show this text`

const say = (line: string) => process.stdout.write(`${line}\n`)
await runWithResources(run)

async function run(resources: Resources) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      every: { type: 'string', default: '1' },
      surface: { type: 'string' },
      errors: { type: 'boolean' },
      goals: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return say(help)
  if (positionals.length === 0) throw new Error('Specify at least one file; see --help.')

  const acronyms = await readAcronyms(positionals)
  const meanings = acronyms.map((one) => ({ ...one, definition: one.full_name, votes: 0 }))
  const glossary = await startScratchGlossary(resources, meanings)
  const all = toSurfaces(glossary)
  const surfaces = all.filter(({ label }) => values.surface === undefined || label === values.surface)
  if (surfaces.length === 0) throw new Error(`There is no surface ${values.surface}.`)

  const names = new Set(acronyms.map(({ name }) => name))
  say(`${acronyms.length} meanings of ${names.size} names\n`)
  const every = Number(values.every)
  for (const row of ['| measure | goal | today |', '| --- | --- | --- |']) say(row)
  for await (const { label, goal, result } of measureGoals(glossary, all, acronyms, every))
    say(`| ${label} | ${goal} | ${result} |`)
  if (values.goals) return
  say('')
  const head = ['form', 'questions', 'excluded', ...surfaces.map(({ label }) => label)]
  for (const row of [head, head.map(() => '---')]) say(`| ${row.join(' | ')} |`)
  for (const { label, cases, excluded, lists } of toGroups(acronyms, every)) {
    const asked = surfaces.map((surface) => (lists && !surface.isList ? null : surface))
    const wrong = await Promise.all(asked.map((surface) => surface && findWrong(surface, cases)))
    const shares = wrong.map((each) => (each ? toPercent(1 - each.length / cases.length) : ''))
    say(`| ${[label, cases.length, excluded, ...shares].join(' | ')} |`)
    if (values.errors) for (const question of new Set(wrong.flatMap((each) => each ?? []))) say(`- ${question}`)
  }
}

/** Rounded down, so that 100 means all. */
function toPercent(share: number) {
  return `${Math.floor(share * 10_000) / 100} %`
}

async function findWrong({ ask, limit }: Surface, cases: readonly Case[]) {
  const answers = await pLimit(maxConcurrent).map(cases, ({ question }) => ask(question))
  return cases.flatMap(({ question, isRight }, i) => {
    const answer = answers[i]
    return answer && isRight(answer, limit) ? [] : [question]
  })
}
