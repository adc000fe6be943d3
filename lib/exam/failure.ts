import type { Finding } from '../schemas/exam.ts'
import type { MeaningResult } from '../schemas/mcp.ts'
import type { Term } from '../schemas/term.ts'

/** Makes findings about the answers to a question. */
export type Fail = (kind: Finding['kind'], got: string, fix: string) => Finding

/** As much of a text as a person needs to recognize the question. */
const maxShown = 200

const shorten = (text: string) => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text)

/** @param input what the tool was asked */
export const failing =
  ({ id, name }: Term, tool: string, input: string): Fail =>
  (kind, got, fix) => ({
    kind,
    term_id: id,
    name,
    question: `${tool} ${JSON.stringify(shorten(input))}`,
    got,
    fix,
  })

export const tellApart =
  'Nothing tells these meanings apart. Give each a full name or a category, and say in its definition who uses it.'

/** The words of a text in which the name has the meaning of this term. */
export const contextOf = ({
  full_name,
  definition,
  category,
}: Pick<Term, 'full_name' | 'definition' | 'category'>): string =>
  [full_name, definition, category].filter(Boolean).join(' ')

/** Says which term an answer is. */
export const describeMeaning = ({
  name,
  full_name,
}: Pick<MeaningResult, 'name' | 'full_name'>): string =>
  full_name ? `${name} (${full_name})` : name
