-- Of rows of one moment the newer one has the greater id, so "newest first" ends with the id, descending.
drop index contacts_newest, contacts_unread, reviews_newest, offers_newest;
create index contacts_newest on contacts (created_at desc, id desc);
create index contacts_unread on contacts (is_read, created_at desc, id desc);
create index reviews_newest on reviews (created_at desc, id desc);
create index offers_newest on offers (created_at desc, id desc);
