-- Counts the suggestions, terms with reports or to be corrected, and open proposals that :actor_id can decide about,
-- all of them if :is_editor, otherwise those of the caller's own terms, and the caller's own stale terms. Returns one
-- row.
select (
  case when :is_editor::boolean
    then (
      (select coalesce(sum(total), 0) from term_counts where status = 'suggested')
      + (select count(*) from terms where open_disputes > 0 or needs_correction)
      + (select count(*) from proposals where status = 'open')
    )
    else (
      (select count(*) from terms where owner_id = :actor_id and (open_disputes > 0 or needs_correction))
      + (
        select count(*)
        from terms t
        join proposals p on p.term_id = t.id and p.status = 'open'
        where t.owner_id = :actor_id
      )
    )
  end
  + (select count(*) from terms where owner_id = :actor_id and is_stale and not needs_correction)
)::integer as waiting
