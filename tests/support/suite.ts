import * as uvu from 'uvu'
import { secondsOfTests } from './running-file.ts'

export type { Test } from 'uvu'

/** A suite of uvu, of which the runner learns what each test takes. */
export function suite<Context = Record<string, unknown>>(name: string, context?: Context): uvu.Test<Context> {
  const seconds = secondsOfTests()
  const test = uvu.suite(name, context)
  let [running, start] = ['', 0]
  function end() {
    if (running) seconds[running] = (seconds[running] ?? 0) + (performance.now() - start) / 1000
    running = ''
  }
  test.before.each(({ __test__ }) => {
    end()
    running = `${name}: ${__test__}`
    start = performance.now()
  })
  test.after(end)
  return test
}
