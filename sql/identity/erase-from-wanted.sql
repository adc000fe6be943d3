-- Removes the names that people looked up, or asked to be told about, if a person (:id) is named in them. `erase_person` only
-- finds those of one word. Returns nothing.
with person as (
  select
    t.signs,
    (select array_agg(loose(word)) from users u, unnest(details_of(u)) as word where u.id = :id) as keys
  from traces_of(:id) t
),
requests as (
  delete from wanted_requests r using person p
  where r.name_key = any (p.keys) or lower(r.name) like any (p.signs)
)
delete from wanted_names n using person p
where n.name_key = any (p.keys) or lower(n.name) like any (p.signs)
