import type { Origin } from '../glossary/context-file.ts'
import type { Blocks, Heading } from './blocks.ts'
import type { Form } from './forms.ts'
import { isNoCategory } from './join-parts.ts'
import { toText } from './markdown.ts'

/** The titles of sections of `CONTEXT.md` that have no terms. */
const otherTitles = `relationship, relation, example, example dialogue, dialogue, example dialog, dialog, conversation,
  example conversation, flagged, flagged ambiguity, ambiguity, question, open question, see also, reference, further reading,
  changelog, change log, history, decision, contributing`
  .split(/,\s+/)
  .flatMap((title) => [title, `${title}s`, title.replace(/y$/, 'ies')])

/** Whether a title says, as a whole, that a section has no terms: "Relationships", "Questions and decisions". */
const isOtherTitle = (title: string) =>
  title
    .toLowerCase()
    .replace(/:$/, '')
    .split(/, | and | & | \/ /)
    .every((part) => otherTitles.includes(part))

/** Whether a title is that of the terms in a `CONTEXT.md`. */
export const isLanguage = (title: string): boolean => /^language$/i.test(title)

/** Where the reading of a list is among the sections of its text. */
type Sections = {
  enter: (heading: Heading) => void
  /** whether the section has no terms (contract, section 21) */
  areSkipped: () => boolean
  category: () => string | undefined
  /** whether one is called "Language", as in `CONTEXT.md` */
  areOfContext: () => boolean
}

/**
 * Follows the sections of a list.
 *
 * @param origin of a `CONTEXT.md` of ours
 * @param readsAll whether no section is skipped
 */
export function createSections(blocks: Blocks, form: Form, origin: Origin | undefined, readsAll: boolean): Sections {
  const titles: number[] = []
  for (const block of blocks) if (block.kind === 'heading' && block.level === 1) titles.push(block.row)
  let [skipped, language, isOfContext]: [number, number, boolean] = [0, 0, false]
  let category: string | undefined
  return {
    enter(heading) {
      const { title, level, row } = heading
      if (skipped > 0 && level > skipped) return
      if (level <= language) language = 0
      const isCategory = language > 0
      const isTitle = titles[0] === row
      const isOther = form.isPlaced && !readsAll && !isCategory && !isTitle && isOtherTitle(title)
      skipped = isOther ? level : 0
      if (!isCategory && isLanguage(title)) {
        language = level
        isOfContext = true
      }
      if (origin && level === 2 && !isOther) return
      const isOwn = origin && (level === 3 || (level === 1 && origin.hasCategory))
      const isNamed = (level > 1 || titles.length > 1) && !isNoCategory(title)
      category = isOwn || isNamed ? toText(title) : undefined
    },
    areSkipped: () => skipped > 0,
    category: () => category,
    areOfContext: () => isOfContext,
  }
}
