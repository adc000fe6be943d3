-- Whether only the owner and editors may change the text of a term.
create or replace function is_protected(status text, disputed_status text) returns boolean
language sql immutable parallel safe
return status in ('community', 'official') or disputed_status is not null;

-- The place of a status among the others, the most trusted first.
create or replace function trust(status text) returns integer
language sql immutable parallel safe
return array_position(array['official', 'community', 'pending', 'suggested'], status);

-- The status and the number of votes that the last of a term's open disputes took which took a status; no row if none
-- did. It counts those in reopened as open, and those in resolved as not: the statement that opens or resolves them
-- does not see itself do so.
create or replace function taken_status(term_id uuid, resolved uuid[] default '{}', reopened uuid[] default '{}')
returns table (status text, votes integer)
language sql stable as $$
  select d.status_before, (select count(*)::integer from disputed_votes v where v.dispute_id = d.id)
  from disputes d
  where
    d.term_id = taken_status.term_id and d.status_before is not null
    and (d.resolution is null or d.id = any (reopened)) and d.id <> all (resolved)
  order by d.opened_at desc
  limit 1
$$;
