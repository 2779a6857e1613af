-- What is announced is counted too, so that a process that cannot listen learns by asking that it may have missed something.
-- A sequence keeps nobody waiting, as a row would that every sale changes. It goes up before the transaction ends, and stays up
-- where that is rolled back.
create sequence announcements;

do $$
declare
  publisher record;
begin
  for publisher in
    select pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = current_schema()::regnamespace and prosrc like '%perform pg_notify(%'
  loop
    execute replace(publisher.definition, 'perform pg_notify(', $text$perform nextval('announcements'), pg_notify($text$);
  end loop;
end
$$;
