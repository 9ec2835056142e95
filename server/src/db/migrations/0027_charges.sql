-- How each amount was worked out that the law let us charge, kept with the payment that it was posted as. What was
-- taken back stands below zero.
create table charge_calculations (
  administration_id bigint not null references administrations (id),
  payment_id bigint not null,
  invoice_id bigint not null,
  cost_type text not null,
  amount numeric(18, 2) not null,
  rule text not null,
  calculation jsonb,
  created_at timestamptz not null,
  primary key (administration_id, payment_id),
  foreign key (administration_id, payment_id) references payments (administration_id, id) on delete cascade,
  foreign key (administration_id, invoice_id) references invoices (administration_id, id) on delete cascade
);

create index charge_calculations_invoice_id on charge_calculations (administration_id, invoice_id);

-- What the books last said was paid beyond the total: so much can settle costs, once.
alter table invoices add column overpaid_amount numeric(18, 2) not null default 0
  constraint invoices_overpaid check (overpaid_amount >= 0);
