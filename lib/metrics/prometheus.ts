import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { withinTime } from '../app/time-limit.ts'
import type { DatabasePool, Queries } from '../db/database.ts'
import { type JobType, jobTypes } from '../schemas/admin.ts'
import { type Status, statuses } from '../schemas/term.ts'
import { createProblemCounters, type ProblemCounters } from './problem-counters.ts'

export type Sources = {
  version: string
  db: Queries
  /** the pools of connections, by their label */
  pools: Readonly<Record<string, Pick<DatabasePool, 'countConnections'>>>
}

/** The metrics of a process (contract, section 19). */
export type Metrics = ProblemCounters & {
  /**
   * Returns the metrics in the text format of Prometheus, without those of the database if it does not respond in time.
   */
  read(): Promise<{ type: string; text: string }>
}

type TermCount = { status: Status; total: number }
type JobFigures = { job_type: JobType; completed: number; failed: number; last_success: number | null }
type Outbox = { backlog: number; oldest_seconds: number }

/** What all processes together have in the database. */
type Figures = { terms: TermCount[]; jobs: JobFigures[]; outbox: Outbox }

/** How long a scrape waits for the database: Prometheus gives up after ten seconds. */
const figuresTimeoutMs = 2000

/** The methods that are told apart, so that clients cannot invent labels. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** They are gauges, which must not be called totals. */
const misnamed = ['handles', 'requests', 'resources'].map((of) => `nodejs_active_${of}_total`)

/** Creates the metrics of a process, and what reads them with those of the database. */
export function createRegistry(sources: Sources): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  for (const name of misnamed) register.removeSingleMetric(name)
  const countProblems = createProblemCounters(register)
  const responses = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took until their response began.',
    labelNames: ['route', 'method', 'status'],
    // Few, because each route, method and status has all of them: what others notice, and what the log warns of.
    buckets: [0.1, 1],
    registers: [register],
  })
  return {
    ...countProblems,
    countResponse(served) {
      const { route = 'none', method, status, seconds } = served
      responses.observe({ route, method: methods.has(method) ? method : 'other', status }, seconds)
      countProblems.countResponse(served)
    },
    async read() {
      // What is read anew each time is in a registry of its own, so that nothing stays that is no longer known.
      const current = new Registry()
      showProcess(current, sources)
      const figures = await readInTime(sources.db)
      if (figures) showFigures(current, figures)
      const texts = await Promise.all([register.metrics(), current.metrics()])
      return { type: register.contentType, text: texts.join('') }
    },
  }
}

/**
 * Returns the figures of the database, or null if it does not respond: the other metrics are wanted then most of all.
 */
const readInTime = (db: Sources['db']) =>
  withinTime(figuresTimeoutMs, readFigures(db), () => new Error('late')).catch(() => null)

/** Reads the figures that are the same in every process, because they come from the database. */
async function readFigures(db: Queries): Promise<Figures> {
  const [terms, jobs, outbox] = await Promise.all([
    db.many<TermCount>('metrics/count-terms'),
    db.many<JobFigures>('metrics/count-jobs'),
    db.one<Outbox>('metrics/count-outbox'),
  ])
  return { terms, jobs, outbox: outbox ?? { backlog: 0, oldest_seconds: 0 } }
}

function showProcess(register: Registry, { version, pools }: Sources) {
  const registers = [register]
  new Gauge({
    name: 'glossary_build_info',
    help: 'The version of this process.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  const connections = new Gauge({
    name: 'glossary_database_connections',
    help: 'Database connections of this process that are in use (active), or open and not in use (idle).',
    labelNames: ['pool', 'state'],
    registers,
  })
  const most = new Gauge({
    name: 'glossary_database_connections_max',
    help: 'How many database connections this process can have.',
    labelNames: ['pool'],
    registers,
  })
  const callers = new Gauge({
    name: 'glossary_database_waiting_callers',
    help: 'Statements and transactions of this process that wait for a database connection.',
    labelNames: ['pool'],
    registers,
  })
  for (const [pool, db] of Object.entries(pools)) {
    const { active, idle, max, waiting } = db.countConnections()
    connections.set({ pool, state: 'active' }, active)
    connections.set({ pool, state: 'idle' }, idle)
    most.set({ pool }, max)
    callers.set({ pool }, waiting)
  }
}

function showFigures(register: Registry, { terms, jobs, outbox }: Figures) {
  const registers = [register]
  const ofTerms = new Gauge({
    name: 'glossary_terms',
    help: 'Terms in the glossary.',
    labelNames: ['status'],
    registers,
  })
  for (const status of statuses) {
    ofTerms.set({ status }, terms.find((each) => each.status === status)?.total ?? 0)
  }
  showJobs(register, jobs)
  new Gauge({ name: 'glossary_outbox_backlog', help: 'Messages that are still to be sent.', registers }).set(
    outbox.backlog,
  )
  new Gauge({
    name: 'glossary_outbox_oldest_seconds',
    help: 'Age of the oldest message that is still to be sent.',
    registers,
  }).set(outbox.oldest_seconds)
}

function showJobs(register: Registry, jobs: Figures['jobs']) {
  const runs = new Counter({
    name: 'glossary_job_runs_total',
    help: 'Runs of jobs that have ended, in all processes.',
    labelNames: ['job_type', 'status'],
    registers: [register],
  })
  const lastSuccess = new Gauge({
    name: 'glossary_job_last_success_timestamp_seconds',
    help: 'When a run of the job last completed, in any process.',
    labelNames: ['job_type'],
    registers: [register],
  })
  for (const job_type of jobTypes) {
    const job = jobs.find((each) => each.job_type === job_type)
    runs.inc({ job_type, status: 'completed' }, job?.completed ?? 0)
    runs.inc({ job_type, status: 'failed' }, job?.failed ?? 0)
    if (job?.last_success) lastSuccess.set({ job_type }, job.last_success)
  }
}
