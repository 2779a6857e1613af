-- The administrators' desk: lists that are read by status, by person, by text and by day, and news of what changes.

-- Orders, newest first: the order of the index is the order of the list, and a day's takings are read from it alone.
drop index orders_newest, orders_by_status;
create index orders_newest on orders (created_at desc, id desc) include (status, total_paise);
create index orders_by_status on orders (status, created_at desc, id desc);

-- What people type to find an order, its customer or a message; any part of it.
create index orders_text on orders using gin (
  (id || ' ' || provider_order_id || ' ' || coalesce(address ->> 'fullName', '') || ' ' || coalesce(address ->> 'phone', ''))
  gin_trgm_ops
);
create index users_text on users using gin ((firstname || ' ' || lastname || ' ' || email || ' ' || phone) gin_trgm_ops);
create index contacts_text on contacts using gin (
  (first_name || ' ' || last_name || ' ' || email || ' ' || contact_number || ' ' || subject || ' ' || message) gin_trgm_ops
);

-- The audit log is read newest first, which is the order of its ids.
drop index audit_log_newest;
create index audit_log_area on audit_log (subject_type, id desc);
create index audit_log_person on audit_log (actor_id, id desc);

-- News for administrators who are looking. NOTIFY makes commits wait for each other, so nothing is announced while
-- nobody looks: whoever looks says until when.
create table desk_watch (
  only_row boolean primary key default true check (only_row),
  until timestamptz not null default '-infinity'
);
insert into desk_watch default values;

-- Names what was touched by `kind change id id …`; of a great many at once it says only that there were.
create function announce_to_desk() returns trigger language plpgsql as $$
declare
  ids text;
begin
  if not exists (select from desk_watch where until > now()) then
    return null;
  end if;
  select string_agg(id, ' ') into ids from (
    select distinct to_jsonb(touched) ->> tg_argv[1] as id from touched limit 101
  ) named;
  if ids is not null then
    perform pg_notify('desk', tg_argv[0] || ' ' || lower(tg_op) || case when length(ids) < 7000 then ' ' || ids else '' end);
  end if;
  return null;
end
$$;
create trigger orders_tell_desk after insert on orders
  referencing new table as touched for each statement execute function announce_to_desk('order', 'id');
create trigger orders_retell_desk after update on orders
  referencing new table as touched for each statement execute function announce_to_desk('order', 'id');
create trigger contacts_tell_desk after insert on contacts
  referencing new table as touched for each statement execute function announce_to_desk('contact', 'id');
create trigger contacts_retell_desk after update on contacts
  referencing new table as touched for each statement execute function announce_to_desk('contact', 'id');
create trigger contacts_untell_desk after delete on contacts
  referencing old table as touched for each statement execute function announce_to_desk('contact', 'id');
create trigger products_retell_desk after update on products
  referencing new table as touched for each statement execute function announce_to_desk('product', 'id');
create trigger product_sizes_retell_desk after update on product_sizes
  referencing new table as touched for each statement execute function announce_to_desk('product', 'product_id');
