-- A parcel may be lost, on its way to the customer or back: its pieces are written off, and its money is another matter.
alter table returns
  drop constraint returns_status_check,
  add constraint returns_status_check
    check (status in ('asked', 'approved', 'refused', 'withdrawn', 'on its way', 'received', 'inspected', 'lost')),
  drop constraint returns_origin_check,
  add constraint returns_origin_check
    check (origin in ('customer', 'staff', 'called back', 'parcel refused', 'parcel lost'));
