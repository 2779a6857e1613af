-- What programs that keep up with the shop read. A transaction only adds to the queue, so it never waits for another one. Whoever numbers the
-- changes (server/changes/change-queries.ts) sees those that are committed, one at a time, so a change that becomes visible late gets a late number.
create table change_queue (
  kind text not null check (kind in ('order', 'product', 'customer', 'stock', 'return')),
  subject_id text not null
);

-- The last change of each order, product, customer, size and return, also of one that is gone.
create table changes (
  kind text not null,
  subject_id text not null,
  number bigint not null,
  -- When it was numbered, which is when it could be read first.
  changed_at timestamptz not null default now(),
  primary key (kind, subject_id)
);
create index changes_number on changes (number);
create index changes_of_kind on changes (kind, number);

insert into changes (kind, subject_id, number)
select kind, subject_id, row_number() over (order by at, kind, subject_id)
from (
  select 'order', id, created_at from orders
  union all select 'product', id, created_at from products
  union all select 'customer', id, created_at from users where role = 'customer'
  union all select 'stock', product_sizes.id, products.created_at
    from product_sizes join products on products.id = product_sizes.product_id
  union all select 'return', id, asked_at from returns
) existing (kind, subject_id, at);

-- What a place in the changes is bound to: after a restore the same numbers mean others.
insert into secrets (name, value)
values ('changes', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

-- The kind stands in the trigger, the id is the row's own.
create function queue_changes() returns trigger language plpgsql as $$
begin
  insert into change_queue (kind, subject_id) select tg_argv[0], id from touched;
  return null;
end;
$$;
create trigger orders_queue_new after insert on orders referencing new table as touched
  for each statement execute function queue_changes('order');
create trigger orders_queue_changed after update on orders referencing new table as touched
  for each statement execute function queue_changes('order');
create trigger products_queue_new after insert on products referencing new table as touched
  for each statement execute function queue_changes('product');
create trigger returns_queue_new after insert on returns referencing new table as touched
  for each statement execute function queue_changes('return');
create trigger returns_queue_changed after update on returns referencing new table as touched
  for each statement execute function queue_changes('return');
create trigger returns_queue_gone after delete on returns referencing old table as touched
  for each statement execute function queue_changes('return');

create function queue_changes_of_order() returns trigger language plpgsql as $$
begin
  insert into change_queue (kind, subject_id) select distinct 'order', order_id from touched where order_id is not null;
  return null;
end;
$$;
create trigger order_lines_queue after update on order_lines referencing new table as touched
  for each statement execute function queue_changes_of_order();
create trigger order_steps_queue after insert on order_steps referencing new table as touched
  for each statement execute function queue_changes_of_order();
create trigger order_steps_queue_gone after delete on order_steps referencing old table as touched
  for each statement execute function queue_changes_of_order();
create trigger payments_queue_new after insert on payments referencing new table as touched
  for each statement execute function queue_changes_of_order();
create trigger payments_queue_changed after update on payments referencing new table as touched
  for each statement execute function queue_changes_of_order();
create trigger cash_payments_queue after update on cash_payments referencing new table as touched
  for each statement execute function queue_changes_of_order();
create trigger documents_queue after insert on documents referencing new table as touched
  for each statement execute function queue_changes_of_order();
create trigger parcels_queue_new after insert on parcels referencing new table as touched
  for each statement execute function queue_changes_of_order();
create trigger parcels_queue_changed after update on parcels referencing new table as touched
  for each statement execute function queue_changes_of_order();
create trigger settlements_queue after insert on settlements referencing new table as touched
  for each statement execute function queue_changes_of_order();

create function queue_changes_of_refund() returns trigger language plpgsql as $$
begin
  insert into change_queue (kind, subject_id)
  select distinct 'order', payments.order_id from touched join payments on payments.id = touched.payment_id
  where payments.order_id is not null;
  return null;
end;
$$;
create trigger refunds_queue_new after insert on refunds referencing new table as touched
  for each statement execute function queue_changes_of_refund();
create trigger refunds_queue_changed after update on refunds referencing new table as touched
  for each statement execute function queue_changes_of_refund();

create function queue_changes_of_scan() returns trigger language plpgsql as $$
begin
  insert into change_queue (kind, subject_id)
  select distinct 'order', parcels.order_id from touched join parcels on parcels.id = touched.parcel_id;
  return null;
end;
$$;
create trigger parcel_scans_queue after insert on parcel_scans referencing new table as touched
  for each statement execute function queue_changes_of_scan();

create function queue_changes_of_e_invoice() returns trigger language plpgsql as $$
begin
  insert into change_queue (kind, subject_id)
  select distinct 'order', documents.order_id from touched join documents on documents.id = touched.document_id;
  return null;
end;
$$;
create trigger e_invoices_queue after insert on e_invoices referencing new table as touched
  for each statement execute function queue_changes_of_e_invoice();

create function queue_changes_of_credit() returns trigger language plpgsql as $$
begin
  insert into change_queue (kind, subject_id)
  select distinct 'order', orders.id from touched join orders on orders.checkout_id = touched.checkout_id
  where touched.kind = 'returned';
  return null;
end;
$$;
create trigger store_credit_ledger_queue after insert on store_credit_ledger referencing new table as touched
  for each statement execute function queue_changes_of_credit();

create function queue_changes_of_return() returns trigger language plpgsql as $$
begin
  insert into change_queue (kind, subject_id) select distinct 'return', return_id from touched;
  return null;
end;
$$;
create trigger return_steps_queue after insert on return_steps referencing new table as touched
  for each statement execute function queue_changes_of_return();
create trigger inspected_pieces_queue after insert on inspected_pieces referencing new table as touched
  for each statement execute function queue_changes_of_return();
create trigger return_pictures_queue after insert on return_pictures referencing new table as touched
  for each statement execute function queue_changes_of_return();
create trigger settlements_queue_return after insert on settlements referencing new table as touched
  for each statement execute function queue_changes_of_return();

-- Of a product that is deleted or gets another name, its sizes change too.
create function queue_changes_of_product() returns trigger language plpgsql as $$
begin
  insert into change_queue (kind, subject_id) select 'product', id from touched;
  insert into change_queue (kind, subject_id)
  select 'stock', product_sizes.id
  from touched
  join was on was.id = touched.id
  join product_sizes on product_sizes.product_id = touched.id
  where (was.name, was.deleted_at) is distinct from (touched.name, touched.deleted_at);
  return null;
end;
$$;
create trigger products_queue_changed after update on products referencing old table as was new table as touched
  for each statement execute function queue_changes_of_product();

create function queue_changes_of_size() returns trigger language plpgsql as $$
begin
  insert into change_queue (kind, subject_id)
  select 'stock', id from touched union all select distinct 'product', product_id from touched;
  return null;
end;
$$;
create trigger product_sizes_queue_new after insert on product_sizes referencing new table as touched
  for each statement execute function queue_changes_of_size();
create trigger product_sizes_queue_changed after update on product_sizes referencing new table as touched
  for each statement execute function queue_changes_of_size();
create trigger product_sizes_queue_gone after delete on product_sizes referencing old table as touched
  for each statement execute function queue_changes_of_size();

create function queue_changes_of_ledger() returns trigger language plpgsql as $$
begin
  insert into change_queue (kind, subject_id) select distinct 'stock', product_size_id from touched;
  return null;
end;
$$;
create trigger stock_ledger_queue after insert on stock_ledger referencing new table as touched
  for each statement execute function queue_changes_of_ledger();

create function queue_changes_of_product_part() returns trigger language plpgsql as $$
begin
  insert into change_queue (kind, subject_id) select distinct 'product', product_id from touched;
  return null;
end;
$$;
create trigger product_images_queue_new after insert on product_images referencing new table as touched
  for each statement execute function queue_changes_of_product_part();
create trigger product_images_queue_changed after update on product_images referencing new table as touched
  for each statement execute function queue_changes_of_product_part();
create trigger product_images_queue_gone after delete on product_images referencing old table as touched
  for each statement execute function queue_changes_of_product_part();
create trigger sale_prices_queue_new after insert on sale_prices referencing new table as touched
  for each statement execute function queue_changes_of_product_part();
create trigger sale_prices_queue_changed after update on sale_prices referencing new table as touched
  for each statement execute function queue_changes_of_product_part();
create trigger sale_prices_queue_gone after delete on sale_prices referencing old table as touched
  for each statement execute function queue_changes_of_product_part();

create function queue_changes_of_sale() returns trigger language plpgsql as $$
begin
  insert into change_queue (kind, subject_id)
  select 'product', sale_prices.product_id from touched join sale_prices on sale_prices.sale_id = touched.id;
  return null;
end;
$$;
create trigger sales_queue after update on sales referencing new table as touched
  for each statement execute function queue_changes_of_sale();

create function queue_changes_of_category() returns trigger language plpgsql as $$
begin
  insert into change_queue (kind, subject_id)
  select 'product', products.id
  from touched
  join was on was.id = touched.id
  join products on products.category_id = touched.id
  where (was.name, was.slug) is distinct from (touched.name, touched.slug);
  return null;
end;
$$;
create trigger categories_queue after update on categories referencing old table as was new table as touched
  for each statement execute function queue_changes_of_category();

-- Customers alone are told. Their orders have their name and address too.
create function queue_new_customers() returns trigger language plpgsql as $$
begin
  insert into change_queue (kind, subject_id) select 'customer', id from touched where role = 'customer';
  return null;
end;
$$;
create trigger users_queue_new after insert on users referencing new table as touched
  for each statement execute function queue_new_customers();
create trigger users_queue_gone after delete on users referencing old table as touched
  for each statement execute function queue_new_customers();

create function queue_changes_of_customer() returns trigger language plpgsql as $$
begin
  with changed as (
    select touched.id
    from touched join was on was.id = touched.id
    where 'customer' in (was.role, touched.role)
      and (was.role, was.firstname, was.lastname, was.email, was.phone, was.email_confirmed_at)
        is distinct from (touched.role, touched.firstname, touched.lastname, touched.email, touched.phone, touched.email_confirmed_at)
  )
  insert into change_queue (kind, subject_id)
  select 'customer', id from changed
  union all select 'order', orders.id from changed join orders on orders.user_id = changed.id;
  return null;
end;
$$;
create trigger users_queue_changed after update on users referencing old table as was new table as touched
  for each statement execute function queue_changes_of_customer();
