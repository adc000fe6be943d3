-- What others than a user (:user_id) added or changed since a time (:since), without suggestions: first terms that
-- the user follows or has asked for, then, if :reviewed_first, community and official ones, then the newest. What an
-- import was the last to change is one row, and so is what undoing it did, but for terms that the user follows or has
-- asked for; with :import_id, there are only the terms of that import, each by itself. A term that only got another
-- category still means the same, and who confirmed a text that is known to be wrong no longer counts. Returns one row
-- per term or import, at most :limit from :offset on, each with the number of all. Of an import, the term is null,
-- and `imported` its ID, the number of its terms, and whether it was undone. `earlier` is the definition at that
-- time, if it has changed; `actor_name` is who made the latest change.
with changes as (
  select
    h.term_id, max(h.seq) as latest,
    max(h.seq) filter (where h.import_id is not null) as latest_import,
    bool_or(h.action = 'created') as is_new
  from term_history h
  where
    h.created_at > :since
    and h.actor_id is distinct from :user_id
    and h.action in ('created', 'updated', 'status_changed', 'confirmed', 'reverted')
    and (h.action <> 'updated' or h.changes - 'category' <> '{}')
    and (h.action <> 'confirmed' or not exists (select from terms t where t.id = h.term_id and t.needs_correction))
    and (:import_id::uuid is null or h.import_id = :import_id)
  group by h.term_id
),
terms_changed as (
  select
    t.id, c.is_new, c.latest,
    c.latest is not distinct from c.latest_import and :import_id::uuid is null as is_imported,
    exists (select from term_follows f where f.term_id = t.id and f.user_id = :user_id) as is_followed,
    exists (
      select from category_follows f where f.category_key = t.category_key and f.user_id = :user_id
    ) as is_category_followed,
    exists (
      select from inbox_entries e
      where e.user_id = :user_id and e.term_id = t.id and e.kind = 'wanted_added'
    ) as is_asked,
    :reviewed_first::boolean and t.status <> 'pending' as is_first
  from changes c
  join terms t on t.id = c.term_id
  where t.status <> 'suggested'
),
news as (
  select
    id, null::jsonb as imported, is_new, latest, is_followed, is_category_followed, is_asked, is_first
  from terms_changed
  where not is_imported or is_followed or is_asked
  union all
  select
    null, jsonb_build_object('id', h.import_id, 'total', count(*), 'is_undone', h.action = 'reverted'), false,
    max(c.latest), false, bool_or(c.is_category_followed), false, bool_or(c.is_first)
  from terms_changed c
  join term_history h on h.seq = c.latest
  where c.is_imported and not (c.is_followed or c.is_asked)
  group by h.import_id, h.action = 'reverted'
)
select
  s.term, n.imported, n.total, n.is_new, n.is_followed, n.is_category_followed, n.is_asked,
  h.action, a.public_name as actor_name, h.created_at,
  (
    select e.changes -> 'definition' ->> 'from'
    from term_history e
    where
      not n.is_new
      and e.term_id = n.id
      and e.created_at > :since
      and e.action in ('updated', 'reverted')
      and e.changes ? 'definition'
    order by e.seq
    limit 1
  ) as earlier
from (
  select *, count(*) over ()::integer as total
  from news
  order by is_followed or is_category_followed or is_asked desc, is_first desc, latest desc
  limit :limit offset :offset
) as n
left join shown_terms s on s.id = n.id
join term_history h on h.seq = n.latest
left join users a on a.id = h.actor_id
order by n.is_followed or n.is_category_followed or n.is_asked desc, n.is_first desc, n.latest desc
