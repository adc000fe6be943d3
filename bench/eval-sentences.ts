import { parseArgs } from 'node:util'
import { createGlossary } from '../lib/client/glossary.ts'
import type { CopiedTerm } from '../lib/client/service.ts'
import { handbookParagraphs } from '../tests/support/handbook-paragraphs.ts'
import { plainSentences } from '../tests/support/plain-sentences.ts'
import { generator } from '../tests/support/random.ts'
import { spelledOtherwise, typoOf } from '../tests/support/spelled-otherwise.ts'
import { readAcronyms } from './acronym-list.ts'

const help = `npm run eval:sentences -- [--every N] [--errors] [FILE…]

Measures whether what is found alone is found in a sentence: names in other spellings, and full names with a typo. In the same run,
what must not be found: ordinary talk, and marks in the paragraphs of a handbook. The files are lists of acronyms, as for eval:lookup.
Nothing else runs: the rules are functions over rows.`

/** What is asked, and the name that it means. */
type Case = readonly [text: string, name: string]

/** How people write of a name, in several languages. */
const sentences = ['X process', 'who owns X', 'question about X', 'was ist X', 'Xとは', 'is the X ready for tomorrow?']
const questions = ['who is responsible for the X?', 'please explain X to me']

const print = (line: string) => process.stdout.write(`${line}\n`)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: 'string', default: '60' }, errors: { type: 'boolean' }, help: { type: 'boolean' } },
})
if (values.help) print(help)
else await run(Number(values.every))

async function run(every: number) {
  const listed = await readAcronyms(positionals)
  const terms = [...listed, ...spelledOtherwise.map(({ name }) => ({ name, full_name: null, category: null }))]
  const glossary = createGlossary(terms.map(toTerm))
  const report = (label: string, right: number, of: number) =>
    print(`${label.padEnd(58)} ${right} of ${of} (${((100 * right) / of).toFixed(1)} %)`)

  async function ask(text: string, name: string) {
    const { terms } = await glossary.lookUp(text)
    const isRight = terms.slice(0, 3).some((term) => term.name === name || term.full_name === name)
    if (!isRight && values.errors) print(`  ${text} (${name}) → ${terms.map((term) => term.name).join(', ')}`)
    return isRight
  }
  async function found(cases: readonly Case[]) {
    const right: Case[] = []
    for (const each of cases) if (await ask(...each)) right.push(each)
    return right
  }
  const inside = (templates: readonly string[], cases: readonly Case[]) =>
    cases.flatMap(([text, name]) => templates.map((each): Case => [each.replace('X', () => text), name]))

  const others = spelledOtherwise.flatMap(({ name, spellings }) => spellings.map((text): Case => [text, name]))
  const known = await found(others)
  report('another spelling, alone', known.length, others.length)
  const within = inside(sentences, known)
  report('the same in a sentence', (await found(within)).length, within.length)

  const random = generator(58)
  const full = listed.filter(({ full_name }, i) => i % every === 0 && /^\S+(?: \S+){1,4}$/.test(full_name))
  const mistyped = full.flatMap(({ full_name }) => {
    const typo = typoOf(full_name, random)
    return typo === null ? [] : [[typo, full_name] satisfies Case]
  })
  const alone = await found(mistyped)
  if (mistyped.length > 0) {
    report('a full name with one typo, alone', alone.length, mistyped.length)
    const asked = inside(questions, alone)
    report('the same in a question', (await found(asked)).length, asked.length)
  }

  const answers = await Promise.all(plainSentences.map((text) => glossary.lookUp(text)))
  const talk = answers.filter(({ match }) => match === 'none').length
  if (values.errors)
    for (const [i, { match, asked }] of answers.entries())
      if (match !== 'none') print(`  ${plainSentences[i]} → ${asked}`)
  report('ordinary talk that is answered by nothing', talk, plainSentences.length)
  const marks = await Promise.all(handbookParagraphs.map((text) => glossary.explain(text, 'text')))
  const marked = marks.flatMap(({ found }, i) =>
    found.flatMap(({ start, end, rows }) => (rows.length > 0 ? handbookParagraphs[i]?.slice(start, end) : [])),
  )
  if (values.errors) print(`  ${marked.join(', ')}`)
  print(`marks in ${marks.length} paragraphs of a handbook: ${marked.length}`)
}

function toTerm(
  { name, full_name, category }: { name: string; full_name: string | null; category: string | null },
  i: number,
) {
  return {
    ...{
      id: String(i).padStart(8, '0'),
      name,
      full_name,
      category,
      definition: 'One of many.',
      aliases: [],
      links: [],
    },
    ...{ status: 'pending', vote_count: 0, in_texts: 'auto', version: 1 },
  } as unknown as CopiedTerm
}
