import type { TermView } from './read-term.ts'

/** The names that people use for a term, one in each line, with a link to where one decides about them. */
export const LearnedNames = ({ learned }: Pick<TermView, 'learned'>) =>
  learned.map(({ id, name, people }) => (
    <p class="fine" key={id}>
      {people} people looked for “<span dir="auto">{name}</span>” and went on to this term.{' '}
      <a href="/review?kind=alias">Is it another name?</a>
    </p>
  ))
