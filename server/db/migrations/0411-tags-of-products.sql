-- Words of the owner for a product, several by comma. Customers do not see them; rules of collections ask for them.
alter table products add column tags text;
create trigger products_relist_tags after update of tags on products for each row
  when (old.tags is distinct from new.tags)
  execute function relist_product();
