-- What hangs on an invoice belongs to the administration of the invoice: the reference to the invoice says so already.
-- Saying it twice made every line, payment and label look up the administration again, a tenth of a bulk write.
alter table invoice_lines drop constraint invoice_lines_administration_id_fkey;
alter table invoice_labels drop constraint invoice_labels_administration_id_fkey;
alter table invoice_documents drop constraint invoice_documents_administration_id_fkey;
alter table payments drop constraint payments_administration_id_fkey;
