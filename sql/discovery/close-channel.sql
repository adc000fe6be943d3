-- Ends the scan of a channel: all of it is read, up to where the scan began. Gives nothing.
update discovery_channels
set read_up_to = scan_top, scan_top = null, scan_position = null
where id = :id
