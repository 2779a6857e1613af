-- How a garment fits its reviewer, who may leave it out: smaller than expected, as expected, larger.
alter table reviews add column fit text check (fit in ('small', 'right', 'large'));
