import { hash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { deflateRaw, gzip } from 'node:zlib'
import type { Plugin } from 'esbuild'
import packageJson from '../../package.json' with { type: 'json' }
import { listEnglishWords } from '../lookup/english-words.ts'

/** The file of the command, plain and compressed, and a tag that changes with it. */
export type CommandFile = { tag: string; plain: Buffer; gzipped: Buffer }

let bundled: Promise<CommandFile | null> | undefined

/**
 * Returns the command as one file. It is bundled when it is first asked for, by esbuild in a process of its own.
 *
 * @returns null if this installation has no esbuild
 */
export function readCommandFile(): Promise<CommandFile | null> {
  bundled ??= bundle().catch((error) => {
    bundled = undefined
    throw error
  })
  return bundled
}

/**
 * The file: the program, compressed, which is half as large. Node takes the file for CommonJS or for a module, depending on its
 * name: this is both.
 */
const toFile = async (program: Uint8Array) => `#!/usr/bin/env node
(async () => {
  const [{ compileFunction }, { inflateRawSync }, { createRequire }] =
    await Promise.all(['vm', 'zlib', 'module'].map((name) => import('node:' + name)))
  const program = inflateRawSync(Buffer.from(packed, 'base64')).toString()
  compileFunction(program, ['require'], { filename: 'glossary' })(createRequire(process.execPath))
})()
const packed = '${(await promisify(deflateRaw)(program, { level: 9 })).toString('base64')}'
`

async function bundle(): Promise<CommandFile | null> {
  const esbuild = await import('esbuild').catch(() => null)
  const output = await esbuild
    ?.build({
      entryPoints: [fileURLToPath(new URL('main.ts', import.meta.url))],
      ...{ bundle: true, write: false, minify: true, legalComments: 'none', logLevel: 'silent' },
      ...{ platform: 'node', format: 'cjs', target: 'node20', mainFields: ['module', 'main'] },
      define: { 'process.env.GLOSSARY_VERSION': JSON.stringify(packageJson.version) },
      plugins: [englishWords],
    })
    .catch((error) => {
      if ('errors' in error) throw error
      return null // Its program is missing.
    })
  await esbuild?.stop()
  const [file] = output?.outputFiles ?? []
  if (!file) return null
  const plain = Buffer.from(await toFile(file.contents))
  const tag = `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`
  return { tag, plain, gzipped: await promisify(gzip)(plain, { level: 9 }) }
}

/** Puts the words into the program, which has no packages. */
const englishWords: Plugin = {
  name: 'English words',
  setup(build) {
    build.onLoad({ filter: /[\\/]lookup[\\/]english-words\.ts$/ }, () => ({
      contents: `let words
        const list = '${[...new Set(listEnglishWords())].join(' ')}'
        export const isEnglishWord = (word) => (words ??= new Set(list.split(' '))).has(word)`,
    }))
  },
}
