-- Notes a channel and begins a scan of it, unless one is under way. Gives where it stands.
insert into discovery_channels as c (id, name, scan_top, scan_position)
values (:id, :name, :now_ts, :now_ts)
on conflict (id) do update
set
  name = excluded.name,
  scan_top = coalesce(c.scan_top, excluded.scan_top),
  scan_position = coalesce(c.scan_position, excluded.scan_position)
returning c.read_up_to, c.scan_position
