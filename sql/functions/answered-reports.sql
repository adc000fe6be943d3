-- Terms that are known to be wrong: somebody reported a problem, somebody agreed, and the text is still as it was.

-- Whether a report still asks for something: nobody has decided about it, or it was right and the text is still as it
-- was.
create or replace function is_unsettled(d disputes) returns boolean
language sql immutable parallel safe
return d.resolution is null or d.resolution = 'upheld' and d.corrected_version is null;

-- What reports say that were right, while the text is still as it was when they were opened: the first 20 reasons, as
-- lists have them, too. Only called for terms that need a correction.
create or replace function reasons_to_correct(term_id uuid) returns json
language plpgsql stable as $$
begin
  return (
    select coalesce(
      json_agg(json_build_object('text', r.text, 'created_at', to_rfc3339(r.created_at)) order by r.id), '[]'
    )
    from (
      select x.*
      from disputes d
      join dispute_reasons x on x.dispute_id = d.id
      where d.term_id = reasons_to_correct.term_id and d.resolution = 'upheld' and d.corrected_version is null
      order by x.id
      limit 20
    ) as r
  );
end
$$;

-- The reports of a term that still ask for something, as lib/review/disputes.ts reads them, the 50 oldest first; null
-- if there are none.
create or replace function unsettled_disputes(term_id uuid) returns jsonb
language plpgsql stable as $$
begin
  return (
    select jsonb_agg(
      jsonb_build_object(
        'id', d.id, 'term_id', d.term_id, 'opened_at', to_rfc3339(d.opened_at),
        'resolved_at', to_rfc3339(d.resolved_at), 'resolution', d.resolution, 'note', d.note,
        'opened_by', person(o), 'resolved_by', person(r),
        'reasons', (
          select coalesce(
            jsonb_agg(jsonb_build_object('text', x.text, 'created_at', to_rfc3339(x.created_at)) order by x.id), '[]'
          )
          from dispute_reasons x
          where x.dispute_id = d.id
        )
      )
      order by d.opened_at, d.id
    )
    from (
      select w.* from disputes w
      where w.term_id = unsettled_disputes.term_id and is_unsettled(w)
      order by w.opened_at, w.id
      limit 50
    ) as d
    join users o on o.id = d.opened_by
    left join users r on r.id = d.resolved_by
  );
end
$$;

-- Whether an entry of somebody's inbox asks about their report, which is not settled, and they have given no reason
-- since.
create or replace function is_open_question(e inbox_entries) returns boolean
language sql stable
return e.kind = 'asked' and exists (
  select from disputes d
  where
    d.id = (e.detail ->> 'dispute_id')::uuid and is_unsettled(d)
    and not exists (select from dispute_reasons r where r.dispute_id = d.id and r.created_at > e.created_at)
);
