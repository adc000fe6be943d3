-- Stores a channel with its current name. Returns the position of its scan.
insert into discovery_channels as c (id, name)
values (:id, :name)
on conflict (id) do update set name = excluded.name
returning c.read_up_to, c.scan_position
