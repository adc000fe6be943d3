import type { Similar } from '../../../lib/lookup/similar.ts'
import { Announcement } from '../../../lib/web/parts/announcement.tsx'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { Meanings } from './meanings-view.tsx'

type SimilarTermsProps = Similar & {
  isPart?: boolean
}

/** Existing terms with the name that is being typed or a similar one; htmx replaces this section. */
export function SimilarTerms({ isPart = false, ...similar }: SimilarTermsProps) {
  const { same, sameTotal, close } = similar
  const [first] = same
  return (
    <>
      <section id="similar" class="similar" aria-label="Existing terms">
        {first && (
          <>
            <h2>Do you mean {sameTotal === 1 ? 'this term' : 'one of these'}?</h2>
            <Meanings terms={same} />
            {sameTotal > same.length && (
              <p>
                <a href={buildUrl('/browse', { name: first.name })}>See all {sameTotal} meanings</a>
              </p>
            )}
          </>
        )}
        {close.length > 0 && (
          <>
            <h2 class={first ? 'label' : undefined}>
              {first ? 'Similar names' : 'Do you mean one of these?'}
            </h2>
            <Meanings terms={close} />
          </>
        )}
      </section>
      {isPart && <Announcement text={summary(similar)} />}
    </>
  )
}

function summary({ sameTotal, close }: Similar): string {
  if (sameTotal > 0) return `${counted(sameTotal, 'term')} with this name`
  if (close.length === 0) return ''
  return `${counted(close.length, 'term')} with a similar name`
}
