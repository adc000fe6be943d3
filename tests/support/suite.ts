import * as uvu from 'uvu'
import { runningFile } from './running-file.ts'

export type { Test } from 'uvu'

/** A suite of uvu, of which the runner learns what each test takes, and can leave tests out. */
export function suite<Context = Record<string, unknown>>(name: string, context?: Context): uvu.Test<Context> {
  const { leftOut, seconds } = runningFile()
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

  let isEmpty = true
  const add: typeof test = Object.assign((title: string, body: uvu.Callback<Context>) => {
    if (leftOut.has(`${name}: ${title}`)) return
    isEmpty = false
    test(title, body)
  }, test)
  // Else what is prepared for all tests would be prepared for none.
  add.run = () => void (isEmpty || test.run())
  return add
}
