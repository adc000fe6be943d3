-- Makes a user follow a term. Returns the ID of the term, or no row if it does not exist. The lock waits for a term
-- that is being merged: its followers are moved.
with term as (
  select id from terms where id = :term_id for key share
),
followed as (
  insert into term_follows (term_id, user_id)
  select id, :user_id from term
  on conflict do nothing
)
select id from term
