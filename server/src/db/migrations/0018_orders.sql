-- Uploaded order files and their lines. The declaration lines of health care are the same lines.

create table orders (
  administration_id bigint not null references administrations (id),
  id bigserial,
  file_id bigint not null,
  filename text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, file_id) references files (administration_id, id)
);

create index orders_file_id on orders (administration_id, file_id);

create function order_lines_document(
  bigint, bigint, boolean, text, text[], text, text, text, numeric, numeric, numeric, numeric, numeric, timestamptz,
  timestamptz
) returns text
  language plpgsql immutable parallel safe as $$ begin return ''; end $$;
create table order_lines (
  administration_id bigint not null references administrations (id),
  id bigserial,
  document text not null generated always as (order_lines_document(
    id, administration_id, claim, claim_status, claim_response_codes, order_line_identifier, invoice_identifier,
    credit_invoice_identifier, amount, credited_amount, credited_reimbursed_amount, rejected_amount, reimbursed_amount,
    created_at, updated_at
  )) stored,
  -- Null: the line did not come from a file.
  order_id bigint,
  -- Not unique here: a line that failed can be corrected at its source and come in again.
  order_line_identifier text not null,
  product_identifier text,
  claim boolean not null,
  claim_status text not null default 'draft'
    constraint order_lines_claim_status
    check (claim_status in ('action_required', 'auto_resubmit', 'draft', 'failed', 'processed', 'submitted')),
  claim_response_codes text[] not null default '{}',
  -- Keys in the source bookkeeping; the invoices need not be known here.
  invoice_identifier text,
  credit_invoice_identifier text,
  amount numeric(18,2) not null,
  credited_amount numeric(18,2) not null default 0,
  credited_reimbursed_amount numeric(18,2) not null default 0,
  rejected_amount numeric(18,2) not null default 0,
  reimbursed_amount numeric(18,2),
  customer_email_address text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, order_id) references orders (administration_id, id)
) with (toast_tuple_target = 8160);
alter table order_lines alter column document set storage main;

create index order_lines_order_id on order_lines (administration_id, order_id, id) where order_id is not null;
create index order_lines_order_line_identifier on order_lines (administration_id, order_line_identifier, id);
create index order_lines_invoice_identifier on order_lines (administration_id, invoice_identifier, id)
  where invoice_identifier is not null;
create index order_lines_claim_status on order_lines (administration_id, claim_status, id);
create index order_lines_created_at on order_lines (administration_id, created_at, id);
create index order_lines_updated_at on order_lines (administration_id, updated_at, id);
-- How far the lines of an order are, and its lines in one state.
create index order_lines_claims_of_order on order_lines (administration_id, order_id, claim_status, id)
  where order_id is not null;
create index order_lines_changes on order_lines using gist (administration_id, id, updated_at)
  where updated_at > '-infinity';

-- Lines of an uploaded file on their way into order_lines. They are put here before the administration is locked, and
-- taken over some at a time once the order is accepted. Without an order they came to nothing, and are removed later.
create table order_line_batches (
  administration_id bigint not null references administrations (id),
  id bigserial,
  order_id bigint,
  upload_id uuid not null,
  lines jsonb not null,
  created_at timestamptz not null,
  primary key (administration_id, id),
  foreign key (administration_id, order_id) references orders (administration_id, id)
);

create index order_line_batches_order on order_line_batches (administration_id, order_id, id)
  where order_id is not null;
create index order_line_batches_upload on order_line_batches (administration_id, upload_id, id);
create index order_line_batches_left on order_line_batches (created_at) where order_id is null;
