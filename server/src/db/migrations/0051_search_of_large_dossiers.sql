-- Which invoices of a dossier changed is read from this index alone: a debtor may have ten thousand, and the search is
-- brought up to date whenever one of them changes.
drop index invoices_debtor_id;
create index invoices_debtor_id on invoices (administration_id, debtor_id, id) include (updated_at);
