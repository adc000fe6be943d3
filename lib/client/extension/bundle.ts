import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { AsyncZippable } from 'fflate'
import packageJson from '../../../package.json' with { type: 'json' }
import { bundlePrograms, cardWords, englishWords, withoutMarkdown } from '../bundle.ts'

/** The extension as a ZIP file, and its entity tag. */
export type ExtensionFile = { tag: string; bytes: Uint8Array }
type Files = Record<string, Uint8Array>

const programs = ['worker.ts', 'page.js', 'popup.ts', 'options.ts', 'answer.js']
const others = ['popup.html', 'options.html', 'answer.html', 'pages.css']
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

let files: Promise<Files | null> | undefined
let zipped: { origin: string; file: Promise<ExtensionFile> } | undefined

/**
 * Returns the browser extension of a glossary. The same sources give the same bytes.
 *
 * @param origin that of the glossary
 * @returns null if this installation has no esbuild
 */
export async function readExtensionFile(origin: string): Promise<ExtensionFile | null> {
  files ??= readFiles().catch((error) => {
    files = undefined
    throw error
  })
  const content = await files
  if (content === null) return null
  if (zipped?.origin !== origin) zipped = { origin, file: pack({ ...content, 'manifest.json': toManifest(origin) }) }
  return zipped.file
}

async function readFiles(): Promise<Files | null> {
  const bundled = await bundlePrograms({
    ...{ entryPoints: programs.map(pathOf), outdir: pathOf('.') },
    ...{
      platform: 'browser',
      format: 'iife',
      target: 'chrome120',
      plugins: [englishWords, cardWords, withoutMarkdown],
    },
  })
  if (bundled === null) return null
  const read = async (name: string, path: string) => [name, new Uint8Array(await readFile(path))] as const
  const icon = read('icon.ico', pathOf('../../../assets/favicon.ico'))
  const copied = await Promise.all([...others.map((name) => read(name, pathOf(name))), icon])
  const made = bundled.map(({ path, contents }) => [path.replace(/^.*[\\/]/, ''), contents] as const)
  return Object.fromEntries([...made, ...copied])
}

function toManifest(origin: string): Uint8Array {
  const { host } = new URL(origin)
  const icons = { 16: 'icon.ico', 32: 'icon.ico', 48: 'icon.ico', 128: 'icon.ico' }
  const manifest = {
    manifest_version: 3,
    name: host,
    version: packageJson.version.replace(/-.*/, ''),
    version_name: packageJson.version,
    description: `What the words of ${host} mean, on the sites that you allow.`.slice(0, 132),
    minimum_chrome_version: '120',
    homepage_url: origin,
    icons,
    action: { default_popup: 'popup.html', default_title: host, default_icon: icons },
    background: { service_worker: 'worker.js' },
    options_ui: { page: 'options.html', open_in_tab: true },
    permissions: ['storage', 'scripting', 'activeTab', 'contextMenus'],
    host_permissions: [`${origin}/*`],
    optional_host_permissions: ['https://*/*', 'http://*/*'],
  }
  return new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`)
}

async function pack(content: Files): Promise<ExtensionFile> {
  const sorted: AsyncZippable = Object.fromEntries(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)))
  const { zip } = await import('fflate')
  const bytes = await promisify<AsyncZippable, object, Uint8Array>(zip)(sorted, { level: 9, mtime: '1980-01-02' })
  return { tag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`, bytes }
}
