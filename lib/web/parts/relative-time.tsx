import { dayMs } from '../../days.ts'

/** Units with their length in seconds. A unit is used below `limit` of them, after rounding. */
const units = [
  { unit: 'minute', seconds: 60, limit: 60 },
  { unit: 'hour', seconds: 3600, limit: 24 },
  { unit: 'day', seconds: 86_400, limit: 31 },
  { unit: 'month', seconds: 30.4375 * 86_400, limit: 24 },
  { unit: 'year', seconds: 365.25 * 86_400, limit: Number.POSITIVE_INFINITY },
] as const

const relativeFormat = new Intl.RelativeTimeFormat('en')
const utcFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** How long ago something was, or how soon it will be. Hovering shows the local time (assets/app.js) and UTC. */
export function RelativeTime({ at }: { at: string }) {
  const time = new Date(at)
  return (
    <time datetime={time.toISOString()} title={formatUtc(time)}>
      {formatRelative(time, new Date())}
    </time>
  )
}

/** A date and time in the reader's time zone (assets/app.js), in UTC without JavaScript and on hover. */
export function LocalTime({ at }: { at: string }) {
  const time = new Date(at)
  return (
    <time datetime={time.toISOString()} title={formatUtc(time)} data-local-time>
      {formatUtc(time)}
    </time>
  )
}

/** Formats a time in UTC: "25 November 2026 at 10:00 UTC". */
export const formatUtc = (time: Date): string => `${utcFormat.format(time)} UTC`

/** The time from `now` to `time`, rounded: "3 days ago", "20 months ago", "in 2 hours". */
export function formatRelative(time: Date, now: Date): string {
  const seconds = (time.getTime() - now.getTime()) / 1000
  if (Math.abs(seconds) < 60) return seconds > 1 ? 'in a moment' : 'just now'
  for (const { unit, seconds: length, limit } of units) {
    const count = Math.round(Math.abs(seconds) / length)
    if (count < limit) return relativeFormat.format(Math.sign(seconds) * count, unit)
  }
  throw new RangeError('a time must be finite')
}

/** When something was done. */
export const Dated = ({ what, at }: { what: string; at: string }) => (
  <span>
    {what} <RelativeTime at={at} />
  </span>
)

export const LastUsed = ({ at }: { at: string | null }) =>
  at === null ? <span>Never used</span> : <Dated what="Last used" at={at} />

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** The day of a time before `now`, in the reader's time zone (assets/app.js); without JavaScript, in UTC. */
export function LocalDay({ time, now }: { time: Date; now: Date }) {
  return (
    <time datetime={time.toISOString()} data-local-day>
      {formatDay(time, now)}
    </time>
  )
}

/** The day of a time before `now` in UTC, in words: "on Tuesday". */
export function formatDay(time: Date, now: Date): string {
  const days = Math.floor(now.getTime() / dayMs) - Math.floor(time.getTime() / dayMs)
  if (days <= 0) return 'earlier today'
  if (days === 1) return 'yesterday'
  return `on ${(days < 7 ? weekday : date).format(time)}`
}
