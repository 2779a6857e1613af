-- Parcels that are booked with a courier service. The row is written before anybody is asked: it is the intention.
create table parcels (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  direction text not null default 'out' check (direction in ('out', 'back')),
  -- The shop's own number for it at the courier service, by which it is found again after an unclear answer.
  reference text not null constraint parcels_reference unique,
  -- Who was asked to book it.
  service text not null,
  -- asked: the courier service is to book it. refused: it will not. cancelling: it is to forget it.
  state text not null default 'asked' check (state in ('asked', 'booked', 'refused', 'cancelling', 'cancelled')),
  -- Whoever asked for it.
  actor_id text,
  weight_grams integer not null check (weight_grams > 0),
  length_cm integer not null check (length_cm > 0),
  breadth_cm integer not null check (breadth_cm > 0),
  height_cm integer not null check (height_cm > 0),
  -- What the courier is asked to collect at the door.
  cash_paise bigint not null check (cash_paise >= 0),
  shipment_id text,
  tracking_number text,
  tracking_link text,
  carrier text,
  cost_paise bigint check (cost_paise >= 0),
  is_pickup_asked boolean not null default false,
  -- Where it is, by its scans.
  step text check (step in (
    'booked', 'picked up', 'on its way', 'out for delivery', 'not delivered', 'lost', 'delivered', 'coming back', 'back'
  )),
  step_at timestamptz,
  reason text check (reason in ('nobody at home', 'wrong address', 'refused', 'no money', 'later', 'other')),
  -- Why the last attempt came to nothing.
  failure text,
  attempts integer not null default 0,
  -- When the courier service is asked next: to book, fetch or forget it. Null where nothing is to be asked.
  next_attempt_at timestamptz,
  -- When the courier service is next asked where it is.
  next_check_at timestamptz,
  checks integer not null default 0,
  created_at timestamptz not null default now(),
  booked_at timestamptz,
  constraint parcels_booked check (
    state <> 'booked' or (shipment_id is not null and tracking_number is not null and step is not null and booked_at is not null)
  )
);
-- An order has one parcel in each direction.
create unique index parcels_open on parcels (order_id, direction) where state in ('asked', 'booked', 'refused');
create unique index parcels_tracking_number on parcels (service, tracking_number) where tracking_number is not null;
create index parcels_of_order on parcels (order_id, created_at);
create index parcels_to_ask on parcels (next_attempt_at) where next_attempt_at is not null;
create index parcels_to_check on parcels (next_check_at) where next_check_at is not null;
create index parcels_under_way on parcels (step) where state = 'booked' and step not in ('delivered', 'back');

-- What couriers say of parcels, once each. A word that is unknown has no step.
create table parcel_scans (
  parcel_id text not null references parcels (id) on delete cascade,
  at timestamptz not null,
  word text not null,
  step text,
  reason text,
  note text not null,
  place text not null,
  received_at timestamptz not null default now(),
  primary key (parcel_id, at, word)
);

-- Everything that a courier service has sent, once each.
create table courier_events (
  id text primary key,
  service text not null,
  tracking_number text not null,
  reference text,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  processed_at timestamptz,
  attempts integer not null default 0,
  failure text
);
create index courier_events_waiting on courier_events (next_attempt_at) where processed_at is null;
create index courier_events_of_parcel on courier_events (tracking_number);
