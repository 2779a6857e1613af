-- What the owner has set, by name; a value of null means that the default holds again. Earlier values are in the audit log.
create table settings (
  name text primary key,
  value jsonb,
  revision integer not null default 1,
  changed_at timestamptz not null default now(),
  changed_by text references users (id) on delete set null
);

create function publish_settings_tag() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', 'settings');
  return null;
end
$$;
create trigger settings_publish after insert or update or delete on settings
  for each statement execute function publish_settings_tag();
