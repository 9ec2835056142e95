-- Who did what an event tells of: a user (a person, or the system user of a token), or a part of the service itself.
-- Rows outlive the users they name, whose name is looked up when it is shown: so these are no foreign keys. What
-- happened before is left open.
alter table events add column actor_user_id bigint, add column actor_service text;
alter table company_events add column actor_user_id bigint, add column actor_service text;

-- Entries name the user already.
alter table audit_entries add column actor_service text;
