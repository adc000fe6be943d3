// The plainest statements that give the answers of the service, for the server to which the benchmark compares it,
// without the owners and aliases of terms. They are its own: if it ran those of the service, a slow one would go
// unnoticed.

const columns = `
  t.id, t.name, t.full_name, t.definition, t.category, t.status, t.version, t.vote_count, t.open_disputes,
  t.is_stale, t.last_confirmed_at, t.source, t.created_at, t.updated_at`

/** $1: the ID of a term. */
export const get = `
  select ${columns}
  from terms t
  where t.id = $1`

/** $1: limit, $2: offset. */
export const list = `
  select ${columns}
  from (
    select id from terms
    order by name_key, full_name_key, category_key
    limit $1 offset $2
  ) as page
  join terms t on t.id = page.id
  order by t.name_key, t.full_name_key, t.category_key`

/** The number of terms in each status. */
export const counts = 'select status, sum(total)::integer as total from term_counts group by status'

/**
 * $1: text; $2: its words as a tsquery, the last one unfinished; $3: limit. Each row has the number of matches in each
 * status.
 */
export const search = `
  select ${columns}, m.suggested, m.pending, m.community, m.official
  from (
    select
      id, vote_count, name_key,
      count(*) filter (where status = 'suggested') over ()::integer as suggested,
      count(*) filter (where status = 'pending') over ()::integer as pending,
      count(*) filter (where status = 'community') over ()::integer as community,
      count(*) filter (where status = 'official') over ()::integer as official,
      case
        when starts_with(name_key, fold($1)) then 2 + 1.0 / char_length(name_key)
        else ts_rank(search, plainto_tsquery('english', words($1)), 32)
      end as relevance
    from terms
    where
      (name_key >= fold($1) and name_key < fold($1) || chr(1114111))
      or search @@ plainto_tsquery('english', words($1))
      or name_search @@ to_tsquery('simple', $2)
    order by relevance desc, vote_count desc, name_key
    limit $3
  ) as m
  join terms t on t.id = m.id
  order by m.relevance desc, m.vote_count desc, m.name_key`

/** $1: a word. The words of names that differ from it by one letter, the most similar first. */
export const spellings = `
  select word from name_words
  where spelling_keys(word) && spelling_keys($1)
  order by similarity(word, $1) desc, word
  limit 5`

/** $1: names in lower case. All terms with one of them. */
export const named = `
  select ${columns}
  from terms t
  where t.name_key = any ($1)
  order by t.name_key, t.vote_count desc`

/** $1: a status, $2: limit. */
export const exported = `
  select name, full_name, definition, category
  from terms
  where status = $1
  order by name_key, full_name_key, category_key
  limit $2`

/** $1: the ID of a term, $2: that of the voter. A first vote, with its history and audit event. */
export const vote = `
  with new_vote as (
    insert into votes (term_id, user_id) values ($1, $2) returning term_id
  ),
  term as (
    update terms t
    set
      vote_count = t.vote_count + 1,
      status = case
        when t.status = 'suggested' then 'pending'
        when t.status = 'pending' and t.vote_count >= 2 then 'community'
        else t.status
      end
    from new_vote v
    join terms before on before.id = v.term_id
    where t.id = v.term_id
    returning t.id, t.name, t.version, t.vote_count, t.status, before.status as status_before
  ),
  history as (
    insert into term_history (term_id, version, action, changes, actor_id)
    select
      id, version, 'status_changed',
      jsonb_build_object('status', jsonb_build_object('from', status_before, 'to', status)), $2
    from term
    where status <> status_before
  ),
  audit as (
    insert into audit_events (actor_id, action, target_type, target_id, payload)
    select
      $2, 'term.voted', 'term', id,
      jsonb_build_object('name', name, 'vote_count', vote_count, 'status', status)
    from term
  )
  select vote_count, status, nullif(status, status_before) as transition, true as voted
  from term`

/** $1: the ID of the creator, $2: name, $3: full name, $4: definition, $5: category. */
export const create = `
  with t as (
    insert into terms (name, full_name, definition, category, status, source, owner_id)
    values ($2, $3, $4, $5, 'pending', 'user', $1)
    returning *
  ),
  history as (
    insert into term_history (term_id, version, action, changes, actor_id)
    select
      id, version, 'created',
      jsonb_build_object('name', jsonb_build_object('from', null, 'to', name)), $1
    from t
  ),
  audit as (
    insert into audit_events (actor_id, action, target_type, target_id, payload)
    select $1, 'term.created', 'term', id, jsonb_build_object('name', name)
    from t
  )
  select ${columns}
  from t
  left join users o on o.id = t.owner_id`
