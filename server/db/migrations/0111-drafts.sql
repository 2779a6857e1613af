-- A draft is a product that shoppers do not see yet. Whatever shows or sells products asks for `is_on_sale`.
alter table products add column is_draft boolean not null default false;
alter table products add column is_on_sale boolean not null generated always as (deleted_at is null and not is_draft) stored;
create index products_drafts on products (id) where is_draft;

-- The product list holds what exists, drafts too; the lists of shoppers leave them out.
create trigger products_relist_draft after update of is_draft on products for each row
  when (old.is_draft is distinct from new.is_draft) execute function relist_product();
