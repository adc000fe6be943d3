/** Resources that are closed together, in reverse order of opening. */
export type Resources = {
  /**
   * Waits for a resource to open and registers how to close it.
   *
   * @throws Error once `close` has been called; a resource that opens later is closed, too
   */
  open<Resource>(opening: Promise<Resource>, close: (resource: Resource) => unknown): Promise<Resource>
  /** Closes all resources. Further calls return the same promise. */
  close(): Promise<void>
}

export function createResources(): Resources {
  const closers: (() => Promise<unknown>)[] = []
  let closing: Promise<void> | undefined

  async function closeAll() {
    for (let close = closers.pop(); close; close = closers.pop()) {
      await close().catch((error) => process.stderr.write(`${error}\n`))
    }
  }
  return {
    async open(opening, close) {
      if (closing) {
        await opening.then(close, () => {})
        throw new Error('the benchmark is stopping')
      }
      // The caller reports a failure to open; then there is nothing to close.
      closers.push(() => opening.then(close, () => {}))
      const resource = await opening
      if (closing) throw new Error('the benchmark is stopping')
      return resource
    },
    close() {
      closing ??= closeAll()
      return closing
    },
  }
}

/**
 * Runs a program with resources, which its end or Ctrl-C closes. An error is written as a line, and the exit status is
 * 1.
 *
 * @param run the program
 */
export async function runWithResources(run: (resources: Resources) => Promise<unknown>) {
  const resources = createResources()
  process.on('SIGINT', () => resources.close().finally(() => process.exit(130)))
  try {
    await run(resources)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  } finally {
    await resources.close()
  }
}
