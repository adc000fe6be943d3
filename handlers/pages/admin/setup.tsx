import * as v from 'valibot'
import { page } from '../../../lib/web/page.tsx'
import packageJson from '../../../package.json' with { type: 'json' }
import { readSetup } from './read-setup.ts'
import { SetupPage, Steps } from './setup-view.tsx'

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
