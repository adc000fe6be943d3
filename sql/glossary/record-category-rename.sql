-- Records that the category :from of a number of terms (:terms) is called :to now. Returns nothing.
insert into audit_events (actor_id, action, target_type, target_id, payload)
values (
  :actor_id, 'category.renamed', 'category', null,
  jsonb_build_object('from', :from::text, 'to', :to::text, 'terms', :terms::integer)
)
