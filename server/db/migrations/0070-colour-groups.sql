-- Products of one colour group are the same garment in other colours, and show each other as swatches.
alter table products add column colour_group text;

create trigger products_relist_colour_group after update of colour_group on products for each row
  when (old.colour_group is distinct from new.colour_group) execute function relist_product();
