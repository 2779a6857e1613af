-- The ZIP of a month is made one at a time: the row is there while one is being made, and counts for nothing once its lease ended.
create table month_archives (
  is_running boolean primary key default true check (is_running),
  id text not null,
  lease_ends_at timestamptz not null
);
