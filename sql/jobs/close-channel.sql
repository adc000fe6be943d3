-- Completes the scan of a channel. :position is where the scan ended, null if the channel had no messages.
-- Returns nothing.
update discovery_channels
set read_up_to = coalesce(scan_top, read_up_to), scan_top = null, scan_position = null
where id = :id and scan_position is not distinct from :position
