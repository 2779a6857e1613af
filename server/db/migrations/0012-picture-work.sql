-- Which pictures' AVIF files are being made at the moment, so that of several processes one makes them. A claim that was
-- not given back, because its process died, ends by itself.
create table picture_work (
  picture_hash text primary key,
  ends_at timestamptz not null
);
