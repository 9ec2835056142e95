-- Since when something waits to be looked at; null while nothing does. Whoever watches the service sees by it that the
-- engine stands still: the next look alone cannot tell, because a change says «since ever» and a failure puts it off.
alter table engine_states add column due_since timestamptz;
