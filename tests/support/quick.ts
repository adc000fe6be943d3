/** Leaves a suite out of `npm test -- --quick`, because it needs a browser, starts processes or takes seconds. */
export function notQuick<Suite extends { run(): void }>(suite: Suite): Suite {
  if (process.env.TEST_QUICK) suite.run = () => {}
  return suite
}
