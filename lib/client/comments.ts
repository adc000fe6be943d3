import { gap } from '../lookup/in-texts/text-to-tokens.ts'

/**
 * What a comment or text begins with, and where it ends; without `toEnd`, it is what it begins with. What has no end is
 * none, and a negative number: up to there, nothing of its kind has one, and nothing is read twice.
 */
type Kind = { begin: string; toEnd?(source: string, from: number): number }

const noEnd = (place: number) => -1 - place

/** What ends with a mark; a comment ends with its file at the latest. */
const upTo = (mark: string, begin: string, isComment = true): Kind => ({
  begin,
  toEnd(source, from) {
    const place = source.indexOf(mark, from)
    if (place >= 0) return place + mark.length
    return isComment ? source.length : noEnd(source.length)
  },
})

/** What ends with a sign that no backslash is before, on its line unless it can have several. */
const quotedBy = (sign: string, begin = sign, lines: 'one' | 'many' = 'one'): Kind => ({
  begin,
  toEnd(source, from) {
    for (let place = from; place < source.length; place++) {
      const next = source[place]
      if (next === '\\') place++
      else if (next === sign) return place + 1
      else if (next === '\n' && lines === 'one') return noEnd(place)
    }
    return noEnd(source.length)
  },
})

/** Where a regular expression ends: at a slash that is in no class, on its line. */
function toEndOfPattern(source: string, from: number) {
  let isInClass = false
  for (let place = from; place < source.length; place++) {
    const next = source[place]
    if (next === '\n') return noEnd(place)
    if (next === '/' && !isInClass) return place + 1
    if (next === '[' || next === ']') isInClass = next === '['
    if (next === '\\' && source[place + 1] !== '\n') place++
  }
  return noEnd(source.length)
}

const texts: Record<string, Kind> = {
  double: quotedBy('"'),
  single: quotedBy("'"),
  /** An apostrophe within a word begins no string. */
  quoted: quotedBy("'", String.raw`(?<!\w)'`),
  template: quotedBy('`', '`', 'many'),
  raw: upTo('`', '`', false),
  character: { begin: String.raw`'(?:\\[^'\n]*|[^'\\\n])'` },
  triple: upTo('"""', '"""', false),
  tripled: upTo("'''", "'''", false),
  pattern: { begin: String.raw`(?<=[=(,:[!&|?{};\n] {0,20}|\breturn )/(?![*/])`, toEnd: toEndOfPattern },
}
const comments: Record<string, Kind> = {
  slashes: { begin: '//.*' },
  block: upTo('*/', String.raw`/\*`),
  hash: { begin: String.raw`(?<![^\s;(])#(?!!).*` },
  dashes: { begin: '--.*' },
  semicolon: { begin: ';.*' },
  percent: { begin: '%.*' },
  markup: upTo('-->', '<!--'),
  long: upTo(']]', String.raw`--\[\[`),
  nested: upTo('-}', String.raw`\{-`),
  powershell: upTo('#>', '<#'),
}

/**
 * Of each language, by the endings of its files: its comments, and the texts within which something only looks like
 * one.
 */
const languages = `
js mjs cjs jsx ts mts cts tsx: block slashes, template double single pattern
vue svelte astro: markup block slashes, template double quoted
java kt kts scala groovy gradle cs swift dart proto sol: block slashes, triple tripled double character
c h cc cpp cxx hh hpp m mm glsl zig: block slashes, triple tripled double character
go: block slashes, raw double character
rs: block slashes, double character
css: block, double single
scss less: block slashes, double single
php tf hcl: block slashes hash, double quoted
py pyi rb sh bash zsh fish yml yaml toml r pl pm ex exs jl nim coffee: hash, triple tripled double quoted
mk cmake conf properties makefile dockerfile gitignore: hash, triple tripled double quoted
ps1 psm1: powershell hash, double quoted
sql: block dashes, double single
lua: long dashes, double single
hs elm: nested dashes, double
clj cljs el lisp scm ini: semicolon, double
erl tex: percent,
html htm xml svg: markup,`

/** The comments and texts of a language, and a pattern of what any of them begins with. */
type Language = { any: RegExp; kinds: { isComment: boolean; begin: RegExp; toEnd: Kind['toEnd'] }[] }

const byEnding = new Map(
  languages.split('\n').flatMap((language) => {
    const [endings, ...parts] = language.split(/[:,]/).map((part) => part.match(/\w+/g) ?? [])
    const kinds = [comments, texts].flatMap((kinds, i) =>
      (parts[i] ?? []).flatMap((name) => {
        const { begin, toEnd } = kinds[name] ?? { begin: '(?!)' }
        return { isComment: kinds === comments, begin: new RegExp(begin, 'y'), toEnd }
      }),
    )
    const any = new RegExp(kinds.map(({ begin }) => begin.source).join('|') || '(?!)', 'g')
    return endings?.map((ending): [string, Language] => [ending, { any, kinds }]) ?? []
  }),
)

/**
 * Returns a source file of which only the comments are left, at their places. It is read once, whatever it contains.
 *
 * @param path tells the language
 * @returns null if it is no source code
 */
export function toComments(path: string, source: string): string | null {
  const ending = /[^./\\]*$/.exec(path.toLowerCase())?.[0] ?? ''
  const language = byEnding.get(ending)
  if (!language) return null
  const parts: string[] = []
  let end = 0
  const hide = (from: number, to: number) => parts.push(source.slice(from, to).replace(/[^\n]/g, gap))
  for (const { from, to } of findComments(language, source)) {
    hide(end, from)
    parts.push(source.slice(from, to))
    end = to
  }
  hide(end, source.length)
  return parts.join('')
}

function* findComments({ any, kinds }: Language, source: string) {
  /** Up to where it is known that nothing of a kind has an end. */
  const noneBefore = kinds.map(() => 0)
  let from = 0
  for (;;) {
    any.lastIndex = from
    from = any.exec(source)?.index ?? source.length
    if (from === source.length) return
    let to = -1
    for (const [i, { isComment, begin, toEnd }] of kinds.entries()) {
      begin.lastIndex = from
      const isKnown = from < (noneBefore[i] ?? 0)
      if (isKnown || !begin.test(source)) continue
      to = toEnd ? toEnd(source, begin.lastIndex) : begin.lastIndex
      if (to < 0) noneBefore[i] = noEnd(to)
      else if (isComment) yield { from, to }
      if (to >= 0) break
    }
    from = to < 0 ? from + 1 : to
  }
}
