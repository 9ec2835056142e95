-- What people search by, kept beside the records and brought up to date shortly after they change: whoever writes
-- invoices does not wait for it. Texts are in small letters without accents; lines of `text` are what they came from,
-- the name or number first.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table search_entries (
  administration_id bigint not null references administrations (id),
  kind text not null constraint search_entries_kind check (kind in ('debtor', 'invoice')),
  record_id bigint not null,
  debtor_id bigint not null,
  name text not null,
  number text not null,
  text text not null,
  -- Of invoices.
  total_amount numeric(18, 2),
  open_amount numeric(18, 2),
  -- When the record changed that this was made of.
  changed_at timestamptz not null,
  primary key (administration_id, kind, record_id),
  foreign key (administration_id, debtor_id) references debtors (administration_id, id) on delete cascade
);

-- The administration stands in them, so that a search costs the same however many others there are. They are kept up to
-- date entry by entry: nobody who searches reads a list of what is still to be put in.
create index search_entries_text on search_entries using gin (administration_id, text gin_trgm_ops)
  with (fastupdate = off);
create index search_entries_spelt on search_entries using gin (administration_id, name gin_trgm_ops)
  with (fastupdate = off) where kind = 'debtor';
create index search_entries_name on search_entries (administration_id, kind, name text_pattern_ops);
create index search_entries_number on search_entries (administration_id, kind, number text_pattern_ops);
create index search_entries_total on search_entries (administration_id, total_amount) where total_amount is not null;
create index search_entries_open on search_entries (administration_id, open_amount) where open_amount is not null;
create index search_entries_debtor on search_entries (administration_id, debtor_id);

-- Debtors whose names have most of the letters in a row, as when one is missing or wrong. How much is alike enough is a
-- setting, which the function brings along.
create function search_alike(administration bigint, wanted text, most integer)
  returns table (record_id bigint, name text, number text, text text)
  language sql stable set pg_trgm.word_similarity_threshold = 0.45 as $$
    select e.record_id, e.name, e.number, e.text from search_entries e
    where e.administration_id = administration and e.kind = 'debtor' and wanted <% e.name
    order by word_similarity(wanted, e.name) desc, e.name, e.record_id limit most
  $$;

drop index debtors_name_begins;
drop index debtors_number_begins;
drop index invoices_number_begins;
