const units = [
  ['year', 365.25 * 86_400],
  ['month', 30.4375 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

const relative = new Intl.RelativeTimeFormat('en')
const exact = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** How long ago something was, or how soon it will be, with the exact time on hover. */
export function RelativeTime({ at }: { at: string }) {
  const time = new Date(at)
  return (
    <time datetime={time.toISOString()} title={`${exact.format(time)} UTC`}>
      {distance(time, new Date())}
    </time>
  )
}

/** The time between two moments in its greatest unit, counted down: "3 days ago", "in 2 hours". */
export function distance(time: Date, now: Date): string {
  const seconds = (time.getTime() - now.getTime()) / 1000
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit)
  }
  return seconds > 1 ? 'in a moment' : 'just now'
}
