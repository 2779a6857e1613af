-- Each mail for somebody who has forgotten a password has a token of its own, so that no stranger who asks for the account ends the
-- link or the code of its owner. asker_hash: for a code the browser that asked, the only one in which it works; for a link the network.
-- Asking again from there replaces the token. Null: a code that works in every browser.
alter table recovery_mails add column asker_hash bytea;
-- Beyond the limit no mail goes out; the newest link that was sent works again instead.
alter table recovery_mails add column is_renewal boolean not null default false;
delete from recovery_tokens;
alter table recovery_tokens drop constraint recovery_tokens_pkey;
alter table recovery_tokens add column mail_id text primary key;
alter table recovery_tokens add column asker_hash bytea;
create index recovery_tokens_user on recovery_tokens (user_id);

-- Mails for who has forgotten a password have a limit of their own: strangers can ask for them, and no other mail waits for that.
alter table recent_mails add column is_recovery boolean not null default false;
update recent_mails set is_recovery = true where mail_id like '%.password' or mail_id like '%.code';
