// Work in slices, so that the page stays responsive.

const sliceMs = 8
let sliceEnd = 0

/** Waits for the next task of the browser if the current one has taken long enough. */
export function pause() {
  const now = performance.now()
  if (now < sliceEnd) return undefined
  return new Promise((resume) => {
    setTimeout(() => {
      sliceEnd = performance.now() + sliceMs
      resume()
    })
  })
}
