import { createLog } from '../app/log.ts'
import { type Environment, readAppUrl, readDatabaseSettings } from '../app/settings.ts'
import { openDatabase } from '../db/database.ts'
import { takeExam } from '../exam/exam.ts'
import { createKnownNames } from '../lookup/names-in-memory.ts'
import type { ExamReport } from '../schemas/admin.ts'
import { readJsonFlag } from './start-error.ts'
import { withGlossary } from './with-server.ts'

/** As many as take about a minute. */
const maxTerms = 2000

/**
 * Examines the glossary for agents: `npm run exam [-- --json]` (contract, section 17). Nothing is stored.
 *
 * @returns the report, as JSON or in words
 * @throws StartError if the arguments are invalid
 */
export async function runExam(environment: Environment, args: string[], signal: AbortSignal): Promise<string> {
  const asJson = readJsonFlag('exam', args)
  const appUrl = readAppUrl(environment)
  const take = (url: string) => examine(url, appUrl)
  const whileRunning = `If that is the service, an admin takes the exam there: at ${appUrl}/admin/agents.`
  const report = await withGlossary({ settings: readDatabaseSettings(environment), signal, whileRunning }, take)
  return asJson ? JSON.stringify(report, null, 2) : describeReport(report)
}

async function examine(url: string, appUrl: string): Promise<ExamReport> {
  const db = openDatabase(url, { readOnly: true })
  const ended = new AbortController()
  try {
    const names = createKnownNames(db, ended.signal)
    const log = createLog('silent', { write() {} })
    const settings = { appUrl, wanted: false, language: 'en', languages: ['en'] }
    return await takeExam({ db, names, settings, log }, maxTerms)
  } finally {
    ended.abort()
    await db.end()
  }
}

function describeReport({ score, questions, terms, total, findings }: ExamReport): string {
  const lines = findings.map(
    ({ kind, name, question, got, fix }) => `${name}: ${kind}\n  ${question} -> ${got}\n  ${fix}`,
  )
  const about = terms < total ? `${terms} of ${total} terms, chosen at random` : `all ${total} terms`
  const head = `Score: ${score} of 100, after ${questions} questions about ${about}`
  return [head, ...lines].join('\n')
}
