import * as v from 'valibot'
import { AuditEvent } from './audit.ts'
import { Agent, ApiToken } from './credentials.ts'
import { Dispute } from './dispute.ts'
import { ImportRecord } from './import.ts'
import { Follows, InboxEntry, TermName } from './inbox.ts'
import { Proposal } from './proposal.ts'
import { HistoryEntry } from './term.ts'
import { timestamp, uuid } from './text.ts'
import { User } from './user.ts'

const about = <Schema extends v.GenericSchema>(description: string, schema: Schema) =>
  v.pipe(schema, v.description(description))

/** All that is stored about a person. The lists begin with the newest entry. */
export const PersonalData = v.object({
  user: about('The account.', v.object(User.entries)),
  identities: about(
    'Who OpenID providers say that the person is.',
    v.array(
      v.object({
        issuer: about('The issuer of the provider.', v.string()),
        subject: about('The ID of the person there.', v.string()),
        created_at: timestamp,
      }),
    ),
  ),
  tokens: about('The API tokens, without the tokens themselves.', v.array(ApiToken)),
  agents: about('The agents that the person has connected.', v.array(Agent)),
  owned_terms: about('The terms that the person owns.', v.array(TermName)),
  history: about('The changes of terms that the person made.', v.array(v.omit(HistoryEntry, ['actor', 'accepted_by']))),
  votes: about('The votes of the person.', v.array(v.object({ term_id: uuid, created_at: timestamp }))),
  proposals: about(
    'The changes that the person proposed.',
    v.array(
      v.pick(Proposal, [
        ...(['id', 'term_id', 'changes', 'note', 'status'] as const),
        ...(['created_at', 'decision_note'] as const),
      ]),
    ),
  ),
  disputes: about(
    'The problems that the person reported.',
    v.array(
      v.object({
        ...v.pick(Dispute, ['id', 'term_id', 'opened_at', 'resolution', 'note']).entries,
        reasons: about('What the person wrote.', v.array(v.string())),
      }),
    ),
  ),
  follows: about('What the person follows.', v.object(Follows.entries)),
  requested_names: about('The names of which the person wants to be told when they are added.', v.array(v.string())),
  inbox: about(
    'The entries of the inbox.',
    v.array(
      v.object({
        ...v.pick(InboxEntry, ['id', 'kind', 'created_at', 'read_at']).entries,
        detail: about('What happened, as it is stored.', v.record(v.string(), v.unknown())),
        term_name: about('The name of the term; null if it is about none.', v.nullable(v.string())),
      }),
    ),
  ),
  imports: about(
    'The imports of the person.',
    v.array(v.pick(ImportRecord, ['id', 'file_name', 'format', 'created_at'])),
  ),
  embed_keys: about('The embed keys that the person created.', v.array(v.object({ id: uuid, name: v.string() }))),
  webhooks: about('The webhooks that the person created.', v.array(v.object({ id: uuid, url: v.string() }))),
  audit_events: about('What the person did, and what was done to the account.', v.array(AuditEvent)),
})
export type PersonalData = v.InferOutput<typeof PersonalData>
