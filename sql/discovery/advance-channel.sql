-- Notes how far down a scan has come. Gives nothing.
update discovery_channels set scan_position = :position where id = :id
