-- Where the pieces of a size lie, in the owner's own words. Its beginning is searched for, beside those of the codes.
alter table product_sizes add column storage_place text
  constraint product_sizes_storage_place_check check (char_length(storage_place) between 1 and 20);
create index product_sizes_storage_place on product_sizes (lower(storage_place) text_pattern_ops);
