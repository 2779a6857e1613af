-- Texts are compared in one form, however they are typed: digits of any script are ASCII digits, every dash is a hyphen, and invisible
-- characters do not count. Stored texts are written anew below; nothing else was made by plain_text().
create or replace function plain_text(value text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, translate(
    normalize(value, NFKC),
    '०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'
      || U&'\2010\2011\2012\2013\2014\2015\2212'
      || U&'\00AD\200B\200C\200D\200E\200F\202A\202B\202C\202D\202E\2060\FEFF',
    repeat('0123456789', 11) || repeat('-', 7)
  )));

-- The digits of a phone number, without what people write between them. A search brings the last ten, so they are found behind any
-- country code, and in a field with two numbers.
create function phone_digits(phone text) returns text
  language sql immutable parallel safe
  return regexp_replace(plain_text(coalesce(phone, '')), '\D', '', 'g');

drop index orders_text;
alter table orders drop column search_text;
-- Without the provider's ids: they have indexes of their own, because not everybody who sees orders may find by them.
alter table orders add column search_text text not null generated always as (plain_text(
  id || ' ' || coalesce(address ->> 'fullName', '')
    || ' ' || coalesce(address ->> 'phone', '') || ' ' || phone_digits(address ->> 'phone')
    || ' ' || coalesce(address ->> 'street', '') || ' ' || coalesce(address ->> 'city', '')
    || ' ' || coalesce(address ->> 'state', '') || ' ' || coalesce(address ->> 'pincode', '')
    || ' ' || coalesce(buyer_gstin, '') || ' ' || coalesce(shipment ->> 'trackingNumber', '')
)) stored;
create index orders_text on orders using gin (search_text gin_trgm_ops);
create index orders_provider_text on orders (lower(provider_order_id) text_pattern_ops);
create index payments_text on payments (lower(id) text_pattern_ops);
create index refunds_text on refunds (lower(provider_refund_id) text_pattern_ops);

drop index order_lines_text;
alter table order_lines drop column search_text;
alter table order_lines add column search_text text not null generated always as (plain_text(name || ' ' || size)) stored;
create index order_lines_text on order_lines using gin (search_text gin_trgm_ops);

drop index users_text;
alter table users drop column search_text;
alter table users
  add column search_text text not null generated always as
    (plain_text(firstname || ' ' || lastname || ' ' || phone || ' ' || phone_digits(phone))) stored,
  add column search_email text not null generated always as (plain_text(email)) stored;
create index users_text on users using gin (search_text gin_trgm_ops);
create index users_email_text on users using gin (search_email gin_trgm_ops);

drop index contacts_text;
alter table contacts drop column search_text;
alter table contacts add column search_text text not null generated always as (plain_text(
  first_name || ' ' || last_name || ' ' || email || ' ' || contact_number || ' ' || phone_digits(contact_number)
    || ' ' || subject || ' ' || message
)) stored;
create index contacts_text on contacts using gin (search_text gin_trgm_ops);

alter table audit_log drop column search_text;
alter table audit_log add column search_text text not null generated always as (plain_text(
  replace(action, '.', ' ') || ' ' || subject_id || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, '')
)) stored;

drop index products_text;
alter table products drop column search_text;
alter table products add column search_text text not null generated always as
  (plain_text(name || ' ' || coalesce(colour, '') || ' ' || coalesce(fabric, '') || ' ' || description)) stored;
create index products_text on products using gin (search_text gin_trgm_ops) where deleted_at is null;
