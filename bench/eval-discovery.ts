import { parseArgs } from 'node:util'
import { findExpansions } from '../lib/discovery/expansions.ts'
import { toRunningText } from '../lib/discovery/running-text.ts'
import { type AnnotatedDocument, readBioc, readText } from './bioc.ts'

const help = `npm run eval:discovery -- [--errors] FILE...
npm run eval:discovery -- --list FILE...

Measures how accurately discovery finds the full names of acronyms in corpora in BioC XML, for example the
gold sets of Ab3P, BioADI, Medstract, and Schwartz and Hearst. Prints the precision, recall and F1 of each
file and on average.

A pair is right if the annotators marked the same short form with exactly the same long form in the same
document. White space counts as one space, and a pair counts once per document.

  --errors   list the wrong pairs (+) and the missing pairs (-)
  --list     list the pairs found in files of text or Markdown, each once, to judge them by hand
  --help     show this help`

const head = ['file', 'documents', 'right', 'wrong', 'missing', 'precision', 'recall', 'F1']
const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

async function run(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { errors: { type: 'boolean' }, list: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  if (values.help) return say(help)
  if (positionals.length === 0) throw new Error('Specify at least one file; see --help.')

  if (values.list) return printPairs(await Promise.all(positionals.map(readText)))

  const corpora = await Promise.all(positionals.map(readBioc))
  const results = corpora.map((documents) => documents.map(compare))
  const scores = results.map(score)
  const rows = scores.map((one, index) => [positionals[index], ...toCells(one)])
  const average = (key: keyof Score) => scores.reduce((sum, one) => sum + one[key], 0) / scores.length
  const averages = { precision: average('precision'), recall: average('recall'), f1: average('f1') }
  printTable([...rows, ['average', '', '', '', '', ...toRates(averages)]])
  if (values.errors) for (const result of results.flat()) printErrors(result)
}

/** The pairs found in a document, compared with the annotated pairs. */
type Result = { id: string; right: string[]; wrong: string[]; missing: string[] }

function compare({ id, text, pairs }: AnnotatedDocument): Result {
  const found = new Set(toPairs(text))
  const gold = new Set(pairs.map(({ short, long }) => `${short} | ${long}`))
  return {
    id,
    right: [...found].filter((pair) => gold.has(pair)),
    wrong: [...found].filter((pair) => !gold.has(pair)),
    missing: [...gold].filter((pair) => !found.has(pair)),
  }
}

function toPairs(text: string) {
  return findExpansions(text).map(({ acronym, full_name }) => `${acronym} | ${full_name}`)
}

function printPairs(texts: readonly string[]) {
  const pairs = texts.flatMap((text) => toPairs(toRunningText(text)))
  for (const pair of new Set(pairs)) say(pair)
}

type Rates = { precision: number; recall: number; f1: number }
type Score = Rates & { documents: number; right: number; wrong: number; missing: number }

function score(results: readonly Result[]): Score {
  const count = (key: 'right' | 'wrong' | 'missing') => results.flatMap((one) => one[key]).length
  const [right, wrong, missing] = [count('right'), count('wrong'), count('missing')]
  const precision = right / (right + wrong) || 0
  const recall = right / (right + missing) || 0
  const f1 = (2 * precision * recall) / (precision + recall) || 0
  return { documents: results.length, right, wrong, missing, precision, recall, f1 }
}

function toCells(one: Score) {
  const counts = [one.documents, one.right, one.wrong, one.missing].map(String)
  return [...counts, ...toRates(one)]
}

function toRates({ precision, recall, f1 }: Rates) {
  return [precision, recall, f1].map((rate) => rate.toFixed(3))
}

function printTable(rows: (string | undefined)[][]) {
  for (const row of [head, head.map(() => '---'), ...rows]) say(`| ${row.join(' | ')} |`)
}

function printErrors({ id, wrong, missing }: Result) {
  for (const pair of wrong) say(`+ ${id} ${pair}`)
  for (const pair of missing) say(`- ${id} ${pair}`)
}
