import { build } from 'esbuild'

/**
 * Returns a script for a page that is made with packages.
 *
 * @param source a module with JSX
 */
export async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, loader: 'jsx', resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    jsx: 'automatic',
    format: 'iife',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
  })
  return outputFiles[0]?.text ?? ''
}
