import { toAcronym } from '../../discovery/acronyms.ts'
import { isForeignWord, isFunctionWord } from '../../schemas/function-words.ts'
import { isVeryCommon } from '../english-words.ts'
import { namedByIntl } from '../named-by-intl.ts'
import { gap } from './text-to-tokens.ts'

/** What people write before a code name, in several languages, and what may stand between them. */
const kinds = 'project|operation|initiative|code[ -]?named?|projekt|projet|proyecto|progetto|projeto'
const between = String.raw`[ \u00a0"“„«‘'*_${gap}]{1,8}`
const codeNames = new RegExp(
  String.raw`(?<![\p{L}\p{N}_-])(?:${kinds})(${between})(\p{L}[\p{L}\p{M}\p{N}]{2,39})(?![\p{L}\p{M}\p{N}_])`,
  'giu',
)

/** What a project has besides words that most texts have: its papers, meetings and people. */
const ofProjects = new Set(
  `accounting approval backlog charter closure controller coordinator costing dashboard deliverable deliverables
  directory estimates governance handover initiation kickoff lifecycle liaison management methodology milestone
  milestones owner planner portfolio retrospective risks roadmap scheduling scope spokesperson sponsor sponsors
  stakeholder stakeholders steering template templates theater theatre timeline timelines tracker wiki workstream`
    .split(/\s+/)
    .concat(namedByIntl()),
)

/** Very common words that projects are called by: colours, beasts, and what is out of doors. */
const namesOfProjects = new Set(
  `apple bear black blue brown cat dog dream earth fire freedom gray green grey horse ice midnight night rain red river
  sun tree white wind yellow`.split(/\s+/),
)

/** A code name in a text, and where the word before it begins, unless signs stand between them. */
type CodeName = { kindStart: number; start: number; end: number }

/**
 * Finds what is called like a code name: `Project Larch`, `operation Bluebird`, `code name “Larch”`. It is one word,
 * which begins with a capital and is neither a very common one (`Project Manager`) nor an acronym. A colour or the like
 * is one unless it belongs to the next word (`Project Blue`, but not `Project White Paper`).
 */
export function* findCodeNames(text: string): Generator<CodeName> {
  for (const { index, 0: whole, 1: signs = '', 2: name = '' } of text.matchAll(codeNames)) {
    const end = index + whole.length
    const start = end - name.length
    if (isCodeName(name, text.slice(end, end + 3))) yield { kindStart: signs.trim() === '' ? index : start, start, end }
  }
}

function isCodeName(name: string, next: string) {
  const word = name.toLowerCase()
  const isMeant = namesOfProjects.has(word) && !/^(?:\s\p{Lu}|-)/u.test(next)
  const isCommon = isVeryCommon(word) && !isMeant
  const isOrdinary = isCommon || ofProjects.has(word) || isFunctionWord(word) || isForeignWord(word)
  return /^\p{Lu}.*\p{Ll}/u.test(name) && !isOrdinary && toAcronym(name) === null
}
