/** A part of a text: where it starts and ends, in UTF-16 units; `end` is exclusive. */
type Range = { start: number; end: number }

/** Cuts a text into the given ranges, which are sorted and do not overlap, and the texts between them. */
export function cutText<Each extends Range>(
  text: string,
  ranges: readonly Each[],
): (string | { text: string; range: Each })[] {
  const parts: (string | { text: string; range: Each })[] = []
  let end = 0
  for (const range of ranges) {
    parts.push(text.slice(end, range.start), { text: text.slice(range.start, range.end), range })
    end = range.end
  }
  parts.push(text.slice(end))
  return parts.filter((part) => part !== '')
}
