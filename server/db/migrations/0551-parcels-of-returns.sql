-- A parcel that comes back is that of a return, which a courier fetches. It names its order too.
alter table parcels add column return_id text references returns (id) on delete cascade;
alter table parcels add constraint parcels_of_return check ((direction = 'back') = (return_id is not null));
drop index parcels_open;
-- An order has one open parcel, and so has a return.
create unique index parcels_open on parcels (order_id) where state in ('asked', 'booked', 'refused') and return_id is null;
create unique index parcels_open_of_return on parcels (return_id) where state in ('asked', 'booked', 'refused') and return_id is not null;
create index parcels_by_return on parcels (return_id, created_at) where return_id is not null;

create function queue_changes_of_return_parcel() returns trigger language plpgsql as $$
begin
  insert into change_queue (kind, subject_id) select distinct 'return', return_id from touched where return_id is not null;
  return null;
end;
$$;
create trigger parcels_queue_return_new after insert on parcels referencing new table as touched
  for each statement execute function queue_changes_of_return_parcel();
create trigger parcels_queue_return after update on parcels referencing new table as touched
  for each statement execute function queue_changes_of_return_parcel();
