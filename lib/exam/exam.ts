import type { JsonText } from '../json-text.ts'
import type { ExamReport, Finding } from '../schemas/admin.ts'
import type { Term } from '../schemas/term.ts'
import { beforeAllIds } from '../schemas/text.ts'
import { describeMeaning, gradeInText, gradeName, gradeSearch } from './grade.ts'
import { questionsAbout, sentenceWith } from './questions.ts'
import { type Needs, type Tools, toolsOf } from './tools.ts'
import { findFaults } from './wording.ts'

/** Few enough to parse between two requests without delaying them. */
const pageSize = 100
/** How many terms are asked about at a time: each takes a connection to the database. */
const parallel = 2

/**
 * Asks the tools of agents questions made from the glossary, and reports which terms an agent would not find, get wrong
 * or mix up, with the cause and the fix of each (contract, section 17). Nothing is stored, and nothing counts as a
 * lookup.
 *
 * @param maxTerms about how many terms at most; of a larger glossary, always the same ones unless terms are added
 * @param maxMs after this time, no more terms are asked about
 * @returns `score`: the percentage of these terms without a finding, rounded down
 */
export async function takeExam(needs: Needs, maxTerms: number, maxMs = Number.POSITIVE_INFINITY): Promise<ExamReport> {
  const endsAt = performance.now() + maxMs
  const tools = toolsOf(needs)
  const findings: Finding[] = []
  let terms = 0
  let total = 0
  for await (const page of readTerms(needs, maxTerms)) {
    total = page.total
    for (let i = 0; i < page.items.length && performance.now() < endsAt; i += parallel) {
      const asked = page.items.slice(i, i + parallel).map((term) => examine(tools, term))
      findings.push(...(await Promise.all(asked)).flat())
      terms += asked.length
    }
    if (performance.now() >= endsAt) break
  }
  findings.push(...(await askInvented(tools)))
  const faulty = new Set(findings.map(({ term_id }) => term_id)).size
  const score = Math.max(0, Math.floor(100 * (1 - faulty / Math.max(terms, faulty, 1))))
  return { score, questions: terms + tools.count(), terms, total, findings: sorted(findings) }
}

/** Reads terms by ID, whose order is random: the first ones are a sample. */
async function* readTerms({ db }: Pick<Needs, 'db'>, maxTerms: number) {
  let after = beforeAllIds
  for (let left = maxTerms; left > 0; left -= pageSize) {
    const params = { after, limit: Math.min(pageSize, left) }
    const row = await db.one<{ total: number; items: JsonText<Term[]> }>('exam/sample-terms', params)
    const items = row?.items.parse() ?? []
    yield { items, total: row?.total ?? 0 }
    const last = items.at(-1)
    if (!last || items.length < pageSize) return
    after = last.id
  }
}

/** Returns what is wrong with a term: of each kind, the first finding. */
async function examine(tools: Tools, term: Term): Promise<Finding[]> {
  const found: (Finding | null)[] = findFaults(term).map((fault) => ({
    ...fault,
    term_id: term.id,
    name: term.name,
    question: `Can an agent rely on the definition of ${JSON.stringify(term.name)}?`,
  }))
  const questions = questionsAbout(term)
  for (const question of questions) found.push(await gradeName(tools, term, question))
  if (questions.length > 0) {
    found.push(await gradeInText(tools, term), await gradeSearch(tools, term))
  }
  const byKind = new Map<string, Finding>()
  for (const finding of found) {
    if (finding && !byKind.has(finding.kind)) byKind.set(finding.kind, finding)
  }
  return [...byKind.values()]
}

/** Names that nobody has: an agent must be told so. */
const inventedNames = ['Qxzvjk', 'ZQJXV', 'what does Vqzkxj mean?']

async function askInvented(tools: Tools): Promise<Finding[]> {
  const found: Finding[] = []
  for (const name of inventedNames) {
    const asked = JSON.stringify(name)
    const text = sentenceWith(name)
    const [term, explained, searched] = [
      await tools.getTerm({ name }),
      await tools.explainText(text),
      await tools.searchTerms(name),
    ]
    const inText = explained?.terms.find((each) => /qxzvjk|zqjxv|vqzkxj/i.test(each.name))
    const similar = searched?.did_you_mean === undefined ? searched?.items[0] : undefined
    for (const [question, got] of [
      [`get_term ${asked}`, term],
      [`explain_text ${JSON.stringify(text)}`, inText],
      [`search_terms ${asked}`, similar],
    ] as const) {
      if (got) found.push({ ...invented, term_id: got.id, name: got.name, question, got: describeMeaning(got) })
    }
  }
  return found
}

const invented = {
  kind: 'wrong_term',
  fix: 'Nobody has this name. Rename the term, so that it is not found by it.',
} as const

const { compare } = new Intl.Collator('en')

const sorted = (findings: readonly Finding[]) => [...findings].sort((a, b) => compare(a.name, b.name))
