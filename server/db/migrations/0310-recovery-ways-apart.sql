-- When a link or code was made: a link works again, beyond the limit of mails, only within the hour after that.
alter table recovery_tokens add column created_at timestamptz not null default now();

-- Links for a new password and codes have a limit each, so that no stranger who asks for the one uses up the other. Null: any other mail.
alter table recent_mails add column recovery_kind text check (recovery_kind in ('password', 'code'));
update recent_mails set recovery_kind = case when mail_id like '%.code' then 'code' else 'password' end where is_recovery;
alter table recent_mails drop column is_recovery;
