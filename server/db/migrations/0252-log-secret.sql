-- What accounts are named by in the log: whoever reads the log alone cannot find out whether it is about an address that they know.
insert into secrets (name, value)
  values ('log', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
