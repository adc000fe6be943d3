/** The seconds that each test of the running file took, with its hooks, by "suite: title". */
let seconds: Record<string, number> = {}

/** Begins the next file of tests. Returns the seconds of each test, which are complete once the file has run. */
export function beginFile(): Record<string, number> {
  seconds = {}
  return seconds
}

export const secondsOfTests = (): Record<string, number> => seconds
