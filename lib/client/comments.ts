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

/** The comments of languages, and what only looks like one within their texts, by the ending of the file. */
const languages: [endings: string, comments: string[], texts: string[]][] = [
  [
    'js mjs cjs jsx ts mts cts tsx',
    [comment.block, comment.slashes],
    [text.template, text.double, text.single, text.pattern],
  ],
  [
    'vue svelte astro',
    [comment.markup, comment.block, comment.slashes],
    [text.template, text.double, text.quoted],
  ],
  [
    'java kt kts scala groovy gradle cs swift dart proto sol c h cc cpp cxx hh hpp m mm glsl zig',
    [comment.block, comment.slashes],
    [text.triple, text.double, text.character],
  ],
  ['go', [comment.block, comment.slashes], [text.raw, text.double, text.character]],
  ['rs', [comment.block, comment.slashes], [text.double, text.character]],
  ['css', [comment.block], [text.double, text.single]],
  ['scss less', [comment.block, comment.slashes], [text.double, text.single]],
  ['php tf hcl', [comment.block, comment.slashes, comment.hash], [text.double, text.quoted]],
  [
    'py pyi rb sh bash zsh fish yml yaml toml r pl pm ex exs jl nim coffee mk cmake conf properties makefile dockerfile gitignore',
    [comment.hash],
    [text.triple, text.double, text.quoted],
  ],
  ['ps1 psm1', [comment.powershell, comment.hash], [text.double, text.quoted]],
  ['sql', [comment.block, comment.dashes], [text.double, text.single]],
  ['lua', [comment.long, comment.dashes], [text.double, text.single]],
  ['hs elm', [comment.nested, comment.dashes], [text.double]],
  ['clj cljs el lisp scm ini', [comment.semicolon], [text.double]],
  ['erl tex', [comment.percent], []],
  ['html htm xml svg', [comment.markup], []],
]

const patterns = new Map(
  languages.flatMap(([endings, comments, texts]) => {
    const pattern = new RegExp(
      `(?<comment>${comments.join('|')})|${texts.join('|') || '(?!)'}`,
      'g',
    )
    return endings.split(' ').map((ending) => [ending, pattern] as const)
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
  const hide = (from: number, to: number) =>
    parts.push(source.slice(from, to).replace(/[^\n]/g, gap))
  for (const { index, 0: found, groups } of source.matchAll(pattern)) {
    if (groups?.comment === undefined) continue
    hide(end, index)
    parts.push(found)
    end = index + found.length
  }
  hide(end, source.length)
  return parts.join('')
}
