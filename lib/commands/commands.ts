import { constants } from 'node:os'
import type { Writable } from 'node:stream'
import type { Environment } from '../app/settings.ts'

/** @param signal ends the command; an embedded PostgreSQL is stopped first */
type Command = (environment: Environment, args: string[], output: Writable, signal: AbortSignal) => Promise<unknown>

const say = (output: Writable, text: string) => output.write(`${text}\n`)

/** The commands that do one thing and end. What they need is loaded when they run, so that the server does without. */
export const commands: Record<string, Command> = {
  async migrate(environment, _, output, signal) {
    const { runMigrations } = await import('./migrate.ts')
    say(output, await runMigrations(environment, (sentence) => say(output, sentence), signal))
  },
  async import(environment, args, output, signal) {
    const { runImport } = await import('./import.ts')
    say(output, await runImport(environment, args, signal))
  },
  async export(environment, args, output, signal) {
    const { runExport } = await import('./export.ts')
    await runExport(environment, args, output, signal)
  },
  async exam(environment, args, output, signal) {
    const { runExam } = await import('./exam.ts')
    say(output, await runExam(environment, args, signal))
  },
  async move(environment, args, output, signal) {
    const { runMove } = await import('./move.ts')
    say(output, await runMove(environment, args, (sentence) => say(output, sentence), signal))
  },
  async backup(environment, args, output) {
    const { runBackup } = await import('./back-up.ts')
    say(output, await runBackup(environment, args))
  },
  async doctor(environment, args, output, signal) {
    const [{ runDoctor }, { StartError }, { withSignal }] = await Promise.all([
      import('./doctor.ts'),
      import('./start-error.ts'),
      import('../app/time-limit.ts'),
    ])
    const { text, ok } = await withSignal(signal, () => runDoctor(environment, args))
    say(output, text)
    if (!ok) throw new StartError('Something is wrong: see above.')
  },
  async 'slack-manifest'(environment, _, output) {
    const [{ slackManifest }, { readAppUrl }] = await Promise.all([
      import('../slack/manifest.ts'),
      import('../app/settings.ts'),
    ])
    say(output, slackManifest(readAppUrl(environment)))
  },
}

/**
 * Runs a command until it ends, or a signal ends it: then the process exits with the status that shells give for that
 * signal.
 *
 * @param main the process of the command
 * @throws what the command throws
 */
export async function runCommand(
  command: Command,
  environment: Environment,
  args: string[],
  main: Pick<NodeJS.Process, 'on' | 'stdout' | 'exit'>,
): Promise<void> {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) main.on(signal, () => stopping.abort(signal))
  try {
    await command(environment, args, main.stdout, stopping.signal)
  } catch (error) {
    if (!stopping.signal.aborted) throw error
    main.exit(128 + constants.signals[stopping.signal.reason as NodeJS.Signals])
  }
}
