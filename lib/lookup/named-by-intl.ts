const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** What English calls weekdays, months, languages and countries, in lower case. */
export function namedByIntl(): string[] {
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const named = (['language', 'region'] as const).flatMap((type) => {
    const names = new Intl.DisplayNames('en', { type, fallback: 'none' })
    return codes.flatMap((code) => names.of(type === 'region' ? code.toUpperCase() : code) ?? [])
  })
  // Every eighth day of a year: all months, and all weekdays.
  const dates = Array.from({ length: 46 }, (_, i) => new Date(Date.UTC(2026, 0, 1 + 8 * i)))
  const timed = (['weekday', 'month'] as const).flatMap((part) =>
    dates.map((date) => date.toLocaleString('en', { [part]: 'long', timeZone: 'UTC' })),
  )
  return [...named, ...timed].map((name) => name.toLowerCase())
}
