import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { apiToken } from './credentials.ts'
import { listen } from './listen.ts'
import type { Person, TestService } from './test-service.ts'

export type Ended = { status: number | null; stdout: string; stderr: string }
type RunOptions = { stdin?: string; env?: Record<string, string>; file?: string }

/** The command of a service that listens, in a home directory and a working directory of its own. */
export type Command = {
  origin: string
  /** the address of the service and a token of the person */
  env: Record<string, string>
  home: string
  cwd: string
  /** the file that the service gave, without an ending */
  file: string
  run(args: readonly string[], options?: RunOptions): Promise<Ended>
  start(args: readonly string[], options?: RunOptions): ReturnType<typeof spawn>
  /** writes files in the working directory */
  write(files: Record<string, string | Uint8Array>): Promise<void>
  /** ends the service */
  stop(): Promise<void>
  close(): Promise<void>
}

/** Downloads the command, with a token for it. */
export async function command(service: TestService, as: Person, scopes: string[] = ['read']): Promise<Command> {
  const { origin, stop } = await listen(service)
  const root = await mkdtemp(join(tmpdir(), 'glossary-command-'))
  const [home, cwd, file] = [join(root, 'home'), join(root, 'work'), join(root, 'glossary')]
  await Promise.all([mkdir(home), mkdir(cwd)])
  const response = await fetch(`${origin}/cli`)
  await writeFile(file, Buffer.from(await response.arrayBuffer()), { mode: 0o755 })
  const { token } = await apiToken(service, as, scopes as ['read'])
  const env = { GLOSSARY_URL: origin, GLOSSARY_TOKEN: token }
  const start = (args: readonly string[], options: RunOptions = {}) =>
    spawn(process.execPath, [options.file ?? file, ...args], {
      cwd,
      env: { PATH: process.env.PATH ?? '', HOME: home, ...env, ...options.env },
    })
  return {
    ...{ origin, env, home, cwd, file, start },
    async run(args, options = {}) {
      const child = start(args, options)
      const output = { stdout: '', stderr: '' }
      for (const stream of ['stdout', 'stderr'] as const)
        child[stream].setEncoding('utf8').on('data', (text) => {
          output[stream] += text
        })
      child.stdin.end(options.stdin ?? '')
      const [status] = await once(child, 'close')
      return { status, ...output }
    },
    async write(files) {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(cwd, path)), { recursive: true })
        await writeFile(join(cwd, path), content)
      }
    },
    stop,
    async close() {
      await stop().catch(() => {})
      await rm(root, { recursive: true, force: true })
    },
  }
}
