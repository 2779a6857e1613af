-- The emulated courier service: an outside system that shares the database.
create table sandbox_courier_secrets (
  only_row boolean primary key default true check (only_row),
  password text not null,
  webhook_secret text not null
);
create table sandbox_parcels (
  id bigint generated always as identity (start with 500001) primary key,
  reference text not null,
  is_return boolean not null,
  awb text unique,
  courier text,
  request jsonb not null,
  is_cancelled boolean not null default false,
  pickup_at timestamptz,
  created_at timestamptz not null default now()
);
create index sandbox_parcels_reference on sandbox_parcels (reference);
create table sandbox_scans (
  id bigint generated always as identity primary key,
  parcel_id bigint not null references sandbox_parcels (id) on delete cascade,
  at timestamptz not null,
  label text not null,
  activity text not null,
  location text not null
);
create index sandbox_scans_of_parcel on sandbox_scans (parcel_id, id);
create table sandbox_courier_events (
  id bigint generated always as identity primary key,
  parcel_id bigint not null,
  body text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  delivered_at timestamptz
);
create index sandbox_courier_events_due on sandbox_courier_events (next_attempt_at, id) where next_attempt_at is not null;
