import { buildUrl } from '../parts/url.ts'

/** The names that most people looked for and did not find. */
export function WantedOnHome({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p class="linked-filters">
      People looked for{' '}
      {names.map((name, i) => (
        <>
          {i > 0 && ', '}
          <a href={buildUrl('/terms/new', { name })}>{name}</a>
        </>
      ))}
      . Know one? Add it. <a href="/wanted">See all wanted names</a>
    </p>
  )
}
