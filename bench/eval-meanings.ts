import { parseArgs } from 'node:util'
import pLimit from 'p-limit'
import { readDefinitions } from './definitions.ts'
import type { FoundTerm } from './lookup-surfaces.ts'
import { type MeaningCase, toMeaningCases } from './meaning-cases.ts'
import { type Resources, runWithResources } from './resources.ts'
import { maxConcurrent, type ScratchGlossary, startScratchGlossary } from './scratch-glossary.ts'

const help = `npm run eval:meanings -- [--context N] FOLDER

Measures how often a lookup with the text around an acronym finds the right one of its meanings. The folder has
texts that define acronyms, for example RFCs, in files whose names end in .txt. The first four fifths, in the
order of the numbers in their names, make the glossary; the others ask, without the full name. docs/dev/evaluation.md
describes the measurement.
Starts its own PostgreSQL, unless BENCH_DATABASE_URL names a server.

  --context N   the length of the text before and after an acronym (default 1000, at most 1000)
  --help        show this text`

const say = (line: string) => process.stdout.write(`${line}\n`)
await runWithResources(run)

async function run(resources: Resources) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { context: { type: 'string', default: '1000' }, help: { type: 'boolean' } },
  })
  if (values.help) return say(help)
  const [folder] = positionals
  if (folder === undefined) throw new Error('Specify a folder; see --help.')

  const contextLength = Number(values.context)
  const { meanings, cases } = toMeaningCases(await readDefinitions(folder, { contextLength }))
  if (cases.length === 0) throw new Error('No acronym of these texts has several meanings.')
  // Without a text, the meaning with the most votes comes first: the most frequent one.
  const terms = meanings.map(({ documents, ...meaning }) => ({ ...meaning, category: null, votes: documents }))
  const glossary = await startScratchGlossary(resources, terms)
  const unvoted = await startScratchGlossary(
    resources,
    terms.map((term) => ({ ...term, votes: 0 })),
  )
  const limit = pLimit(maxConcurrent)
  const results = await limit.map(cases, async (one) => ({
    ...one,
    isFrequent: await isRight(glossary, one, {}),
    isFound: await isRight(glossary, one, { text: one.text }),
    isFoundUnvoted: await isRight(unvoted, one, { text: one.text }),
  }))

  const names = new Set(cases.map(({ name }) => name))
  say(`${meanings.length} meanings in the glossary; ${names.size} acronyms with several are asked about\n`)
  const head = ['texts', 'number', 'most frequent', 'with the text', 'difference', 'without votes']
  for (const row of [head, head.map(() => '---')]) say(`| ${row.join(' | ')} |`)
  say(toRow('all', results))
  say(
    toRow(
      'the first of each meaning',
      results.filter(({ isFirst }) => isFirst),
    ),
  )
}

async function isRight(
  { request }: ScratchGlossary,
  { name, full_name }: MeaningCase,
  surroundings: { text?: string },
) {
  const query = new URLSearchParams({ q: name, ...surroundings })
  const response = await request(`/api/v1/lookup?${query}`)
  const { terms } = (await response.json()) as { terms: FoundTerm[] }
  return terms[0]?.name === name && terms[0].full_name === full_name
}

type Result = { isFrequent: boolean; isFound: boolean; isFoundUnvoted: boolean }

function toRow(label: string, results: readonly Result[]) {
  const toPercent = (count: number) => ((100 * count) / results.length).toFixed(1)
  const frequent = results.filter(({ isFrequent }) => isFrequent).length
  const found = results.filter(({ isFound }) => isFound).length
  const unvoted = results.filter(({ isFoundUnvoted }) => isFoundUnvoted).length
  const shares = [frequent, found, found - frequent, unvoted].map(toPercent)
  return `| ${[label, results.length, ...shares].join(' | ')} |`
}
