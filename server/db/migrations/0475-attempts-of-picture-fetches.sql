-- How often the shop itself failed at a picture, such as with a full disk. It waits longer after each.
alter table picture_fetches add column attempts integer not null default 0;
