-- Whom the owners have asked to join the staff. Only the hash of the link's token is kept; where a mail brings the link, the
-- token is made when the mail is sent. A row goes when the invitation is accepted or withdrawn.
create table staff_invitations (
  id text primary key,
  email text not null,
  email_key text not null constraint staff_invitations_email_key unique,
  staff_role text not null check (staff_role in ('owner', 'manager', 'packer', 'accountant', 'support')),
  token_hash bytea,
  invited_by text references users (id) on delete set null,
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null,
  mail_due_at timestamptz,
  mail_outcome text check (mail_outcome in ('sent', 'unconfirmed', 'limited', 'outdated', 'failed'))
);
create unique index staff_invitations_token on staff_invitations (token_hash);
create index staff_invitations_to_mail on staff_invitations (mail_due_at) where mail_due_at is not null;
