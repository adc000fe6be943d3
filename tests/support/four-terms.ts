import type { FlowPage } from './flow-page.ts'
import { markStale, setStatus } from './terms.ts'
import type { TestService } from './test-service.ts'

/** Adds SLA (Ops), ARR (Finance, community), MRR (Finance, stale), all of ada, and QBR, of an editor. */
export async function fourTerms(service: TestService) {
  const editor = await service.person('editor', 'eve@example.com')
  const ada = await service.person('viewer', 'ada@example.com')
  const add = (name: string, category: string | null, as = ada) => service.term(as, { name, category })
  const ids = [await add('SLA', 'Ops'), await add('ARR', 'Finance'), await add('MRR', 'Finance')]
  ids.push(await add('QBR', null, editor))
  await setStatus(service, ids[1]?.id ?? '', 'community', 5)
  await markStale(service, ids[2]?.id ?? '')
  return { editor, ada, ids: ids.map(({ id }) => id) }
}

/** The names in the table of all terms. */
export const namesIn = (page: FlowPage) => page.locator('tbody th a').allInnerTexts()
