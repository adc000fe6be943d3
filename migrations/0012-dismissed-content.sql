-- The content of a dismissed suggestion as one value, so that a new field of terms needs no column here
-- (sql/functions/dismissed-suggestions.sql). It is null only where a process of the version before writes columns.
-- step: transaction
alter table dismissed_suggestions
  add column if not exists content jsonb check (jsonb_typeof(content) = 'object');
-- step: batches
update dismissed_suggestions d
set content = to_jsonb(d) - '{id,name,content,name_key,full_name_key,dismissed_by,dismissed_at}'::text[]
where d.id in (select id from dismissed_suggestions where content is null limit 2000);
