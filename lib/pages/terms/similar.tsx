import type { Similar } from '../../glossary/similar.ts'
import { Announcement } from '../parts/announcement.tsx'
import { Meanings } from './meanings.tsx'

type SimilarTermsProps = Similar & {
  isPart?: boolean
}

/** What is in the glossary under a name, or under one like it: what htmx swaps while it is typed. */
export function SimilarTerms({ same, close, isPart = false }: SimilarTermsProps) {
  const [first] = same
  return (
    <>
      <section id="similar" class="similar" aria-label="In the glossary already">
        {first && (
          <>
            <h2>A new meaning, or {same.length === 1 ? 'this one' : 'one of these'}?</h2>
            <Meanings terms={same} />
          </>
        )}
        {close.length > 0 && (
          <>
            <h2 class={first ? 'label' : undefined}>
              {first ? 'Spelled like it' : 'Is it one of these?'}
            </h2>
            <Meanings terms={close} />
          </>
        )}
      </section>
      {isPart && <Announcement text={summary({ same, close })} />}
    </>
  )
}

function summary({ same, close }: Similar): string {
  if (same.length > 0) return `${same.length} in the glossary under this name`
  return close.length > 0 ? `${close.length} in the glossary under a name like it` : ''
}
