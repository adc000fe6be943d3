-- Terms that are known to be wrong: somebody reported a problem, somebody agreed, and the text is still as it was.

-- Whether a report still asks for something: nobody has decided about it, or it was right and the text is still as it was.
create or replace function is_unsettled(d disputes) returns boolean
language sql immutable parallel safe
return d.resolution is null or d.resolution = 'upheld' and not d.is_corrected;

-- The reports that were right, while the text is still as it was when they were opened. Only called for terms that need a correction.
create or replace function reasons_to_correct(term_id uuid) returns json
language plpgsql stable as $$
begin
  return (
    select coalesce(
      json_agg(json_build_object('text', r.text, 'created_at', to_rfc3339(r.created_at)) order by r.id), '[]'
    )
    from disputes d
    join dispute_reasons r on r.dispute_id = d.id
    where d.term_id = reasons_to_correct.term_id and d.resolution = 'upheld' and not d.is_corrected
  );
end
$$;

-- A new text answers every report about the one before, whoever writes it and in whatever way.
create or replace function end_need_of_correction() returns trigger
language plpgsql as $$
begin
  update disputes set is_corrected = true where term_id = new.id and not is_corrected;
  new.needs_correction := false;
  return new;
end
$$;

create or replace trigger terms_end_need_of_correction
  before update of name, full_name, definition on terms
  for each row when (
    (old.open_disputes > 0 or old.needs_correction)
    and (old.name, old.full_name, old.definition) is distinct from (new.name, new.full_name, new.definition)
  )
  execute function end_need_of_correction();
