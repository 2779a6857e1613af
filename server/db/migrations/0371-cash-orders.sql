-- Orders that are paid at the door. They come from a checkout as every order does, and have no order at the payment provider: their money
-- is a row of its own, with states of its own.
alter table orders
  add column is_cash boolean not null default false,
  alter column provider_order_id drop not null,
  add constraint orders_payable check ((provider_order_id is null) = is_cash);

create table cash_payments (
  order_id text primary key references orders (id) on delete cascade,
  amount_paise bigint not null check (amount_paise > 0),
  status text not null default 'cash due' check (status in ('cash due', 'collected', 'remitted', 'refused', 'nothing due')),
  -- Until when somebody has to confirm the order; null once it is confirmed, and where nobody has to.
  confirm_until timestamptz,
  confirmed_at timestamptz,
  collected_at timestamptz,
  remitted_at timestamptz,
  -- The customer may order for cash again although this parcel was refused.
  is_forgiven boolean not null default false,
  constraint cash_payments_collected check ((collected_at is not null) = (status in ('collected', 'remitted'))),
  constraint cash_payments_remitted check ((remitted_at is not null) = (status = 'remitted')),
  constraint cash_payments_forgiven check (not is_forgiven or status = 'refused')
);
create index cash_payments_unconfirmed on cash_payments (confirm_until) where confirm_until is not null and status = 'cash due';
create index cash_payments_uncollected on cash_payments (order_id) where status = 'cash due';
create index cash_payments_unremitted on cash_payments (collected_at) where status = 'collected';

-- Orders for cash are counted by the phone and the address that they go to, however these were typed.
create function phone_key(address jsonb) returns text
  language sql immutable parallel safe
  return right(phone_digits(address ->> 'phone'), 10);
create function address_key(address jsonb) returns text
  language sql immutable parallel safe
  return md5(regexp_replace(plain_text(coalesce(address ->> 'street', '') || (address ->> 'pincode')), '[[:space:][:punct:]]', '', 'g'));
create index orders_cash_phone on orders (phone_key(address)) where is_cash;
create index orders_cash_address on orders (address_key(address)) where is_cash;
create index orders_cash_customer on orders (user_id) where is_cash;

-- A credit note answers a refund, or the cash of an order that nobody paid.
alter table documents
  drop constraint documents_of_credit,
  add constraint documents_of_credit check (
    (kind in ('refund voucher', 'credit note')) = (invoice_id is not null)
    and case kind when 'refund voucher' then refund_id is not null when 'credit note' then true else refund_id is null end
  );
create unique index documents_cash_note on documents (invoice_id)
  where kind = 'credit note' and refund_id is null and cancelled_at is null;

-- The link in a mail that confirms an order for cash.
alter table account_links
  drop constraint account_links_purpose_check,
  add constraint account_links_purpose_check check (
    purpose in (
      'new password', 'sign-in code', 'confirm address', 'new address', 'keep account', 'join staff', 'confirm cash order'
    )
  );

create trigger cash_payments_not_emptied before truncate on cash_payments for each statement
  execute function refuse_truncate();
