import { wordPath } from './url.ts'

/** Names that lead to what they mean, with commas between them. */
export const LinkedNames = ({ names }: { names: readonly string[] }) => (
  <>
    {names.map((name, i) => (
      <>
        {i > 0 && ', '}
        <a href={wordPath(name)}>{name}</a>
      </>
    ))}
  </>
)
