-- Store credit pays for a part of a checkout or for all of it; it is frozen with the lines. What of an order it pays, nobody pays in money.
alter table checkouts
  add column credit_paise bigint not null default 0,
  add constraint checkouts_credit check (credit_paise between 0 and total_paise);

alter table orders
  add column credit_paise bigint not null default 0,
  add constraint orders_credit check (credit_paise between 0 and total_paise),
  drop constraint orders_payable,
  add constraint orders_payable check (
    (provider_order_id is null) = (is_cash or credit_paise = total_paise) and not (is_cash and credit_paise = total_paise)
  );

-- A refund without a payment is store credit that came back. It is there at once.
alter table refunds
  alter column payment_id drop not null,
  add constraint refunds_of_credit check (
    payment_id is not null or (order_id is not null and status = 'processed' and not is_foreign and provider_refund_id is null)
  );
create index refunds_of_order on refunds (order_id) where order_id is not null;

-- What of an order's store credit its cancelled pieces have given back, all together: the same share of the credit as of the money. The credit
-- has the odd paise, so money of an order that stands is never all back, and something is always due at the door.
create function credit_of_pieces(total_paise bigint, credit_paise bigint, cancelled_paise bigint) returns bigint
  language sql immutable parallel safe
  return div(credit_paise::numeric * cancelled_paise + total_paise - 1, total_paise)::bigint;
