import { addTranslations, languageFor } from '../glossary/translations.ts'
import { type Explanation, explainText } from '../lookup/text-to-explanation.ts'
import { ExplainTextInput, ExplainTextOutput } from '../schemas/mcp.ts'
import { fitting, fittingTerms } from './fitting.ts'
import { addUrl, toAdvice, toRelatedResult } from './term-result.ts'
import { defineTool, rule } from './tool.ts'

/** As many as `get_term` returns. */
const maxMeanings = 10

/** The most bytes of each part of a result, 100 KB in total. */
const maxBytes = { matches: 30_000, unknown: 10_000, terms: 60_000 }

/** The tool that explains a text (contract, sections 14 and 17). */
export const explainTextTool = defineTool({
  name: 'explain_text',
  title: 'Explain a text',
  description: `${rule} This tool finds the company terms, acronyms and jargon words in a text, and returns what they mean in this company. Use it for a message, a document or a transcript, instead of get_term for each word. "matches" lists the names in the order of the text; its "term_ids" start with the meaning that fits this text best, and "is_guess" says that the text may mean something else (an acronym in lower case, a verb form). "terms" has the definitions. "unknown" lists what is written like an acronym or a code name but is not in the glossary: do not guess what it means, but say that it is unknown, or ask the user. If the text asks for a rule or a process that no name stands for, use search_terms, too: it searches the definitions. Cite the URL in the "citation" of each term that you use. If "is_complete" is false, not everything fitted into the result: look up names whose terms are missing with get_term, and send a long text in parts.`,
  input: ExplainTextInput,
  output: ExplainTextOutput,
  async run(ctx, { text, language }) {
    const { db, names, settings, lookups, person } = ctx
    const chosen = languageFor(ctx, ctx, language)
    const found = await explainText({ db, names }, text, { readerId: person, loose: true })
    lookups.countExplained(found.unknown)
    const matches = fitting(found.matches.map(withFewMeanings), maxBytes.matches)
    const named = await addTranslations(ctx, chosen, sortByRank(found.terms, matches))
    const terms = fittingTerms(
      named.map((term) => toRelatedResult(settings, term)),
      maxBytes.terms,
    )
    const unknown = fitting(
      found.unknown.map((part) => ({ ...part, add_url: addUrl(settings, part.text) })),
      maxBytes.unknown,
    )
    const byId = new Map(named.map((term) => [term.id, term]))
    return {
      matches: matches.map((match) => ({ ...match, ...toAdvice(byId.get(match.term_ids[0] ?? ''), match.matched) })),
      terms,
      unknown,
      is_complete:
        matches.length === found.matches.length &&
        terms.length === found.terms.length &&
        terms.every(({ relations }) => relations) &&
        unknown.length === found.unknown.length,
      ...(matches.length === 0 && { note: 'Use search_terms to search definitions.' }),
    }
  },
})

type Match = Explanation['matches'][number]

const withFewMeanings = ({ term_ids, ...match }: Match): Match => ({
  ...match,
  term_ids: term_ids.slice(0, maxMeanings),
})

/** The terms of matches: the best meanings of all names, then the second ones, and so on. */
function sortByRank(terms: Explanation['terms'], matches: readonly Match[]) {
  const rankOf = new Map<string, number>()
  for (const { term_ids } of matches) {
    for (const [rank, id] of term_ids.entries()) {
      rankOf.set(id, Math.min(rank, rankOf.get(id) ?? rank))
    }
  }
  return terms.filter(({ id }) => rankOf.has(id)).sort((a, b) => (rankOf.get(a.id) ?? 0) - (rankOf.get(b.id) ?? 0))
}
