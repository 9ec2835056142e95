-- A mail to a debtor belongs to an administration, and is about a record there: a bounce or an answer names the
-- Message-ID that we gave it, and so finds both. Mails to users have neither. The record may be on another machine than
-- the mail and may be deleted before it, so it is named and not referred to.
alter table mails rename column message_id to message_id_header;
alter table mails add column administration_id bigint references administrations (id) on delete cascade;
alter table mails add column resource_type text;
alter table mails add column resource_id bigint;
alter table mails add constraint mails_about check (
  (administration_id is null) = (resource_type is null) and (administration_id is null) = (resource_id is null));
-- A mail from a creditor is never one to a user.
alter table mails add constraint mails_of_one_side check (administration_id is null or user_id is null);

create index mails_about on mails (administration_id, resource_type, resource_id) where administration_id is not null;
create unique index mails_message_id_header on mails (message_id_header);
