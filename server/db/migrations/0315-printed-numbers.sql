-- A search for the printed number of a document reads no other documents.
create index documents_printed on documents (upper(series || year), number) where number is not null;
