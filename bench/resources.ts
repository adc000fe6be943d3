/** What was opened and has to be let go of at the end, however that comes. */
export type Resources = {
  /**
   * Waits for something to open and remembers how to let go of it.
   *
   * @throws Error once letting go has begun; what still opens is let go of as well
   */
  take<Thing>(opening: Promise<Thing>, letGo: (thing: Thing) => unknown): Promise<Thing>
  /** Lets go of everything, the newest first. A second call waits for the same end. */
  letGo(): Promise<void>
}

export function createResources(): Resources {
  const steps: (() => Promise<unknown>)[] = []
  let ending: Promise<void> | undefined

  async function end() {
    for (let step = steps.pop(); step; step = steps.pop()) {
      await step().catch((error) => process.stderr.write(`${error}\n`))
    }
  }
  return {
    async take(opening, letGo) {
      // A failure to open is the caller's to tell; here there is then nothing to let go of.
      steps.push(() => opening.then(letGo, () => {}))
      const thing = await opening
      if (ending) throw new Error('it is ending')
      return thing
    },
    letGo() {
      ending ??= end()
      return ending
    },
  }
}
