-- The day until which the parcel was promised to the PIN code of the address, as of the freeze; null where no PIN table promised one.
alter table checkouts add column deliver_by date;
alter table orders add column deliver_by date;
