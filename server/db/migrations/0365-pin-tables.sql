-- The PIN table of the shop, each version whole: the last one counts, and the ones before bring back what a change took.
create table pin_tables (
  version bigint generated always as identity primary key,
  areas json not null,
  changed_at timestamptz not null default now(),
  changed_by text references users on delete set null
);

create function publish_delivery_tag() returns trigger language plpgsql as $$
begin
  perform nextval('announcements'), pg_notify('catalogue', 'delivery');
  return null;
end
$$;
create trigger pin_tables_publish after insert or delete or update on pin_tables for each statement
  execute function publish_delivery_tag();
