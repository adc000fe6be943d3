-- A time in UTC as the API shows it (RFC 3339), with as many digits as it needs.
create or replace function to_rfc3339(value timestamptz) returns text
language sql stable parallel safe
return trim('"' from to_json(value at time zone 'UTC')::text) || 'Z';

-- A term as the API shows it; no row if the term is null. Statements that change a term pass it what they return, all
-- others read the view below. PostgreSQL inlines it, so it costs nothing beside its columns.
create or replace function shown_term(t terms, owner_name text) returns table (term json)
language sql stable as $$
  select row_to_json(shown)
  from (
    select
      t.id, t.name, t.full_name, t.definition, t.category, t.in_texts, t.aliases, t.links, t.status, t.version,
      t.vote_count,
      t.open_disputes,
      case
        when t.disputed_status is not null
          then json_build_object('status', t.disputed_status, 'vote_count', t.disputed_vote_count)
      end as before_dispute,
      case when t.needs_correction then json_build_object('reasons', reasons_to_correct(t.id)) end as needs_correction,
      case
        when t.owner_id is not null
          then json_build_object('id', t.owner_id, 'display_name', owner_name)
      end as owner,
      t.is_stale, to_rfc3339(t.last_confirmed_at) as last_confirmed_at, t.source,
      to_rfc3339(t.created_at) as created_at, to_rfc3339(t.updated_at) as updated_at
    where t.id is not null
  ) as shown
$$;

-- A term as the API shows it alone, with its relations; no row if the term is null. Lists have none.
create or replace function related_term(t terms, owner_name text) returns table (term json)
language sql stable as $$
  select (left(s.term::text, -1) || ',' || substr(coalesce(r.relations::text, '{"relations":[]}'), 2))::json
  from shown_term(t, owner_name) as s
  cross join lateral shown_relations(t.id) as r
$$;

create or replace view shown_terms as
select t.id, t.version, s.term
from terms t
left join users o on o.id = t.owner_id
cross join lateral shown_term(t, o.public_name) as s;
