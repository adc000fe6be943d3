-- Merges a term into another one, :into, which gets its votes, followers, :aliases and :links, with history entry and
-- audit event. Terms that were merged into it before now belong to :into. Run review/lock-for-removal before
-- it. Returns nothing.
with moved_votes as (
  insert into votes (term_id, user_id, created_at)
  select :into, user_id, created_at from votes where term_id = :id
  on conflict do nothing
  returning user_id
),
moved_follows as (
  insert into term_follows (term_id, user_id, created_at)
  select :into, user_id, created_at from term_follows where term_id = :id
  on conflict do nothing
),
target as (
  select id, name, aliases, links, vote_count, (select count(*)::integer from moved_votes) as new_votes
  from terms
  where id = :into
),
removed as (
  delete from terms t where id = :id
  returning t as term, t.*
),
earlier as (
  update merged_terms set into_id = :into where into_id = :id
),
remembered as (
  insert into merged_terms (id, into_id) select id, :into from removed
),
changed as (
  update terms t
  set
    aliases = :aliases::jsonb, links = :links::jsonb, vote_count = t.vote_count + x.new_votes, version = t.version + 1,
    updated_at = now()
  from target x
  where t.id = x.id
  returning t.id, t.version, t.aliases, t.links, t.vote_count
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id)
  select
    c.id, c.version, 'merged',
    jsonb_build_object('merged_term', jsonb_build_object(
      'from', null,
      'to', jsonb_build_object('id', r.id, 'name', r.name, 'full_name', r.full_name)
    ))
    || field_change('aliases', x.aliases, c.aliases)
    || field_change('links', x.links, c.links)
    || field_change('vote_count', x.vote_count, c.vote_count),
    :actor_id
  from changed c
  join target x on x.id = c.id
  cross join removed r
)
insert into audit_events (actor_id, action, target_type, target_id, payload)
select
  :actor_id, 'term.merged', 'term', r.id,
  term_content(r.term)
    || jsonb_build_object('version', r.version, 'owner_id', r.owner_id, 'into', x.id, 'into_name', x.name)
from removed r
cross join target x
