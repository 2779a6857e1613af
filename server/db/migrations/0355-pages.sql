-- Pages made of blocks. A row holds the draft; what visitors read is the published version, which never changes. The specified
-- pages have the ids `home` and `about` and no row until somebody edits them.
create table pages (
  id text primary key,
  slug text not null,
  title text not null,
  description text not null default '',
  place text not null default 'neither' check (place in ('neither', 'menu', 'footer', 'both')),
  blocks jsonb not null default '[]',
  -- Grows with each change of the draft.
  revision integer not null default 1,
  -- A row of page_versions; null while visitors cannot read the page, and of a specified page while it is as it came.
  published_version integer,
  publish_at timestamptz,
  preview_token text not null unique,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  changed_by text references users (id) on delete set null,
  deleted_at timestamptz
);
create unique index pages_slug on pages (slug) where deleted_at is null;
create index pages_due on pages (publish_at) where publish_at is not null;

create table page_versions (
  page_id text not null references pages (id) on delete cascade,
  version integer not null check (version > 0),
  title text not null,
  description text not null,
  place text not null,
  blocks jsonb not null,
  -- Of the draft that was published.
  revision integer not null,
  published_at timestamptz not null default now(),
  published_by text references users (id) on delete set null,
  primary key (page_id, version)
);
create function publish_pages_tag() returns trigger language plpgsql as $$
begin
  perform nextval('announcements'), pg_notify('catalogue', 'pages');
  return null;
end
$$;
-- A draft that is saved outdates nothing.
create trigger pages_publish after insert or delete or update of slug, published_version, deleted_at on pages
  for each statement execute function publish_pages_tag();
