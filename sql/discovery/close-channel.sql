-- Ends the scan of a channel that has come down to :position (null where it saw nothing): all of it is
-- read, up to where the scan began. Returns nothing.
update discovery_channels
set read_up_to = coalesce(scan_top, read_up_to), scan_top = null, scan_position = null
where id = :id and scan_position is not distinct from :position
