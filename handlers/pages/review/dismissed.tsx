import { listDismissed } from '../../../lib/review/dismissed.ts'
import { ByOffset } from '../../../lib/schemas/list.ts'
import type { Dismissed } from '../../../lib/schemas/review.ts'
import { page } from '../../../lib/web/page.tsx'
import { ActionButton } from '../../../lib/web/parts/form.tsx'
import { type Listing, Records, readListing } from '../../../lib/web/parts/pager.tsx'
import { Dated } from '../../../lib/web/parts/relative-time.tsx'

export default page(
  { path: '/dismissed', summary: 'Dismissed suggestions', role: 'editor', query: ByOffset },
  async ({ ctx, query, sendPage }) => {
    const dismissed = await readListing(query.offset, (range) => listDismissed(ctx, range))
    return sendPage('Dismissed suggestions', <DismissedPage dismissed={dismissed} />)
  },
)

/** Suggestions that discovery does not make again, each with the button that restores it. */
function DismissedPage({ dismissed }: { dismissed: Listing<Dismissed> }) {
  return (
    <>
      <header class="term-header">
        <p class="label">
          <a href="/review">Review</a>
        </p>
        <h1>Dismissed suggestions</h1>
        <p class="fine">Discovery does not suggest these names with these full names again.</p>
      </header>
      <Records {...dismissed} address="/dismissed" empty={<p>No suggestions have been dismissed.</p>}>
        {({ id, name, full_name, dismissed_by, dismissed_at }) => (
          <li class="record" key={id}>
            <div>
              <h2>
                {name} {full_name && <i dir="auto">{full_name}</i>}
              </h2>
              <p class="facts">
                <Dated what={`Dismissed by ${dismissed_by.display_name}`} at={dismissed_at} />
              </p>
            </div>
            <ActionButton action={`/dismissed/${id}/restore`} about={name}>
              Restore
            </ActionButton>
          </li>
        )}
      </Records>
    </>
  )
}
