import type { Status } from '../../lib/schemas/term.ts'
import type { TestService } from './test-service.ts'

/** Gives a term a status and a number of votes, by users created for this purpose. */
export async function setStatus({ sql }: TestService, id: string, status: Status, votes = 0) {
  await sql`
    with voters as (
      insert into users (email)
      select gen_random_uuid() || '@voters.example' from generate_series(1, ${votes}::integer)
      returning id
    ),
    added_votes as (insert into votes (term_id, user_id) select ${id}, id from voters)
    update terms set status = ${status}, vote_count = ${votes} where id = ${id}`
}

/** Marks a term as stale, last confirmed in 2020. */
export async function markStale({ sql }: TestService, id: string) {
  await sql`update terms set is_stale = true, last_confirmed_at = '2020-01-01Z', stale_since = now()
    where id = ${id}`
}
