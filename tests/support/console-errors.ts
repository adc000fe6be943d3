/** Whether a page may write an error to its console: one about a response whose status is expected. */
export function isExpectedError(text: string, statuses: readonly number[]): boolean {
  const isExpected = statuses.some((status) =>
    // The first wording is Chromium's, the second htmx's.
    new RegExp(`(status of|Status Error Code) ${status} `).test(text),
  )
  // A new search cancels the previous one.
  return isExpected || /^htmx:(sendAbort|afterRequest)\b/.test(text)
}
