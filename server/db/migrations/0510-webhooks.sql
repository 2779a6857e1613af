-- Addresses of other programs that hear of changes, and what each of them is told.
create table webhooks (
  id text primary key,
  url text not null,
  topics text[] not null check (cardinality(topics) > 0),
  -- What the deliveries are signed with. The one before it signs too until its day is over.
  secret bytea not null,
  old_secret bytea,
  old_secret_ends_at timestamptz,
  created_at timestamptz not null default now(),
  -- Of calls that failed since the last one that did not.
  failures integer not null default 0,
  failing_since timestamptz,
  -- Nothing is sent before.
  next_at timestamptz not null default now(),
  paused_at timestamptz,
  pause_reason text check (pause_reason in ('by hand', 'failing', 'gone', 'restored')),
  -- Until when a process sends to it.
  claimed_until timestamptz not null default now(),
  constraint webhooks_paused check ((paused_at is null) = (pause_reason is null)),
  constraint webhooks_failing check ((failing_since is null) = (failures = 0)),
  constraint webhooks_old_secret check ((old_secret is null) = (old_secret_ends_at is null))
);

-- What is told to an address. It goes in the order of the numbers for each subject. A row is written by the change that it tells of.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  -- The same each time that it is sent.
  message_id text not null default 'msg_' || replace(gen_random_uuid()::text, '-', '') unique,
  -- Refers to no row: a change must not fail because its address is deleted meanwhile. What is left over is deleted later.
  webhook_id text not null,
  topic text not null,
  type text not null,
  subject_id text not null,
  -- The customer whom it is about. It goes with the account.
  user_id text,
  body text not null,
  at timestamptz not null default clock_timestamp(),
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  first_tried_at timestamptz,
  tried_at timestamptz,
  -- Of the last answer: its status, how it began, and why it was not taken.
  status integer,
  answer text,
  fault text
);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, id) where state = 'waiting';
create index webhook_deliveries_tried on webhook_deliveries (webhook_id, subject_id) where state = 'waiting' and attempts > 0;
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_of_user on webhook_deliveries (user_id) where user_id is not null;
create index webhook_deliveries_of_message on webhook_deliveries (subject_id) where topic = 'message';

create function has_webhooks(wanted text) returns boolean language sql stable as $$
  select exists (select from webhooks where wanted = any (topics))
$$;

-- Tells the addresses that want the topic, in the transaction of the change. Where there is none, no row is written.
create function tell_webhooks(topic text, type text, subject text, person text, data json) returns void language sql as $$
  insert into webhook_deliveries (webhook_id, topic, type, subject_id, user_id, body)
  select webhooks.id, $1, $2, $3, $4, json_build_object(
    'type', $2,
    'timestamp', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', $5
  )::text
  from webhooks where $1 = any (topics)
$$;

create function rupees(paise bigint) returns numeric language sql immutable as $$ select trim_scale(paise / 100.0) $$;

create function created_or_updated(op text, what text) returns text language sql immutable as $$
  select what || case op when 'INSERT' then '.created' else '.updated' end
$$;
