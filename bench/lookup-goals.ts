import pLimit from 'p-limit'
import { everydayWords, talkWith } from '../tests/support/everyday-words.ts'
import { handbookParagraphs } from '../tests/support/handbook-paragraphs.ts'
import { foreignQuestions, moreQuestions } from '../tests/support/more-questions.ts'
import { plainSentences } from '../tests/support/plain-sentences.ts'
import type { Acronym } from './acronym-list.ts'
import { type Case, type Group, toGroups } from './lookup-cases.ts'
import type { Surface } from './lookup-surfaces.ts'
import { createNameIndex } from './name-index.ts'
import { maxConcurrent, type ScratchGlossary } from './scratch-glossary.ts'

/** What is measured first, and its goal. */
type Goal = { label: string; goal: string; result: string }

/** How many names each way to ask is tried with. */
const askedNames = 5

/**
 * Measures what people notice most: typos, typing, ordinary talk, handbooks, ways to ask, and plurals.
 *
 * @param every only every nth row of the list is asked about
 */
export async function* measureGoals(
  glossary: ScratchGlossary,
  surfaces: readonly Surface[],
  acronyms: readonly Acronym[],
  every: number,
): AsyncGenerator<Goal> {
  const groups = [...toGroups(acronyms, every)]
  const casesOf = (pattern: RegExp) =>
    groups.filter(({ label }) => pattern.test(label)).flatMap(({ cases }: Group) => cases)
  const share = async (label: string, goal: string, cases: readonly Case[], on = 'lookup') => {
    const wrong = await countWrong(surfaces, on, cases)
    return { label, goal, result: `${(100 - (100 * wrong) / cases.length).toFixed(1)} %` }
  }
  yield share('a full name with one typo, right in the first three', '≥ 97 %', casesOf(/a letter/))
  const typed = casesOf(/letter by letter/)
  const wrong = await countWrong(surfaces, 'search', typed)
  const steps = `${wrong} of ${typed.length}`
  yield { label: 'typing a full name: wrong first answers', goal: '0', result: steps }
  const talk = plainSentences.map((question) => ({ question, isRight: isNothing }))
  const answered = await countWrong(surfaces, 'lookup', talk)
  const none = `${talk.length - answered} of ${talk.length}`
  yield { label: 'ordinary talk that is `none`', goal: '≥ 190 of 200', result: none }
  const listed = new Set(acronyms.map(({ name }) => name))
  const everyday = everydayWords.filter((word) => listed.has(word.toUpperCase()))
  const toldOf = talkWith(everyday).map((question) => ({ question, isRight: isNothing }))
  const named = `${await countWrong(surfaces, 'lookup', toldOf)} of ${everyday.length}`
  yield { label: 'everyday words answered as names', goal: '0', result: named }
  const marks = await countMarks(glossary)
  const paragraphs = handbookParagraphs.length
  const most = `≤ ${Math.round((700 / 300) * paragraphs)}`
  yield { label: `marks in ${paragraphs} paragraphs of a handbook`, goal: most, result: `${marks}` }
  const index = createNameIndex(acronyms)
  const names = [...new Set(acronyms.map(({ name }) => name))].filter((name) => /^\p{Lu}{3,}$/u.test(name))
  const step = Math.ceil(names.length / askedNames)
  const ask = (templates: readonly string[]) =>
    names
      .filter((_, i) => i % step === 0)
      .flatMap((name) =>
        templates.map((template) => ({
          question: template.replace('X', () => name),
          isRight: ({ found }: Parameters<Case['isRight']>[0], limit: number) =>
            index.startsWithMeanings(found, name, limit),
        })),
      )
  yield share(`${moreQuestions.length} ways to ask`, '≥ 98 %', ask(moreQuestions))
  yield share('15 other languages', '≥ 98 %', ask(foreignQuestions))
  yield share('plural', '≥ 99.5 %', casesOf(/^plural$/))
  yield share('possessive plural (`Xs’`)', '≥ 98 %', casesOf(/^possessive plural/))
  yield share('plurals in questions', '≥ 98 %', casesOf(/NAMEs/).filter(isAboutName))
}

const isNothing: Case['isRight'] = ({ found }) => found.length === 0
/** Not about the made-up names, which are in a question as well. */
const isAboutName = ({ isRight }: Case) => !isRight({ found: [], suggested: [] }, 1)

async function countWrong(surfaces: readonly Surface[], on: string, cases: readonly Case[]) {
  const surface = surfaces.find(({ label }) => label === on)
  if (!surface) throw new Error(`There is no surface ${on}.`)
  const results = await pLimit(maxConcurrent).map(cases, async ({ question, isRight }) =>
    isRight(await surface.ask(question), surface.limit),
  )
  return results.filter((isRight) => !isRight).length
}

async function countMarks({ request }: ScratchGlossary) {
  const counts = await pLimit(maxConcurrent).map(handbookParagraphs, async (text) => {
    const response = await request('/api/v1/explain', { text })
    return ((await response.json()) as { matches: unknown[] }).matches.length
  })
  return counts.reduce((sum, count) => sum + count, 0)
}
