import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The compiled server.ts, which tests/run.ts passes to the processes that run tests. */
export const compiledServer = process.env.TEST_SERVER ?? ''

/** The user and group IDs of a process; those of this one if absent. */
export type Account = { uid?: number; gid?: number }

/** A server.ts that runs as a process of its own. */
export type ServerProcess = {
  /** http://HOST:PORT, once it listens */
  url: string
  child: ChildProcess
  /** what it has written so far */
  output: { stdout: string; stderr: string }
  /** Sends a signal and waits for the end; gives the exit status. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/**
 * Starts server.ts on a free port and waits until it listens.
 *
 * @param env the settings; nothing else of this process's SERVICE_ variables is passed on
 * @param command 'start' or 'demo'
 * @param account runs it as another user
 * @throws Error with its output if it ends before that
 */
export async function startServer(
  env: Record<string, string>,
  command = 'start',
  account: Account = {},
): Promise<ServerProcess> {
  const { child, output, ended } = runServer({ SERVICE_PORT: '0', ...env }, command, account)
  const url = await new Promise<string>((done, fail) => {
    child.stdout?.on('data', () => {
      const line = /^listening on (http:\/\/\S+)$/m.exec(output.stdout)
      if (line?.[1]) done(line[1])
    })
    ended.then((status) => fail(new Error(`it ended with ${status}: ${output.stderr}`)))
  })
  return {
    url,
    child,
    output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

/** Runs server.ts to its end, whatever that is. */
export async function runToEnd(env: Record<string, string>, command = 'start', args: readonly string[] = []) {
  const { output, ended } = runServer(env, command, {}, args)
  return { status: await ended, ...output }
}

/** The options of V8 in `npm start`, on which the memory of the service depends. */
const v8Options = packageJson.scripts.start.match(/--max-\S+/g) ?? []

/** Runs server.ts. `ended` resolves to its exit status. */
export function runServer(
  env: Record<string, string>,
  command: string,
  account: Account = {},
  args: readonly string[] = [],
) {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('SERVICE_'))
  // A test that gives it a temporary directory of its own starts it as an operator does.
  const script = env.TMPDIR ? ['--import', './typescript.mjs', 'server.ts'] : [compiledServer]
  const child = spawn(process.execPath, [...v8Options, ...script, command, ...args], {
    ...account,
    cwd: root,
    env: { ...Object.fromEntries(others), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  const ended = once(child, 'close').then(([status]) => status as number | null)
  return { child, output, ended }
}
