-- What the law asks to be said of a garment beside what was there: who makes or imports it, and how many pieces a set has.
alter table products add column maker text;
alter table products add column maker_address text;
alter table products add column pieces text;

-- Values for details that a product of the category leaves empty, by the names that the code uses.
alter table categories add column detail_defaults jsonb not null default '{}';
