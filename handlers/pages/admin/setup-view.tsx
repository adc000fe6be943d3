import { Announcement } from '../../../lib/web/parts/announcement.tsx'
import { PendingSteps, setupPath } from '../../../lib/web/parts/pending-steps.tsx'
import { Admin } from './frame-view.tsx'
import type { Step } from './read-setup.ts'

/** What of the glossary is set up, with the result of checking it. */
export function SetupPage({ steps }: { steps: readonly Step[] | null }) {
  return (
    <Admin path={setupPath} lead="What this glossary is connected to, checked now.">
      {steps ? <Steps steps={steps} /> : <PendingSteps />}
    </Admin>
  )
}

const states: Record<Step['state'], string> = {
  done: 'Done',
  open: 'To do',
  wrong: 'Does not work',
}

/** The steps, which htmx inserts. */
export function Steps({ steps, isPart = false }: { steps: readonly Step[]; isPart?: boolean }) {
  const done = steps.filter(({ state }) => state === 'done').length
  const summary = `${done} of ${steps.length} steps are done`
  return (
    <>
      <section id="setup" class="setup" aria-label="Setup">
        <p class="fine">{summary}.</p>
        <ol class="records">
          {steps.map(({ name, state, detail, link }) => (
            <li key={name} class="record">
              <div>
                <p class="step-name">
                  <span class={`step ${state}`}>{states[state]}</span> <b>{name}</b>
                </p>
                <p>{detail}</p>
              </div>
              {state !== 'done' && <a href={link.path}>{link.label}</a>}
            </li>
          ))}
        </ol>
      </section>
      {isPart && <Announcement text={summary} />}
    </>
  )
}
