import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { cardWords } from '../schemas/card-words.ts'
import { takesEncoding } from './negotiation.ts'

/** A file that browsers load: its body, and headers that say what it is. */
type Asset = { body: Buffer; headers: Record<string, string> }

const ours = (...names: string[]) =>
  names.map((name) => join(fileURLToPath(new URL('../../assets', import.meta.url)), name))
const { resolve } = createRequire(import.meta.url)

/** Each asset consists of one file or several. */
const files = {
  'app.css': ours(
    'colours.css',
    'text.css',
    'layout.css',
    'header.css',
    'targets.css',
    'controls.css',
    'entries.css',
    'status.css',
    'term.css',
    'standing.css',
    'related.css',
    'translations.css',
    'words.css',
    'home.css',
    'explain.css',
    'import.css',
    'history.css',
    'editor.css',
    'records.css',
    'manage.css',
    'review.css',
    'queue.css',
    'admin.css',
    'chart.css',
    'help.css',
    'forced-colours.css',
    'print.css',
  ),
  'app.js': ours(
    'app.js',
    'search.js',
    'combobox.js',
    'rows.js',
    'first-week.js',
    'drafts.js',
    'import.js',
    'review-items.js',
    'review-said.js',
    'review-more.js',
    'review.js',
  ),
  'docs.css': ours('colours.css', 'docs.css'),
  'docs.js': ours('docs.js'),
  'embed.js': ours(
    'embed/styles.js',
    'embed/slices.js',
    'embed/editable.js',
    'embed/text.js',
    'embed/marks.js',
    'embed/changes.js',
    'embed/card-text.js',
    'embed/card.js',
    'embed/mark-page.js',
    'embed/start.js',
  ),
  'favicon.ico': ours('favicon.ico'),
  'htmx.js': [resolve('htmx.org/dist/htmx.min.js')],
  'icon.svg': ours('icon.svg'),
  'no-eval.js': ours('no-eval.js'),
  'reference.css': ours('reference.css'),
  'serif.woff2': ours('serif.woff2'),
  'serif-extended.woff2': ours('serif-extended.woff2'),
  'scalar.js': [join(dirname(resolve('@scalar/api-reference')), 'browser/standalone.js')],
} satisfies Record<string, string[]>

export type AssetName = keyof typeof files

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

type Loaded = { url: string; type: string; plain: Buffer; br?: Promise<Buffer>; gzip?: Promise<Buffer> }
const loaded = new Map<AssetName, Loaded>()

/** Returns the URL of an asset. It contains a digest of the content, so that browsers can cache the asset forever. */
export const assetUrl = (name: AssetName): string => load(name).url

/** Returns the content of an asset, not compressed. */
export const assetContent = (name: AssetName): Buffer => load(name).plain

/** The best quality takes 3 s of processor time a megabyte: for the API viewer, longer than a request may take. */
const largeSize = 500_000
const compressors = {
  br: (plain: Buffer) => {
    const quality = plain.length > largeSize ? 9 : constants.BROTLI_MAX_QUALITY
    return promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
  },
  gzip: (plain: Buffer) => promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }),
}

/** Returns an asset as a client takes it; compressed once, at the first request that takes it so. */
export async function readAsset(name: AssetName, request: Request): Promise<Asset> {
  const asset = load(name)
  const { type, plain } = asset
  const headers = { 'content-type': type, vary: 'Accept-Encoding, Origin' }
  const encoding = (['br', 'gzip'] as const).find((each) => takesEncoding(request, each))
  if (!encoding) return { body: plain, headers }
  asset[encoding] ??= compressors[encoding](plain)
  return { body: await asset[encoding], headers: { ...headers, 'content-encoding': encoding } }
}

/**
 * Returns an asset by the last segment of its URL.
 *
 * @returns null if there is no such asset, or if the URL is that of another version
 */
export async function findAsset(segment: string, request: Request): Promise<Asset | null> {
  const name = segment.replace(/\.[\w-]{10}(?=\.\w+$)/, '')
  return isAssetName(name) && assetUrl(name) === `/assets/${segment}` ? readAsset(name, request) : null
}

const isAssetName = (name: string): name is AssetName => Object.hasOwn(files, name)

/** Reads the files of an asset when its URL or content is first needed. */
function load(name: AssetName): Loaded {
  const known = loaded.get(name)
  if (known) return known
  const content = Buffer.concat(files[name].map((path) => readFileSync(path)))
  const plain = toAsset(name, content)
  const digest = hash('sha256', plain, 'base64url').slice(0, 10)
  const [stem, ending = ''] = name.split('.')
  const asset = { url: `/assets/${stem}.${digest}.${ending}`, type: types[ending] ?? 'application/octet-stream', plain }
  loaded.set(name, asset)
  return asset
}

function toAsset(name: AssetName, content: Buffer): Buffer {
  if (name === 'embed.js') return toScript(content.toString())
  if (name === 'app.js') return Buffer.from(joinModules(content.toString()))
  return name.endsWith('.css') ? withUrls(shorten(content.toString(), /\/\*[\s\S]*?\*\//g)) : content
}

/** The modules of one script, which find each other's names without importing them. */
const joinModules = (modules: string): string =>
  shorten(
    modules.replace(/^import [^']*'[^']*'\n/gm, '').replace(/^export /gm, ''),
    /^ *(\/\/.*|\/\*\*[\s\S]*?\*\/)\n/gm,
  )

/** Leaves out comments and indentation, which are a fifth of what a first visit loads of these files. */
const shorten = (source: string, comment: RegExp): string => source.replace(comment, '').replace(/\n\s+/g, '\n')

/** Replaces the names of assets in a style sheet by their URLs. */
const withUrls = (styles: string): Buffer =>
  Buffer.from(
    styles.replace(/url\("([\w.-]+)"\)/g, (all, name: string) =>
      isAssetName(name) ? `url("${assetUrl(name)}")` : all,
    ),
  )

/**
 * Makes one script of modules that stand in the order of their imports. It leaves no variables in the page that loads
 * it, and needs less of it than a module: that would need CORS.
 */
function toScript(modules: string): Buffer {
  return Buffer.from(`(() => {\n'use strict'\n${writeWords()}${joinModules(modules)}})()\n`)
}

/** What embed/card-text.js imports of embed/words.js: words that pages have as well. */
function writeWords(): string {
  return Object.entries(cardWords)
    .map(([name, value]) => `const ${name} = ${JSON.stringify(value)}\n`)
    .join('')
}
