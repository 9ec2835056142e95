-- Points of attention the system raises for staff.

create function notifications_document(
  bigint, bigint, text, text, jsonb, bigint, text, text, timestamptz, bigint, bigint, bigint, timestamptz, timestamptz
) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table notifications (
  administration_id bigint not null references administrations (id),
  id bigserial,
  document text not null generated always as (notifications_document(
    id, administration_id, notification_type, resource_type, details, acknowledged_by_user_id,
    acknowledged_by_user_name, acknowledged_by_user_email_address, acknowledged_at, debtor_id, invoice_id,
    credit_case_id, created_at, updated_at
  )) stored,
  -- Free text: kinds come with the parts that raise them.
  notification_type text not null,
  resource_type text not null
    constraint notifications_resource_type
    check (resource_type in ('administration', 'credit_case', 'debtor', 'invoice')),
  details jsonb not null default '{}',
  acknowledged_by_user_id bigint references users (id),
  acknowledged_by_user_name text,
  acknowledged_by_user_email_address text,
  acknowledged_at timestamptz,
  debtor_id bigint,
  invoice_id bigint,
  credit_case_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id),
  foreign key (administration_id, invoice_id) references invoices (administration_id, id),
  foreign key (administration_id, credit_case_id) references credit_cases (administration_id, id),
  constraint notifications_acknowledged_by_user check (
    num_nulls(acknowledged_by_user_id, acknowledged_by_user_name, acknowledged_by_user_email_address) in (0, 3)
  ),
  constraint notifications_acknowledged check ((acknowledged_by_user_id is null) = (acknowledged_at is null))
) with (toast_tuple_target = 8160);
alter table notifications alter column document set storage main;

create index notifications_debtor_id on notifications (administration_id, debtor_id, id) where debtor_id is not null;
create index notifications_invoice_id on notifications (administration_id, invoice_id, id)
  where invoice_id is not null;
create index notifications_credit_case_id on notifications (administration_id, credit_case_id, id)
  where credit_case_id is not null;
create index notifications_changes on notifications using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';
