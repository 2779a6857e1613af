-- A sale may be of collections, too: whatever is in one of them at a moment is in the sale at that moment.
alter table sales add column collection_ids text[] not null default '{}';
alter table sales drop constraint sales_of_something,
  add constraint sales_of_something check (product_ids <> '{}' or category_ids <> '{}' or collection_ids <> '{}');

-- A changed collection is looked at like a changed sale: a product that was being saved meanwhile is then seen.
create trigger collections_publish_sales after update on collections for each row
  execute function publish_sales_tag();
