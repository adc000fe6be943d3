import { hash } from 'node:crypto'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { deflateRaw, gzip } from 'node:zlib'
import type { BuildOptions, OutputFile, Plugin } from 'esbuild'
import packageJson from '../../package.json' with { type: 'json' }
import { listEnglishWords, listRarerWords } from '../lookup/english-words.ts'
import { cardWords as words } from '../schemas/card-words.ts'

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
 * The file: the program, compressed, which is half as large. Node takes the file for CommonJS or for a module,
 * depending on its name: this is both.
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
  const [file] =
    (await bundlePrograms({
      entryPoints: [fileURLToPath(new URL('main.ts', import.meta.url))],
      ...{ platform: 'node', format: 'cjs', target: 'node20', plugins: [englishWords] },
      define: { 'process.env.GLOSSARY_VERSION': JSON.stringify(packageJson.version) },
    })) ?? []
  if (!file) return null
  const plain = Buffer.from(await toFile(file.contents))
  const tag = `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`
  return { tag, plain, gzipped: await promisify(gzip)(plain, { level: 9 }) }
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Bundles programs, each of them into one file, by esbuild in a process of its own. One call follows the other, because
 * they would have the same process, which ends.
 *
 * @returns null if this installation has no esbuild
 */
export function bundlePrograms(options: BuildOptions): Promise<OutputFile[] | null> {
  const next = last.then(() => build(options))
  last = next.catch(() => {})
  return next
}

async function build(options: BuildOptions) {
  const esbuild = await import('esbuild').catch(() => null)
  const output = await esbuild
    ?.build({
      ...{ bundle: true, write: false, minify: true, legalComments: 'none', logLevel: 'silent' },
      ...{ mainFields: ['module', 'main'], ...options },
    })
    .catch((error) => {
      if ('errors' in error) throw error
      return null // Its program is missing.
    })
  await esbuild?.stop()
  return output?.outputFiles ?? null
}

/** Puts the words into the program, which has no packages. */
export const englishWords: Plugin = {
  name: 'English words',
  setup(build) {
    build.onLoad({ filter: /[\\/]lookup[\\/]english-words\.ts$/ }, ({ path }) => ({
      resolveDir: dirname(path),
      contents: `import { namedByIntl } from './named-by-intl.ts'
        const toList = (packed) => {
          let words
          const read = () => {
            let last = ''
            return packed.split(/(?=[A-Z])/).map((each) => (last = last.slice(0, each.charCodeAt(0) - 65) + each.slice(1)))
          }
          return (word) => (words ??= new Set(read())).has(word)
        }
        export const isEnglishWord = /* @__PURE__ */ toList('${pack(listEnglishWords())}')
        const isRarerWord = /* @__PURE__ */ toList('${pack(listRarerWords())}')
        let named
        export const isOrdinaryWord = (word) =>
          isEnglishWord(word) || isRarerWord(word) || (named ??= new Set(namedByIntl())).has(word)`,
    }))
  },
}

/** Leaves out the parser of Markdown, where only other texts are read. */
export const withoutMarkdown: Plugin = {
  name: 'no Markdown',
  setup(build) {
    build.onLoad({ filter: /[\\/]markdown-to-unread\.ts$/ }, () => ({ contents: 'export const findUnread = () => []' }))
  },
}

/** Puts in the words that `card-text.js` imports of `words.js`. */
export const cardWords: Plugin = {
  name: 'words of cards',
  setup(build) {
    build.onResolve({ filter: /\/words\.js$/ }, () => ({ path: 'words.js', namespace: 'words' }))
    build.onLoad({ filter: /.*/, namespace: 'words' }, () => ({
      contents: Object.entries(words)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
        .join(''),
    }))
  },
}

/** A sorted list, each word without what it begins with like the one before; a capital says how much that is. */
function pack(words: readonly string[]): string {
  const sorted = [...new Set(words)].sort()
  return sorted
    .map((word, i) => {
      const last = sorted[i - 1] ?? ''
      let alike = 0
      while (alike < 25 && alike < word.length && word[alike] === last[alike]) alike++
      return String.fromCharCode(65 + alike) + word.slice(alike).replaceAll("'", "\\'")
    })
    .join('')
}
