import { gap } from '../lookup/tokens.ts'

const text = {
  double: String.raw`"(?:\\[^]|[^"\\\n])*"`,
  single: String.raw`'(?:\\[^]|[^'\\\n])*'`,
  /** An apostrophe within a word begins no string. */
  quoted: String.raw`(?<!\w)'(?:\\[^]|[^'\\\n])*'`,
  template: '`(?:\\\\[^]|[^`\\\\])*`',
  raw: '`[^`]*`',
  character: String.raw`'(?:\\[^'\n]*|[^'\\\n])'`,
  triple: `"""[^]*?"""|'''[^]*?'''`,
  pattern: String.raw`(?<=[=(,:[!&|?{};\n] {0,20}|\breturn )/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+/`,
}
const comment = {
  slashes: '//.*',
  block: String.raw`/\*[^]*?(?:\*/|$)`,
  hash: String.raw`(?<![^\s;(])#(?!!).*`,
  dashes: '--.*',
  semicolon: ';.*',
  percent: '%.*',
  markup: '<!--[^]*?(?:-->|$)',
  long: String.raw`--\[\[[^]*?(?:\]\]|$)`,
  nested: String.raw`\{-[^]*?(?:-\}|$)`,
  powershell: '<#[^]*?(?:#>|$)',
}

/** Of each language, by the endings of its files: its comments, and the texts within which something only looks like one. */
const languages = `
js mjs cjs jsx ts mts cts tsx: block slashes, template double single pattern
vue svelte astro: markup block slashes, template double quoted
java kt kts scala groovy gradle cs swift dart proto sol: block slashes, triple double character
c h cc cpp cxx hh hpp m mm glsl zig: block slashes, triple double character
go: block slashes, raw double character
rs: block slashes, double character
css: block, double single
scss less: block slashes, double single
php tf hcl: block slashes hash, double quoted
py pyi rb sh bash zsh fish yml yaml toml r pl pm ex exs jl nim coffee: hash, triple double quoted
mk cmake conf properties makefile dockerfile gitignore: hash, triple double quoted
ps1 psm1: powershell hash, double quoted
sql: block dashes, double single
lua: long dashes, double single
hs elm: nested dashes, double
clj cljs el lisp scm ini: semicolon, double
erl tex: percent,
html htm xml svg: markup,`

const patterns = new Map(
  languages.split('\n').flatMap((language) => {
    const [endings, comments, texts] = language.split(/[:,]/).map((part) => part.match(/\w+/g) ?? [])
    const sourceOf = (kinds: Record<string, string>, names: readonly string[] = []) =>
      names.map((name) => kinds[name]).join('|') || '(?!)'
    const pattern = new RegExp(`(?<comment>${sourceOf(comment, comments)})|${sourceOf(text, texts)}`, 'g')
    return endings?.map((ending) => [ending, pattern] as const) ?? []
  }),
)

/**
 * Returns a source file of which only the comments are left, at their places.
 *
 * @param path tells the language
 * @returns null if it is no source code
 */
export function toComments(path: string, source: string): string | null {
  const ending = /[^./\\]*$/.exec(path.toLowerCase())?.[0] ?? ''
  const pattern = patterns.get(ending)
  if (!pattern) return null
  const parts: string[] = []
  let end = 0
  const hide = (from: number, to: number) => parts.push(source.slice(from, to).replace(/[^\n]/g, gap))
  for (const { index, 0: found, groups } of source.matchAll(pattern)) {
    if (groups?.comment === undefined) continue
    hide(end, index)
    parts.push(found)
    end = index + found.length
  }
  hide(end, source.length)
  return parts.join('')
}
