-- An email address belongs to whoever opened a link that was mailed to it. Until somebody did, any number of people may
-- have been invited or signed up under it, in different companies, and none of them stands in the way of another.
-- True unless told, as for people that an operator makes, and for what an older process writes beside this one.
alter table users add column address_proven boolean not null default true;
update users set address_proven = false where kind = 'person' and password_hash is null;

drop index users_email_address;
create unique index users_email_address on users (lower(email_address))
  where kind = 'person' and deleted_at is null and address_proven;
create unique index users_email_address_in_company on users (company_id, lower(email_address))
  where kind = 'person' and deleted_at is null;
create index users_under_email_address on users (lower(email_address))
  where kind = 'person' and deleted_at is null;

-- An application that signs somebody up gets a link as well. Using that one proves nothing about the mailbox.
alter table one_time_links add column known_to_application boolean not null default false;
