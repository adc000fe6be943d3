-- What entries of a person's inbox (:ids) are about: the full name or category of a term that shares its name, the
-- changes of an edit or of what was reported, a proposal or reports with their term, how a report was settled, whether
-- a question about a report of the person waits for an answer, whether the decision that it tells of was undone, those
-- of the stale terms that still are, and the first ten terms of an import that the person owns or follows. Returns one
-- row per entry.
select
  e.id,
  meaning_of(e.term_id) as meaning,
  (
    select h.changes
    from term_history h
    where
      h.term_id = e.term_id
      and h.version = case
        when e.detail ? 'dispute_id' and e.kind <> 'asked' then d.corrected_version
        else (e.detail ->> 'version')::integer
      end
      and h.action in ('updated', 'reverted')
    limit 1
  ) as changes,
  (
    select jsonb_build_object(
      'id', p.id, 'term_id', p.term_id, 'base_version', p.base_version, 'changes', p.changes,
      'note', p.note, 'status', p.status, 'created_at', to_rfc3339(p.created_at),
      'decided_at', to_rfc3339(p.decided_at), 'decision_note', p.decision_note, 'proposed_by', person(u),
      'decided_by', person(d)
    )
    from proposals p
    join users u on u.id = p.proposed_by
    left join users d on d.id = p.decided_by
    where p.id = (e.detail ->> 'proposal_id')::uuid
  ) as proposal,
  case
    when e.detail ? 'proposal_id' or e.kind in ('disputed', 'answered')
      then (select s.term from shown_terms s where s.id = e.term_id)
  end as term,
  case when e.kind in ('disputed', 'answered') then unsettled_disputes(e.term_id) end as disputes,
  (
    select jsonb_build_object(
      'resolution', d.resolution, 'resolved_by', person(u), 'resolved_at', to_rfc3339(d.resolved_at), 'note', d.note,
      'is_corrected', exists (
        select from term_history h
        where h.term_id = d.term_id and h.version = d.corrected_version and h.actor_id = d.resolved_by
      )
    )
    from users u
    where e.kind in ('disputed', 'answered') and u.id = d.resolved_by
  ) as settled,
  is_open_question(e) as is_asked,
  case
    when e.kind = 'dispute_resolved' then coalesce(d.resolution is null, false)
    when e.kind = 'proposal_decided' then exists (
      select from proposals p where p.id = (e.detail ->> 'proposal_id')::uuid and p.status = 'open'
    )
    else false
  end as is_undone,
  array(
    select t.id
    from jsonb_array_elements(coalesce(e.detail -> 'terms', '[]')) as s (term)
    join terms t on t.id = (s.term ->> 'id')::uuid
    where e.kind = 'stale' and t.is_stale and not t.needs_correction
  ) as stale_ids,
  array(
    select jsonb_build_object('id', t.id, 'name', t.name)
    from terms t
    where
      t.id in (
        select h.term_id
        from term_history h
        where
          h.import_id = (e.detail ->> 'import_id')::uuid
          and (h.action = 'reverted') = (e.detail ->> 'action' = 'import.undone')
      )
      and (
        t.owner_id = e.user_id
        or exists (select from term_follows f where f.term_id = t.id and f.user_id = e.user_id)
        or exists (select from category_follows f where f.category_key = t.category_key and f.user_id = e.user_id)
      )
    order by t.name_key, t.id
    limit 10
  ) as imported
from inbox_entries e
left join disputes d on d.id = (e.detail ->> 'dispute_id')::uuid
where e.user_id = :user_id and e.id = any (:ids::uuid[])
