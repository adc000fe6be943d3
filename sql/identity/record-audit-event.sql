-- Records an audit event. Returns nothing.
insert into audit_events (actor_id, action, target_type, target_id, payload)
values (:actor_id, :action, :target_type, :target_id, :payload::jsonb)
