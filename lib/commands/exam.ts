import { openDatabase } from '../db/database.ts'
import { takeExam } from '../exam/exam.ts'
import { createLog } from '../log.ts'
import { createKnownNames } from '../lookup/known-names.ts'
import type { ExamReport } from '../schemas/exam.ts'
import { openServer } from '../service.ts'
import { type Environment, readAppUrl, readDatabaseSettings } from '../settings.ts'
import { readJsonFlag } from './json-flag.ts'

/** As many as take about a minute. */
const maxTerms = 2000

/**
 * Examines the glossary for agents: `npm run exam [-- --json]` (contract, section 17). Nothing is stored.
 *
 * @returns the report, as JSON or in words
 * @throws StartError if the arguments are invalid
 */
export async function runExam(environment: Environment, args: string[]): Promise<string> {
  const asJson = readJsonFlag('exam', args)
  const settings = { appUrl: readAppUrl(environment), wanted: false }
  const server = await openServer(readDatabaseSettings(environment))
  const db = openDatabase(server.url, { readOnly: true })
  const ended = new AbortController()
  try {
    const names = createKnownNames(db, ended.signal)
    const log = createLog('silent', { write() {} })
    const report = await takeExam({ db, names, settings, log }, maxTerms)
    return asJson ? JSON.stringify(report, null, 2) : describeReport(report)
  } finally {
    ended.abort()
    await db.end()
    await server.stop()
  }
}

function describeReport({ score, questions, terms, total, findings }: ExamReport): string {
  const lines = findings.map(
    ({ kind, name, question, got, fix }) => `${name}: ${kind}\n  ${question} -> ${got}\n  ${fix}`,
  )
  const about =
    terms < total ? `${terms} of ${total} terms, chosen at random` : `all ${total} terms`
  const head = `Score: ${score} of 100, after ${questions} questions about ${about}`
  return [head, ...lines].join('\n')
}
