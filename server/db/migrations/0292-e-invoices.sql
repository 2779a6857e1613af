-- What the e-invoice portal answered for an invoice or a credit note, as somebody of the staff entered it: its number there, and the
-- text of its QR code. It is kept as it was entered, beside the document.
create table e_invoices (
  document_id text primary key references documents (id),
  irn text not null unique,
  qr_text text not null,
  entered_at timestamptz not null default now()
);
create trigger e_invoices_are_kept before update or delete on e_invoices
  for each row execute function refuse_change_of_document();
