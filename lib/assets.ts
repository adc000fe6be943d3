import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** A file that browsers load, plain and compressed. */
export type Asset = { type: string; etag: string; plain: Buffer; gzipped: Buffer }

const here = fileURLToPath(new URL('../assets', import.meta.url))
const scalar = dirname(createRequire(import.meta.url).resolve('@scalar/api-reference'))

const files: Record<string, { path: string; type: string }> = {
  'page.css': { path: join(here, 'page.css'), type: 'text/css; charset=utf-8' },
  'docs.js': { path: join(here, 'docs.js'), type: 'text/javascript; charset=utf-8' },
  'scalar.js': {
    path: join(scalar, 'browser/standalone.js'),
    type: 'text/javascript; charset=utf-8',
  },
}

const loaded = new Map<string, Promise<Asset>>()

/**
 * A file by its name; read and compressed once, when somebody first asks for it.
 *
 * @returns null for a name that is not on the list above
 */
export async function readAsset(name: string): Promise<Asset | null> {
  const file = Object.hasOwn(files, name) ? files[name] : undefined
  if (!file) return null
  const asset = loaded.get(name) ?? load(file)
  loaded.set(name, asset)
  return asset
}

async function load({ path, type }: { path: string; type: string }): Promise<Asset> {
  const plain = await readFile(path)
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return { type, etag: `"${digest}"`, plain, gzipped: await promisify(gzip)(plain) }
}
