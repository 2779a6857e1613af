-- Where a session was opened, so that its owner recognises it: browser and system in plain words, never the header itself, and
-- the wide network of the address, which alone says neither person nor house. Empty for sessions from before.
alter table sessions add column device text not null default '', add column network text not null default '';
