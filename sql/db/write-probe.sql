-- Writes a row that fills a page of its own, so that a full disk shows. The caller rolls it back. Returns nothing.
insert into readiness_probes (filler) values (repeat('x', 7000))
