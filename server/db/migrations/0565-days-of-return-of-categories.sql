-- The lines of categories that have days of their own, in a transaction by itself: it keeps nobody from reading the lines.
update checkout_lines line set return_days = category.return_days
from products join categories category on category.id = products.category_id
where products.id = line.product_id and category.return_days <> line.return_days;
update order_lines line set return_days = category.return_days
from products join categories category on category.id = products.category_id
where products.id = line.product_id and category.return_days <> line.return_days;
