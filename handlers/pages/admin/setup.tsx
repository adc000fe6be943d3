import * as v from 'valibot'
import { page } from '../../../lib/web/page.tsx'
import { Announcement } from '../../../lib/web/parts/part.tsx'
import { PendingSteps, setupPath } from '../../../lib/web/parts/pending-steps.tsx'
import packageJson from '../../../package.json' with { type: 'json' }
import { Admin } from './frame-view.tsx'
import { readSetup, type SetupStep } from './read-setup.ts'

/** What is set up. The checks ask other servers, so the page without them comes first. */
export default page(
  {
    path: '/admin/setup',
    summary: 'Check the setup',
    role: 'admin',
    query: v.object({ check: v.optional(v.literal('true')) }),
    timeoutMs: 40_000,
  },
  async ({ ctx, query, isPartial, sendPage, sendPart }) => {
    const steps = query.check ? await readSetup(ctx, packageJson.version) : null
    if (isPartial && steps) return sendPart(<Steps steps={steps} isPart />)
    return sendPage('Setup', <SetupPage steps={steps} />)
  },
)

/** What of the glossary is set up, with the result of checking it. */
function SetupPage({ steps }: { steps: readonly SetupStep[] | null }) {
  return (
    <Admin path={setupPath} lead="What this glossary is connected to, checked now.">
      {steps ? <Steps steps={steps} /> : <PendingSteps />}
    </Admin>
  )
}

const states: Record<SetupStep['state'], string> = { done: 'Done', open: 'To do', wrong: 'Does not work' }

function Steps({ steps, isPart = false }: { steps: readonly SetupStep[]; isPart?: boolean }) {
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
