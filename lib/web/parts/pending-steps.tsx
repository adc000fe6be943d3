/** The page that shows what is set up. */
export const setupPath = '/admin/setup'

/** Stands where the steps will be: the checks ask other servers, and may take some seconds. */
export function PendingSteps() {
  return (
    <section
      id="setup"
      aria-label="Setup"
      hx-get={`${setupPath}?check=true`}
      hx-trigger="load"
      hx-target="#setup"
      hx-swap="outerHTML show:none"
    >
      <p class="with-js">Checking…</p>
      <p class="without-js">
        <a href={`${setupPath}?check=true`}>Check the setup</a>
      </p>
    </section>
  )
}
