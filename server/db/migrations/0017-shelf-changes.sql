-- In which transaction a row of the shelf last changed, and which products left it, so that a process that has read the
-- shelf once needs to read no more than what has changed since.

alter table shelf add column changed_in xid8 not null default pg_current_xact_id();
create index shelf_by_change on shelf (changed_in);

create table shelf_leavers (
  product_id text primary key,
  changed_in xid8 not null default pg_current_xact_id()
);
create index shelf_leavers_by_change on shelf_leavers (changed_in);

create function note_shelf_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end
$$;
create trigger shelf_note_change before update on shelf for each row execute function note_shelf_change();

create function note_shelf_leaver() returns trigger language plpgsql as $$
begin
  insert into shelf_leavers (product_id) values (old.product_id)
  on conflict (product_id) do update set changed_in = excluded.changed_in;
  return null;
end
$$;
create trigger shelf_note_leaver after delete on shelf for each row execute function note_shelf_leaver();
