-- Adds a reason to the open dispute that :actor_id has of a term, if there is one; null adds none.
-- Returns the ID of that dispute, or no row if there is none.
with dispute as (
  select id from disputes
  where term_id = :term_id and opened_by = :actor_id and resolution is null
),
added as (
  insert into dispute_reasons (dispute_id, text)
  select id, :reason from dispute where :reason::text is not null
)
select id from dispute
