/** Leaves a suite out of `npm test -- --quick`, because it needs a browser or starts processes. */
export function notQuick<Suite extends { run(): void }>(suite: Suite): Suite {
  if (process.env.TEST_QUICK) suite.run = () => {}
  return suite
}
