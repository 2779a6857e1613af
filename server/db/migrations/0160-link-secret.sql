-- What the shop signs its links with, for each purpose by a key derived from it: random, made once for this database.
create table secrets (
  name text primary key,
  value bytea not null
);
insert into secrets (name, value)
  values ('links', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
