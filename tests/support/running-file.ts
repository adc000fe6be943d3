/** What the runner says about the file that runs, and learns about it. */
export type RunningFile = {
  /** the tests that are left out, as "suite: title" */
  leftOut: ReadonlySet<string>
  /** the seconds that each test took, with its hooks */
  seconds: Record<string, number>
}

let file: RunningFile = { leftOut: new Set(), seconds: {} }

/** Begins the next file of tests. Returns the seconds of each test, which are complete once the file has run. */
export function beginFile(leftOut: readonly string[]): RunningFile['seconds'] {
  file = { leftOut: new Set(leftOut), seconds: {} }
  return file.seconds
}

export const runningFile = (): RunningFile => file
