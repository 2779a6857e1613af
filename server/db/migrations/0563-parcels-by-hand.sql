-- What a parcel weighs, measures and costs that is handed over without a courier service, as the staff say.
create table hand_parcels (
  order_id text primary key references orders (id) on delete cascade,
  weight_grams integer check (weight_grams > 0),
  length_cm integer check (length_cm > 0),
  breadth_cm integer check (breadth_cm > 0),
  height_cm integer check (height_cm > 0),
  cost_paise bigint check (cost_paise >= 0),
  created_at timestamptz not null default now(),
  constraint hand_parcels_sides check (num_nonnulls(length_cm, breadth_cm, height_cm) in (0, 3))
);
