import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Compiles server.ts and all that it imports into a few files of JavaScript, which a process loads in a quarter of the
 * time that it needs for the files of TypeScript and of the packages.
 *
 * @returns the path of its entry point, and what removes it
 */
export async function compileServer() {
  // Below node_modules, so that packages are found that are not compiled.
  const directory = await mkdtemp(join(root, 'node_modules', '.test-server-'))
  await build({
    entryPoints: [join(root, 'server.ts')],
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    banner: { js: requireOfPackages },
    plugins: [originalUrls, latePackages],
  })
  return { script: join(directory, 'server.mjs'), remove: () => rm(directory, { recursive: true, force: true }) }
}

/** What packages that are no ES modules call. */
const requireOfPackages =
  "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url)"

/** Lets modules find the files beside them where these are. */
const originalUrls: Plugin = {
  name: 'original URLs',
  setup({ onLoad }) {
    onLoad({ filter: /\/(lib|handlers)\/.*\.tsx?$|\/server\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path))),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }))
  },
}

/** Leaves out packages that are loaded when they are needed. */
const latePackages: Plugin = {
  name: 'late packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^.]/ }, ({ kind, path, importer }) =>
      kind === 'dynamic-import' && !importer.includes('node_modules') ? { path, external: true } : null,
    )
  },
}
