-- When whoever has this session last proved that he knows the password (or, where he has one, used his passkey).
alter table sessions add column proved_at timestamptz not null default now();
