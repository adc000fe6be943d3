/** Returns how many milliseconds of processor time work takes in this process, which does not depend on what else the machine does. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  return process.cpuUsage(before).user / 1000
}
