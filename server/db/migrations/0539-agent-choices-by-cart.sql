-- Deleting a cart looks for its checkouts, those that were cancelled too. Without an index each of thousands of carts reads the whole table.
create index agent_choices_by_cart on agent_choices (cart_id) where cart_id is not null;
