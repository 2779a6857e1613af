-- The codes of offers that a program tries for a person. They come into the person's cart with what was chosen.
alter table agent_choices add column codes jsonb not null default '[]';
