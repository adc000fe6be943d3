-- Adds a reason to the open dispute that :actor_id has of a term, if there is one; null adds none. A dispute has at
-- most :max_reasons. Run glossary/lock-term before it. Returns the ID of that dispute, and whether it has no room for
-- the reason; no row if there is no dispute.
with dispute as (
  select
    d.id,
    :reason::text is not null
    and (select count(*) from dispute_reasons r where r.dispute_id = d.id) >= :max_reasons as is_full
  from disputes d
  where d.term_id = :term_id and d.opened_by = :actor_id and d.resolution is null
),
added as (
  insert into dispute_reasons (dispute_id, text)
  select id, :reason from dispute where :reason::text is not null and not is_full
)
select id, is_full from dispute
