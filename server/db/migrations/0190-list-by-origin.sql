-- Lists are narrowed and sorted by the country of origin, so its change is a change of what lists show. A country that a
-- category holds for its products is read with the categories.
create trigger products_relist_origin after update of origin on products for each row
  when (old.origin is distinct from new.origin) execute function relist_product();
