import { lstat, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'

/** Why a file is not read. */
export class Unread extends Error {}

/** A file is not read because of its size. */
export class TooLarge extends Unread {
  constructor(maxBytes: number) {
    super(`is larger than ${maxBytes < 1024 ** 2 ? `${maxBytes / 1024} KB` : `${maxBytes / 1024 ** 2} MB`}`)
  }
}

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(folder.replace(/[\\/]?$/, sep))

/**
 * Follows the links of a path. Those of a repository may not lead out of it: strangers can bring them.
 *
 * @throws Unread if they do; what the system says if there is no such file
 */
export async function resolveLinks(path: string, repository: string): Promise<string> {
  const [given, root] = [resolve(path), resolve(repository)]
  const place = await realpath(given)
  if (!isWithin(given, root) || isWithin(place, await realpath(root))) return place
  throw new Unread('is a link that leads out of the repository.')
}

/**
 * Reads a plain file, and nothing that could hold the reader up: no pipe, no device, and nothing large.
 *
 * @param repository the folder that links of its files may not leave
 * @throws Unread; what the system says if there is no such file, or it is a folder
 */
export async function readPlain(path: string, repository: string, maxBytes: number): Promise<Buffer> {
  const place = await resolveLinks(path, repository)
  const found = await stat(place)
  if (!found.isFile() && !found.isDirectory()) throw new Unread('is no plain file.')
  if (found.size > maxBytes) throw new TooLarge(maxBytes)
  return readFile(place)
}

/**
 * Reads a stream, but no more of it than a limit.
 *
 * @throws Unread if it has more
 */
export async function readStream(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) throw new TooLarge(maxBytes)
  }
  return Buffer.concat(chunks)
}

/** Returns the nearest folder from one upwards that has something with a name; null if none has. */
export async function findAbove(folder: string, name: string): Promise<string | null> {
  const isThere = await lstat(join(folder, name)).catch(() => null)
  if (isThere) return folder
  return dirname(folder) === folder ? null : findAbove(dirname(folder), name)
}

/** Returns the repository of a folder: where Git keeps its own, otherwise where the settings are. */
export const repositoryOf = async (folder: string): Promise<string> =>
  (await findAbove(folder, '.git')) ?? (await findAbove(folder, '.glossary.json')) ?? folder
