-- How fast pages were for visitors: of each day in India, how many values fell into which step (server/reports/vital-steps.ts). Nothing in it
-- says who the visitors were.
create table web_vitals (
  day date not null,
  page text not null,
  device text not null,
  vital text not null,
  counts integer[] not null,
  primary key (day, page, device, vital)
);
