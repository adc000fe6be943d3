/**
 * Creates a function that tells whether one of several globs matches a path: `*` and `?` within a name, `**` across
 * folders. A glob without a slash matches names at any depth, and one of a folder what is in it.
 *
 * It follows all ways to match at once, sign by sign: libraries that make regular expressions of globs try one after
 * the other, which takes more than a minute for `*a*a*a*a*a*a*a*a*a*a*a*a*b`.
 */
export function createMatcher(globs: readonly string[]): (path: string) => boolean {
  const all = globs.map(toSteps)
  return (path) => {
    const signs = path.replaceAll('\\', '/')
    return all.some((steps) => matches(steps, signs))
  }
}

function toSteps(glob: string): string[] {
  const plain = glob.replace(/^\.?\//, '').replace(/\/$/, '')
  const isAnywhere = !glob.replace(/\/$/, '').includes('/')
  const steps = (isAnywhere ? `**/${plain}` : plain).match(/\*\*\/?|./gsu) ?? []
  return steps.filter((step, i) => !step.startsWith('*') || step !== steps[i - 1])
}

/** Whether steps lead through a path, or through the beginning of it that is a folder. */
function matches(steps: readonly string[], path: string): boolean {
  let places = add([], steps, 0)
  for (const sign of path) {
    if (sign === '/' && places.at(-1) === steps.length) return true
    const next: number[] = []
    for (const place of places) {
      const step = steps[place]
      const isMany = step === '**' || step === '**/' || (step === '*' && sign !== '/')
      if (isMany && lastOf(next) < place) next.push(place)
      const isOne = step === sign || (sign === '/' ? step === '**/' : step === '?')
      if (isOne || (isMany && step !== '**/')) add(next, steps, place + 1)
    }
    places = next
  }
  return places.at(-1) === steps.length
}

const lastOf = (places: readonly number[]) => places.at(-1) ?? -1

/** Adds the step that can be next, and those behind it as far as these may be left out. All are in order, each once. */
function add(places: number[], steps: readonly string[], first: number): number[] {
  for (let place = first; lastOf(places) < place; place++) {
    places.push(place)
    if (!steps[place]?.startsWith('*')) break
  }
  return places
}
