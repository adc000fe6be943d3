import { listTerms } from '../lookup/list.ts'
import type { McpContext } from '../mcp/context.ts'
import { ToolError } from '../mcp/tool.ts'
import { getTerm } from '../mcp/tools.ts'
import type { ExamReport, Finding } from '../schemas/exam.ts'
import type { GetTermOutput } from '../schemas/mcp.ts'
import type { Term } from '../schemas/term.ts'
import { type Question, questionsAbout } from './questions.ts'
import { findFaults } from './wording.ts'

type Needs = Pick<McpContext, 'db' | 'settings' | 'log' | 'names'>

const pageSize = 500
/** About as many as a term has. */
const questionsPerTerm = 6
/** How many questions wait for the database at a time. */
const parallel = 4
/** Names that nobody has: an agent must be told so. */
const inventedNames = ['Qxzvjk', 'ZQJXV', 'what does Vqzkxj mean?']

/**
 * Asks the tools of agents questions made from the glossary, and reports which terms an agent would not find, get wrong or
 * mix up, with the cause and the fix of each (contract, section 17). Nothing is stored, and nothing counts as a lookup. The
 * wording and the state of all terms are checked; of a large glossary, every second, third, … term is asked about.
 *
 * @param maxQuestions about how many questions may be asked
 * @returns `score`: the percentage of terms without a finding, rounded down
 */
export async function takeExam(ctx: Needs, maxQuestions: number): Promise<ExamReport> {
  const student = { ...ctx, lookups: uncounted, sender: 'exam' }
  const findings: Finding[] = []
  let questions = 0
  let total = 0
  for (let offset = 0; offset === 0 || offset < total; offset += pageSize) {
    const page = await listTerms(ctx, {}, { limit: pageSize, offset })
    total = page.total
    const stride = Math.max(1, Math.ceil((total * questionsPerTerm) / maxQuestions))
    const asked = page.items.filter((_, i) => (offset + i) % stride === 0)
    findings.push(...page.items.flatMap(readTerm))
    for (let i = 0; i < asked.length; i += parallel) {
      const answers = await Promise.all(
        asked.slice(i, i + parallel).map((term) => askAbout(student, term)),
      )
      questions += answers.reduce((sum, { count }) => sum + count, 0)
      findings.push(...answers.flatMap((answer) => answer.findings))
    }
  }
  for (const name of inventedNames) {
    const answer = await ask(student, { name })
    questions += 1
    if (answer) findings.push(invented(name, answer))
  }
  const faulty = new Set(findings.map(({ term_id }) => term_id)).size
  const score = Math.max(0, Math.floor(100 * (1 - faulty / Math.max(total, faulty, 1))))
  return { score, questions: questions + total, findings }
}

/** Counts nothing. */
const uncounted: McpContext['lookups'] = {
  count() {},
  countExplained() {},
  async store() {},
}

/** One question per term: can its text be relied on? */
const readTerm = (term: Term): Finding[] =>
  findFaults(term).map((fault) => ({
    ...fault,
    term_id: term.id,
    name: term.name,
    question: `Can an agent rely on the definition of ${JSON.stringify(term.name)}?`,
  }))

async function askAbout(ctx: McpContext, term: Term) {
  const findings = new Map<string, Finding>()
  const questions = questionsAbout(term)
  for (const question of questions) {
    const finding = await grade(ctx, term, question)
    if (finding && !findings.has(finding.kind)) findings.set(finding.kind, finding)
  }
  return { count: questions.length, findings: [...findings.values()] }
}

type Answer = GetTermOutput

/** Asks a question about a term. Returns what is wrong with the answer, if anything is. */
async function grade(ctx: McpContext, term: Term, question: Question): Promise<Finding | null> {
  const { asked } = question
  const answer = await ask(ctx, { name: asked })
  const fail = (kind: Finding['kind'], got: string, fix: string): Finding => ({
    kind,
    term_id: term.id,
    name: term.name,
    question: `get_term ${JSON.stringify(asked)}`,
    got,
    fix,
  })
  const quoted = JSON.stringify(asked)
  if (question.isTypo) return answer && !isAmong(answer, term) ? typoFinding(fail, answer) : null
  if (!answer) return fail('missing_alias', 'no term', `Add ${quoted} as an alias.`)
  const meanings = [answer, ...answer.also]
  if (question.kind === 'discouraged' && (answer.id !== term.id || !answer.advice)) {
    const fix = `Another term is called ${quoted}. Remove the discouraged name, or rename that term.`
    return fail('discouraged', describe(answer), fix)
  }
  if (answer.total === 1) {
    if (answer.id === term.id) return null
    if (fold(answer.name) === fold(term.name)) return fail('ambiguous', describe(answer), tellApart)
    const fix = `${quoted} leads to another term. Add it as an alias, or rename that term.`
    return fail(question.isImplied ? 'missing_alias' : 'wrong_term', describe(answer), fix)
  }
  if (question.isImplied) return null
  const inContext = await ask(ctx, { name: asked, context: contextOf(term) })
  if (inContext?.id === term.id && !isTwin(term, meanings)) return null
  return fail('ambiguous', describe(inContext ?? answer), tellApart)
}

const tellApart =
  'Nothing tells these meanings apart. Give each a full name or a category, and say in its definition who uses it.'

type Fail = (kind: Finding['kind'], got: string, fix: string) => Finding

const typoFinding = (fail: Fail, answer: Answer) =>
  fail(
    'mixed_up',
    describe(answer),
    'One letter off, it is the name of another term. Say in both definitions that they differ.',
  )

const isAmong = (answer: Answer, { id }: Term) =>
  [answer, ...answer.also].some((meaning) => meaning.id === id)

/** The words of a text in which the name has the meaning of this term. */
const contextOf = ({ full_name, definition, category }: Term) =>
  [full_name, definition, category].filter(Boolean).join(' ')

/** Whether another meaning has the same definition, or neither full names nor categories differ. */
const isTwin = (term: Term, meanings: readonly Omit<Answer, 'also' | 'total'>[]) =>
  meanings.some(
    (other) =>
      other.id !== term.id &&
      fold(other.name) === fold(term.name) &&
      fold(other.full_name) === fold(term.full_name) &&
      (fold(other.category) === fold(term.category) ||
        fold(other.definition) === fold(term.definition)),
  )

const fold = (text: string | null) => (text ?? '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

const describe = ({ name, full_name }: Pick<Answer, 'name' | 'full_name'>) =>
  full_name ? `${name} (${full_name})` : name

const invented = (name: string, answer: Answer): Finding => ({
  kind: 'wrong_term',
  term_id: answer.id,
  name: answer.name,
  question: `get_term ${JSON.stringify(name)}`,
  got: describe(answer),
  fix: 'Nobody has this name. Rename the term, so that it is not found by it.',
})

/** Returns null for a name that the glossary does not have or explain. */
async function ask(
  ctx: McpContext,
  input: { name: string; context?: string },
): Promise<Answer | null> {
  try {
    return (await getTerm.run(ctx, input)) as Answer
  } catch (error) {
    if (error instanceof ToolError) return null
    throw error
  }
}
