-- Addresses of before, such as those of the shop that somebody comes from, and where each leads now. Both are paths of this shop in its
-- one spelling. No new path is an old one, so nothing leads on twice.
create table old_addresses (
  id text primary key,
  path text not null unique,
  new_path text not null,
  -- Who wrote it: somebody of the staff, an import, or an address that was changed here.
  origin text not null check (origin in ('staff', 'import', 'change')),
  changed_at timestamptz not null default now(),
  search_text text not null generated always as (plain_text(path || ' ' || new_path)) stored,
  check (path <> new_path)
);
create index old_addresses_new_path on old_addresses (new_path);
create index old_addresses_changed on old_addresses (changed_at);

create function publish_old_addresses_tag() returns trigger language plpgsql as $$
begin
  perform nextval('announcements'), pg_notify('catalogue', 'old-addresses');
  return null;
end
$$;
create trigger old_addresses_publish after insert or delete or update on old_addresses for each statement
  execute function publish_old_addresses_tag();
