import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { ofContent } from '../schemas/content.ts'
import type { Proposal } from '../schemas/proposal.ts'
import type { TermFile, Written } from './files.ts'
import { ask, type Service } from './service.ts'

const Said = v.object(ofContent('edited'))
const pageSize = 500

/**
 * Finds the files whose text the service has, because an open or accepted proposal of the caller says the same.
 *
 * @throws Refusal if the service cannot be used
 */
export async function findProposed(service: Service, files: readonly TermFile[]): Promise<Set<TermFile>> {
  const found = new Set<TermFile>()
  if (files.length === 0) return found
  const proposals = await readOwnProposals(service)
  for (const file of files) {
    const { id, version } = file.written ?? {}
    const candidates = proposals.filter(({ term_id, base_version }) => term_id === id && base_version === version)
    const said = v.safeParse(Said, file.written)
    if (candidates.length === 0 || !said.success) continue
    const base = await ask<Written>(service, `terms/${id}?version=${version}`)
    if (base && candidates.some((proposal) => isText(said.output, base, proposal))) found.add(file)
  }
  return found
}

/** Whether a file says what a proposal says: its changes, and otherwise what the term had. */
function isText(said: Written, base: Written, { changes }: Proposal): boolean {
  const proposed = Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to]))
  const isSame = (field: string) => isDeepStrictEqual(said[field], { ...base, ...proposed }[field])
  return [...Object.keys(said), ...Object.keys(changes)].every(isSame)
}

async function readOwnProposals(service: Service): Promise<Proposal[]> {
  const me = await ask<{ id: string }>(service, 'me')
  const own: Proposal[] = []
  for (let offset = 0; ; offset += pageSize) {
    const page = (await ask<Proposal[]>(service, `proposals?limit=${pageSize}&offset=${offset}`)) ?? []
    own.push(...page.filter((each) => each.proposed_by.id === me?.id && /^(open|accepted)$/.test(each.status)))
    if (page.length < pageSize) return own
  }
}
