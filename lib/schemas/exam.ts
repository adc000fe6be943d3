export type FindingKind =
  | 'missing_alias'
  | 'wrong_term'
  | 'ambiguous'
  | 'mixed_up'
  | 'discouraged'
  | 'placeholder'
  | 'no_context'
  | 'stale'
  | 'disputed'

/** Something that an agent would not find, get wrong or mix up. */
export type Finding = {
  kind: FindingKind
  term_id: string
  name: string
  question: string
  /** what the answer was */
  got: string
  fix: string
}

/** The report of the exam for agents; `score` is 0 to 100. */
export type ExamReport = {
  score: number
  questions: number
  /** how many terms the questions were about: a sample, if the glossary has more */
  terms: number
  /** how many terms the glossary has */
  total: number
  findings: Finding[]
}
