import type { Writable } from 'node:stream'
import type { Environment } from '../settings.ts'

type Command = (environment: Environment, args: string[], output: Writable) => Promise<unknown>

const say = (output: Writable, text: string) => output.write(`${text}\n`)

/** The commands that do one thing and end. What they need is loaded when they run, so that the server does without. */
export const commands: Record<string, Command> = {
  async migrate(environment, _, output) {
    const [{ runMigrations }, { readDatabaseSettings }] = await Promise.all([
      import('../service.ts'),
      import('../settings.ts'),
    ])
    const settings = readDatabaseSettings(environment)
    say(output, await runMigrations(settings, (sentence) => say(output, sentence)))
  },
  async import(environment, args, output) {
    const { runImport } = await import('./import.ts')
    say(output, await runImport(environment, args))
  },
  async export(environment, args, output) {
    const { runExport } = await import('./export.ts')
    await runExport(environment, args, output)
  },
  async exam(environment, args, output) {
    const { runExam } = await import('./exam.ts')
    say(output, await runExam(environment, args))
  },
  async move(environment, args, output) {
    const { runMove } = await import('./move.ts')
    say(output, await runMove(environment, args, (sentence) => say(output, sentence)))
  },
  async doctor(environment, args, output) {
    const [{ runDoctor }, { StartError }] = await Promise.all([
      import('./doctor.ts'),
      import('./start-error.ts'),
    ])
    const { text, ok } = await runDoctor(environment, args)
    say(output, text)
    if (!ok) throw new StartError('Something is wrong: see above.')
  },
  async 'slack-manifest'(environment, _, output) {
    const [{ slackManifest }, { readAppUrl }] = await Promise.all([
      import('../slack/manifest.ts'),
      import('../settings.ts'),
    ])
    say(output, slackManifest(readAppUrl(environment)))
  },
}
