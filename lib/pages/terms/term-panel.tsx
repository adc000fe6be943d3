import type { ComponentChildren } from 'preact'
import { type Status, statuses, type Term } from '../../schemas/term.ts'
import { Field, Refusal } from '../parts/form.tsx'
import { StatusMark, statusNames } from '../parts/marks.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { nameOf } from './people.ts'
import type { News, TermView } from './view.ts'

/** How far a term can be trusted, who vouches for it, and what the reader can do about either. */
export function TermPanel(view: TermView & News) {
  const { notice, isPart, problem } = view
  return (
    <aside class="dossier" aria-label="How far to trust it">
      {problem && <Refusal problem={problem} />}
      {isPart && notice && (
        <p class="notice" tabindex={-1}>
          {notice}
        </p>
      )}
      <Trust {...view} />
      <Ownership {...view} />
      <Objection {...view} />
      {view.reader.isEditor && <Desk {...view} />}
    </aside>
  )
}

const meaning: Record<Status, string> = {
  official: 'Checked and settled: this is what it means here.',
  community: 'Several colleagues agree that this is what it means.',
  pending: 'One colleague wrote this down; too few others have agreed yet.',
  suggested: 'Found in use. Nobody has said yet whether this is what it means.',
}

function Trust({ term, details, next }: TermView) {
  return (
    <section>
      <h2 class="label">Trust</h2>
      <ol class="ladder" reversed>
        {[...statuses].reverse().map((status) => (
          <li key={status} aria-current={status === term.status ? 'step' : undefined}>
            <StatusMark status={status} />
            {status === term.status && <p>{meaning[status]}</p>}
            {status === next?.to && <p class="lacking">{lackingOf(next)}</p>}
          </li>
        ))}
      </ol>
      <p class="votes">
        <b>{term.vote_count}</b> {term.vote_count === 1 ? 'vote' : 'votes'}
        {details.hasVoted && ', yours among them'}
      </p>
      {details.hasVoted ? (
        <Act term={term} does="unvote" id="ballot" look="quiet">
          Take my vote back
        </Act>
      ) : (
        <Act
          term={term}
          does="vote"
          id="ballot"
          look={term.status === 'suggested' ? 'plain' : undefined}
        >
          Vote for this meaning
        </Act>
      )}
    </section>
  )
}

function lackingOf({ missingVotes, requiresEditor }: NonNullable<TermView['next']>): string {
  const votes = `${missingVotes} more ${missingVotes === 1 ? 'vote' : 'votes'}`
  if (!requiresEditor) return votes
  return missingVotes > 0 ? `${votes}, then an editor` : 'an editor can make it so'
}

function Ownership({ term, details, reader }: TermView) {
  const { owner } = term
  const isMine = owner?.id === reader.id
  return (
    <section>
      <h2 class="label">Owner</h2>
      <p>
        {owner === null ? 'Nobody looks after this term.' : isMine ? 'You' : nameOf(owner)}
        {owner && !details.isOwnerActive && ' (no longer here)'}
      </p>
      <p class={term.is_stale ? 'stale' : 'fine'}>
        {term.is_stale ? 'May be out of date: last confirmed ' : 'Last confirmed '}
        <RelativeTime at={term.last_confirmed_at} />
      </p>
      <div class="acts">
        {(isMine || reader.isEditor) && (
          <Act term={term} does="confirm" look={term.is_stale && isMine ? undefined : 'plain'}>
            Confirm it is still right
          </Act>
        )}
        {owner === null && (
          <Act term={term} does="claim" look="plain">
            Look after it
          </Act>
        )}
        {owner !== null && !isMine && reader.isEditor && (
          <Act term={term} does="claim" look="quiet">
            Take it over
          </Act>
        )}
        {isMine && (
          <Act term={term} does="disown" look="quiet">
            Give it up
          </Act>
        )}
      </div>
    </section>
  )
}

function Objection({ term, problem, typed }: TermView & News) {
  const errors = typed?.has('reason') ? problem?.members.errors : undefined
  return (
    <section>
      <h2 class="label">Something wrong?</h2>
      <details open={errors !== undefined}>
        <summary>Dispute it</summary>
        <Form term={term} does="dispute">
          <Field name="reason" label="Reason" hint={consequence(term)} errors={errors}>
            {(props) => (
              <textarea {...props} required rows={3} value={typed?.get('reason') ?? ''} />
            )}
          </Field>
          <button type="submit" class="button plain">
            Dispute
          </button>
        </Form>
      </details>
    </section>
  )
}

function consequence({ status, vote_count, owner }: Term): string {
  const falls = status === 'community' || status === 'official'
  const parts = [
    vote_count > 0 && (vote_count === 1 ? 'its vote goes' : `its ${vote_count} votes go`),
    falls && 'it falls back to pending',
    owner && 'its owner is told',
  ].filter((part) => typeof part === 'string')
  const said = new Intl.ListFormat('en').format(parts)
  return said ? `${said.charAt(0).toUpperCase()}${said.slice(1)}.` : 'It stands in the history.'
}

/** What editors and admins can do. */
function Desk({ term, next, problem, typed }: TermView & News) {
  const errors = typed?.has('note') ? problem?.members.errors : undefined
  return (
    <section>
      <h2 class="label">For editors</h2>
      {next && !next.requiresEditor && (
        <details open={errors !== undefined}>
          <summary>Promote it to {statusNames[next.to].toLowerCase()}</summary>
          <Form term={term} does="promote">
            <Field
              name="note"
              label="Note"
              hint="Why, for the history; may stay empty."
              errors={errors}
            >
              {(props) => <textarea {...props} rows={2} value={typed?.get('note') ?? ''} />}
            </Field>
            <button type="submit" class="button plain">
              Promote
            </button>
          </Form>
        </details>
      )}
      {next?.requiresEditor && next.missingVotes === 0 && (
        <Act term={term} does="official" look="plain">
          Make it official
        </Act>
      )}
      <details>
        <summary>Delete it</summary>
        <form class="stack" method="post" action={`/terms/${term.id}/delete`}>
          <p>
            {term.name} and its votes go for good. The audit keeps what it said. If it is merely
            wrong, edit or dispute it.
          </p>
          <input type="hidden" name="version" value={term.version} />
          <button type="submit" class="button plain">
            Delete for good
          </button>
        </form>
      </details>
    </section>
  )
}

type FormProps = { term: Term; does: string; children: ComponentChildren }

/** A form that does something to a term, and comes back to it. */
function Form({ term, does, children }: FormProps) {
  const action = `/terms/${term.id}/${does}`
  return (
    <form class="stack" method="post" action={action} hx-post={action}>
      {children}
    </form>
  )
}

/** A button that does one thing to a term. */
function Act({
  id,
  look,
  children,
  ...form
}: FormProps & { id?: string; look?: 'plain' | 'quiet' }) {
  const kind = look === 'quiet' ? 'quiet' : `button ${look ?? ''}`.trim()
  return (
    <Form {...form}>
      <button type="submit" class={kind} id={id}>
        {children}
      </button>
    </Form>
  )
}
