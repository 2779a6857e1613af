-- When the mail about a step of an order, or about a refund that is done, is to go out; null: none is, or it has gone. A
-- new step is due by itself, so placing an order does nothing for it. Whoever takes a mail puts it off, so that two
-- processes never send the same one. What happened before this migration is not written about.
alter table order_steps add column mail_due_at timestamptz;
-- Not at once: within seconds an order has its address and its payment is captured, and the mail can say so.
alter table order_steps alter column mail_due_at set default now() + interval '10 seconds';
create index order_steps_to_mail on order_steps (mail_due_at) where mail_due_at is not null;

alter table refunds add column mail_due_at timestamptz;
create index refunds_to_mail on refunds (mail_due_at) where mail_due_at is not null;
