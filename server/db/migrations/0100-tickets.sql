-- A message of the contact form is a ticket: open, then answered, then closed. due_at says until when it must come to its next
-- state; null once it is closed.

-- Six signs that nobody mistakes for each other, at random: a number says neither how many messages there are nor what the next one is.
create function new_ticket() returns text language sql volatile as $$
  select 'T-' || string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + get_byte(random.bytes, place) % 32, 1), '')
  from (select uuid_send(gen_random_uuid()) as bytes) as random, generate_series(0, 5) as place
$$;

alter table contacts
  add column ticket text,
  add column answered_at timestamptz,
  add column closed_at timestamptz,
  add column due_at timestamptz;

-- Messages from before get a number too. What was read then counts as done: nobody wrote down whether it was answered.
update contacts set
  ticket = new_ticket(),
  closed_at = case when is_read then now() end,
  due_at = case when not is_read then created_at + interval '48 hours' end;
do $$
begin
  loop
    update contacts set ticket = new_ticket()
    where id in (select id from (select id, row_number() over (partition by ticket) as place from contacts) as given where place > 1);
    exit when not found;
  end loop;
end
$$;
alter table contacts
  alter column ticket set default new_ticket(),
  alter column ticket set not null,
  add constraint contacts_ticket_key unique (ticket),
  add constraint contacts_due check ((due_at is null) = (closed_at is not null));
create index contacts_by_due on contacts (due_at, created_at desc, id);

-- What the shop writes to the sender: the number at once, which has no text and no writer, and the answers.
create table contact_mails (
  id text primary key,
  contact_id text not null references contacts (id) on delete cascade,
  actor_id text references users (id) on delete set null,
  text text,
  created_at timestamptz not null default now(),
  mail_due_at timestamptz default now(),
  mail_outcome text check (mail_outcome in ('sent', 'unconfirmed', 'limited', 'outdated', 'failed'))
);
create index contact_mails_of_contact on contact_mails (contact_id, created_at);
create index contact_mails_to_mail on contact_mails (mail_due_at) where mail_due_at is not null;
