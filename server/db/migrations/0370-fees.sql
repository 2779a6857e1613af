-- What is paid beside the goods: lines of a checkout and its order that have a kind and an amount and are no piece of stock. They are
-- frozen with the lines: [{kind, amountPaise}].
alter table checkouts add column fees jsonb not null default '[]' check (jsonb_typeof(fees) = 'array');
alter table orders add column fees jsonb not null default '[]' check (jsonb_typeof(fees) = 'array');

-- What fees come to.
create function fees_paise(fees jsonb) returns bigint
  language sql immutable parallel safe strict
  return (select coalesce(sum((fee ->> 'amountPaise')::bigint), 0)::bigint from jsonb_array_elements(fees) fee);

-- A line of a document is of pieces of an order's line, or it is a fee of the order.
alter table document_lines
  alter column order_line_id drop not null,
  add column fee text,
  add constraint document_lines_subject check (num_nonnulls(order_line_id, fee) = 1);
