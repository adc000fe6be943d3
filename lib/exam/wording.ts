import type { Finding } from '../schemas/admin.ts'
import { describeWrong } from '../schemas/states.ts'
import type { Term } from '../schemas/term.ts'

/** A fault that can be read from a term itself, without a question. */
type Fault = Pick<Finding, 'kind' | 'got' | 'fix'>

/** The words of definitions that say nothing, without what is between them. */
const placeholder =
  /^(?:tb[dca]|todo|fixme|n a|na|none|unknown|xx+|foo|bar|test|lorem ipsum.*|placeholder.*|coming soon|to be (?:defined|done|added|decided|written|determined).*|(?:(?:add|write|insert|enter) )?(?:(?:a|the) )?(?:definition|description|text)(?: goes)?(?: here)?|)$/

/** Finds what is wrong with the wording and the state of a term. */
export function findFaults(term: Term): Fault[] {
  const { definition, is_stale, open_disputes } = term
  const wrong = describeWrong(term)
  return [
    is_stale && {
      kind: 'stale' as const,
      got: `last confirmed on ${term.last_confirmed_at.slice(0, 10)}`,
      fix: 'Confirm that the definition is right, or edit it.',
    },
    wrong !== null && { kind: 'disputed' as const, got: wrong, fix: 'Correct the definition.' },
    open_disputes > 0 && {
      kind: 'disputed' as const,
      got: `${open_disputes} open ${open_disputes === 1 ? 'report' : 'reports'}`,
      fix: 'Resolve the report: correct the definition, or dismiss the report.',
    },
    placeholder.test(wordsOf(definition).join(' '))
      ? { kind: 'placeholder' as const, got: definition || 'no definition', fix: 'Write what the name means.' }
      : isWithoutContext(term) && {
          kind: 'no_context' as const,
          got: definition,
          fix: 'Say in the definition who uses the name, and for what: it has hardly a word besides the name.',
        },
    isOutOfUse(definition) && {
      kind: 'discouraged' as const,
      got: definition,
      fix: 'Say which name to use instead, and make this one a discouraged name of that term.',
    },
  ].filter((fault) => fault !== false)
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a definition has fewer than three words that are not in the names of the term. */
function isWithoutContext({ name, full_name, definition, aliases }: Term): boolean {
  const names = [name, full_name ?? '', ...aliases.map((alias) => alias.name)].join(' ')
  const known = new Set(wordsOf(names))
  const segments = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(definition)
  return !segments && wordsOf(definition).filter((word) => !known.has(word)).length < 3
}

const outOfUse =
  /\b(?:deprecated|obsolete|discouraged|do not use|don[’']t use|do not say|don[’']t say|no longer used?)\b/gi

/** Whether a definition says that the name is no longer used, but not which one is. */
function isOutOfUse(definition: string): boolean {
  const rest = definition.replace(outOfUse, '')
  return rest !== definition && !/\b(?:use|say|instead|see|prefer|replaced|now|called)\b/i.test(rest)
}

const otherName =
  /\b(?:also (?:called|known as|written)|known as|aka|a\.k\.a\.|abbreviated(?: as| to)?|short for|or simply|formerly)\s+(?:the\s+)?["“'‘]?([\p{Lu}\p{N}][\p{L}\p{N}/&+#-]*(?: [\p{Lu}\p{N}][\p{L}\p{N}/&+#-]*){0,4}|(?<=["“'‘])[^"”'’]{1,60}|[\p{Ll}][\p{L}\p{N}-]*)/giu
const inBrackets = /\(([\p{Lu}][\p{Lu}\p{N}&/-]{1,9})\)/gu

/**
 * Other names that a term has according to its own text: `also called X`, `Service Level Agreement (SLA)`, initials.
 */
export function impliedNames({ name, full_name, definition }: Term): string[] {
  const text = [name, full_name ?? ''].join(' ')
  const found = [
    ...[...definition.matchAll(otherName)].map(([, other = '']) => other),
    ...[...text.matchAll(inBrackets)].map(([, other = '']) => other),
    ...initialsOf(definition, [name, full_name ?? '']),
  ]
  const initials = /^(?:\p{Lu}\p{Ll}+ ){2,}\p{Lu}\p{Ll}+$/u.test(name) ? [name.replace(/\P{Lu}/gu, '')] : []
  return [...new Set([...found, ...initials].map((other) => other.trim()))].filter(Boolean)
}

/** The initials of a name, if the definition gives them in brackets. */
function initialsOf(definition: string, names: readonly string[]): string[] {
  const initials = names.map((name) =>
    name
      .match(/(?<!\p{L})\p{L}/gu)
      ?.join('')
      .toUpperCase(),
  )
  return [...definition.matchAll(inBrackets)].flatMap(([, short = '']) => (initials.includes(short) ? [short] : []))
}
