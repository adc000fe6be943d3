import { openDatabase } from '../db/database.ts'
import { takeExam } from '../exam/exam.ts'
import { createLog } from '../log.ts'
import { createKnownNames } from '../lookup/known-names.ts'
import type { ExamReport } from '../schemas/exam.ts'
import { openServer } from '../service.ts'
import { type Environment, readAppUrl, readDatabaseSettings } from '../settings.ts'
import { readJsonFlag } from './json-flag.ts'

/** Enough for a glossary of about 2,000 terms. */
const maxQuestions = 12_000

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
    const report = await takeExam({ db, names, settings, log }, maxQuestions)
    return asJson ? JSON.stringify(report, null, 2) : describeReport(report)
  } finally {
    ended.abort()
    await db.end()
    await server.stop()
  }
}

function describeReport({ score, questions, findings }: ExamReport): string {
  const lines = findings.map(
    ({ kind, name, question, got, fix }) => `${name}: ${kind}\n  ${question} -> ${got}\n  ${fix}`,
  )
  return [`Score: ${score} of 100, after ${questions} questions`, ...lines].join('\n')
}
