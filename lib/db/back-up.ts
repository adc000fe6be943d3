import type { Dirent } from 'node:fs'
import { chmod, chown, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from './connection.ts'
import { EmbeddedServerError, embeddedFiles, embeddedUrl } from './embedded.ts'

/** What the server writes anew when it starts, or must not find (PostgreSQL's manual, "Making a Base Backup"). */
const leftOut = /^(postmaster\.(pid|opts)|\.s\.PGSQL\.\d+(\.lock)?|pgsql_tmp.*)$/
/** The directories whose content is left out; the log of changes is copied last. */
const emptied = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_subtrans']

/**
 * Copies the files of an embedded PostgreSQL while it runs and changes, as PostgreSQL's own pg_basebackup does, which
 * the npm package lacks. A server that starts with the copy has everything that was committed before the call.
 *
 * @param directory SERVICE_DATA_DIR
 * @param target is created; it can take the place of the directory
 * @throws EmbeddedServerError if no server runs there, or the error of the file system
 */
export async function backUp(directory: string, target: string): Promise<void> {
  const url = await embeddedUrl(directory).catch((cause) => {
    throw new EmbeddedServerError(`no embedded PostgreSQL runs in ${directory}`, { cause })
  })
  const { data, password } = embeddedFiles(directory)
  const copy = embeddedFiles(target)
  const sql = connect(url)
  try {
    // Both are of this session: if it ends, they end, too. The slot keeps the log of changes until it has been copied.
    await sql`set statement_timeout = 0`
    await sql`select pg_create_physical_replication_slot('glossary_backup', true, true)`
    await sql`select pg_backup_start('glossary', true)`
    await mkdir(target, { mode: 0o700 })
    await copyFileAs(password, copy.password)
    await copyDirectory(data, copy.data, emptied)
    const [label] = await sql<{ labelfile: string }[]>`
      select labelfile from pg_backup_stop(false)`
    await writeFile(join(copy.data, 'backup_label'), label?.labelfile ?? '', { mode: 0o600 })
    await copyDirectory(join(data, 'pg_wal'), join(copy.data, 'pg_wal'))
    await keepOwner(join(data, 'PG_VERSION'), join(copy.data, 'backup_label'))
    await keepOwner(directory, target)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** @param withoutContent the directories at the top that stay empty */
async function copyDirectory(from: string, to: string, withoutContent: readonly string[] = []) {
  await mkdir(to, { recursive: true })
  await keepOwner(from, to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (leftOut.test(entry.name)) continue
    await copyEntry(entry, join(from, entry.name), join(to, entry.name), withoutContent)
  }
}

async function copyEntry(entry: Dirent, from: string, to: string, withoutContent: readonly string[]) {
  if (!entry.isDirectory()) await copyFileAs(from, to)
  else if (!withoutContent.includes(entry.name)) await copyDirectory(from, to)
  else {
    await mkdir(to, { recursive: true })
    await keepOwner(from, to)
  }
}

/** Copies a file, unless the server has removed it in the meantime: then it is not needed. */
async function copyFileAs(from: string, to: string) {
  try {
    await copyFile(from, to)
    await keepOwner(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** The server refuses files of another account, and those that others can read. */
async function keepOwner(from: string, to: string) {
  const { mode, uid, gid } = await stat(from)
  await chmod(to, mode)
  if (process.getuid?.() === 0) await chown(to, uid, gid)
}
