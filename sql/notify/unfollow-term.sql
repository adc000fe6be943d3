-- Makes a user stop following a term. Returns the ID of the term, or no row if it does not exist.
with term as (
  select id from terms where id = :term_id
),
unfollowed as (
  delete from term_follows f using term t where f.term_id = t.id and f.user_id = :user_id
)
select id from term
