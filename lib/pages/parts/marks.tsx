import type { Status } from '../../schemas/term.ts'

/** How far a term can be trusted, as people say it. */
export const statusNames: Record<Status, string> = {
  official: 'Official',
  community: 'Community',
  pending: 'Pending',
  suggested: 'Suggested',
}

/** The status of a term: a disc that fills up as trust grows, and its name. */
export function StatusMark({ status }: { status: Status }) {
  return <span class={`status ${status}`}>{statusNames[status]}</span>
}

/** Marks a term that nobody has confirmed for a long time. */
export function StaleMark() {
  return (
    <span class="stale" title="Nobody has confirmed this for a long time.">
      May be out of date
    </span>
  )
}
