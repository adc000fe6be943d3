import type { Status } from '../../schemas/term.ts'

/** Names of the statuses. */
export const statusNames: Record<Status, string> = {
  official: 'Official',
  community: 'Community',
  pending: 'Pending',
  suggested: 'Suggested',
}

/** The status of a term. */
export function StatusMark({ status }: { status: Status }) {
  return <span class={`status ${status}`}>{statusNames[status]}</span>
}

/** Marks a stale term. */
export function StaleMark() {
  return (
    <span class="stale" title="This term has not been confirmed for a long time.">
      May be out of date
    </span>
  )
}
