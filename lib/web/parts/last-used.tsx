import { RelativeTime } from './relative-time.tsx'

/** When a credential was last used. */
export function LastUsed({ at }: { at: string | null }) {
  if (at === null) return <span>Never used</span>
  return (
    <span>
      Last used <RelativeTime at={at} />
    </span>
  )
}
