-- What is credited on an invoice is looked up for each of many thousand when a backup is restored.
create index documents_of_invoice on documents (invoice_id) where invoice_id is not null;
