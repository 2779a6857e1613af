-- One trigger for each kind of change, so that every way to make it tells of it. What is written has ids and states, and nobody's name or address.

create function tell_of_order() returns trigger language plpgsql as $$
begin
  if has_webhooks('order') then
    perform tell_webhooks('order', created_or_updated(tg_op, 'order'), new.id, new.user_id, json_build_object(
      '_id', new.id, 'orderId', coalesce(new.provider_order_id, new.id), 'status', new.status, 'isCash', new.is_cash,
      'totalAmount', rupees(new.total_paise), 'cancelledAmount', rupees(new.cancelled_paise),
      'user', json_build_object('_id', new.user_id), 'createdAt', new.created_at
    ));
  end if;
  return null;
end
$$;
create trigger orders_tell_new after insert on orders for each row execute function tell_of_order();
create trigger orders_tell after update on orders for each row
  when (
    old.status <> new.status or old.address is distinct from new.address or old.shipment is distinct from new.shipment
    or old.cancelled_paise <> new.cancelled_paise or old.returned_paise <> new.returned_paise or old.is_cash <> new.is_cash
  )
  execute function tell_of_order();

-- A parcel that the shop hands over by itself is known by its order alone.
create function tell_of_shipment() returns trigger language plpgsql as $$
begin
  if has_webhooks('parcel')
    and not exists (select from parcels where order_id = new.id and direction = 'out' and state <> 'cancelled')
  then
    perform tell_webhooks('parcel', case when old.shipment is null then 'parcel.created' else 'parcel.updated' end,
      new.id, new.user_id, json_build_object(
      'orderId', new.id, 'direction', 'out', 'carrier', new.shipment ->> 'courier',
      'trackingNumber', new.shipment ->> 'trackingNumber', 'trackingLink', new.shipment ->> 'trackingLink'
    ));
  end if;
  return null;
end
$$;
create trigger orders_tell_shipment after update on orders for each row
  when (old.shipment is distinct from new.shipment and new.shipment is not null) execute function tell_of_shipment();

create function tell_of_parcel() returns trigger language plpgsql as $$
begin
  if has_webhooks('parcel') then
    perform tell_webhooks('parcel', created_or_updated(tg_op, 'parcel'), new.order_id,
      (select user_id from orders where id = new.order_id), json_build_object(
      '_id', new.id, 'orderId', new.order_id, 'direction', new.direction, 'state', new.state, 'step', new.step,
      'carrier', new.carrier, 'trackingNumber', new.tracking_number, 'trackingLink', new.tracking_link
    ));
  end if;
  return null;
end
$$;
create trigger parcels_tell_new after insert on parcels for each row execute function tell_of_parcel();
create trigger parcels_tell after update on parcels for each row
  when (
    (old.state, old.step, old.carrier, old.tracking_number, old.tracking_link)
    is distinct from (new.state, new.step, new.carrier, new.tracking_number, new.tracking_link)
  )
  execute function tell_of_parcel();

-- A payment that has no order yet goes by its checkout.
create function tell_of_payment() returns trigger language plpgsql as $$
begin
  if has_webhooks('payment') then
    perform tell_webhooks('payment', created_or_updated(tg_op, 'payment'), coalesce(new.order_id, new.checkout_id),
      (select user_id from checkouts where id = new.checkout_id), json_build_object(
      '_id', new.id, 'orderId', new.order_id, 'status', new.status, 'amount', rupees(new.amount_paise),
      'createdAt', new.created_at
    ));
  end if;
  return null;
end
$$;
create trigger payments_tell_new after insert on payments for each row execute function tell_of_payment();
create trigger payments_tell after update on payments for each row
  when ((old.status, old.order_id) is distinct from (new.status, new.order_id)) execute function tell_of_payment();

create function tell_of_cash() returns trigger language plpgsql as $$
begin
  if has_webhooks('payment') then
    perform tell_webhooks('payment', created_or_updated(tg_op, 'cash'), new.order_id,
      (select user_id from orders where id = new.order_id), json_build_object(
      'orderId', new.order_id, 'status', new.status, 'amount', rupees(new.amount_paise)
    ));
  end if;
  return null;
end
$$;
create trigger cash_payments_tell_new after insert on cash_payments for each row execute function tell_of_cash();
create trigger cash_payments_tell after update on cash_payments for each row
  when ((old.status, old.amount_paise) is distinct from (new.status, new.amount_paise)) execute function tell_of_cash();

create function tell_of_refund() returns trigger language plpgsql as $$
begin
  if has_webhooks('payment') then
    perform tell_webhooks('payment', created_or_updated(tg_op, 'refund'), coalesce(new.order_id, new.payment_id, new.id),
      (
        select checkouts.user_id from payments join checkouts on checkouts.id = payments.checkout_id
        where payments.id = new.payment_id
        union all
        select user_id from orders where orders.id = new.order_id
        limit 1
      ), json_build_object(
      '_id', new.id, 'paymentId', new.payment_id, 'orderId', new.order_id, 'status', new.status,
      'amount', rupees(new.amount_paise), 'createdAt', new.created_at
    ));
  end if;
  return null;
end
$$;
create trigger refunds_tell_new after insert on refunds for each row execute function tell_of_refund();
create trigger refunds_tell after update on refunds for each row
  when ((old.status, old.amount_paise) is distinct from (new.status, new.amount_paise)) execute function tell_of_refund();

create function tell_of_return() returns trigger language plpgsql as $$
begin
  if has_webhooks('return') then
    perform tell_webhooks('return', created_or_updated(tg_op, 'return'), new.order_id,
      (select user_id from orders where id = new.order_id), json_build_object(
      '_id', new.id, 'orderId', new.order_id, 'status', new.status, 'askedAt', new.asked_at
    ));
  end if;
  return null;
end
$$;
create trigger returns_tell_new after insert on returns for each row execute function tell_of_return();
create trigger returns_tell after update on returns for each row
  when (old.status <> new.status) execute function tell_of_return();

create function tell_of_product() returns trigger language plpgsql as $$
declare
  product products;
  type text := created_or_updated(tg_op, 'product');
begin
  if not has_webhooks('product') then
    return null;
  end if;
  if tg_table_name = 'sale_prices' then
    select * into product from products where id = case when tg_op = 'DELETE' then old.product_id else new.product_id end;
    type := 'product.updated';
  else
    product := new;
    if new.deleted_at is not null and tg_op = 'UPDATE' then
      type := 'product.deleted';
    end if;
  end if;
  if product.id is not null then
    perform tell_webhooks('product', type, product.id, null, json_build_object(
      '_id', product.id, 'name', product.name, 'isOnSale', product.deleted_at is null and not product.is_draft,
      'revision', product.revision
    ));
  end if;
  return null;
end
$$;
create trigger products_tell_new after insert on products for each row execute function tell_of_product();
create trigger products_tell after update on products for each row
  when (old.revision <> new.revision) execute function tell_of_product();
create trigger sale_prices_tell_new after insert on sale_prices for each row
  when (new.price_paise is not null) execute function tell_of_product();
create trigger sale_prices_tell after update on sale_prices for each row
  when (old.price_paise is distinct from new.price_paise) execute function tell_of_product();
create trigger sale_prices_tell_gone after delete on sale_prices for each row
  when (old.price_paise is not null) execute function tell_of_product();

create function tell_of_stock() returns trigger language plpgsql as $$
begin
  if has_webhooks('stock') then
    perform tell_webhooks('stock', 'stock.updated', new.product_id, null, json_build_object(
      '_id', new.id, 'productId', new.product_id, 'size', new.size, 'sku', new.sku, 'stock', new.stock
    ));
  end if;
  return null;
end
$$;
create trigger product_sizes_tell_new after insert on product_sizes for each row execute function tell_of_stock();
create trigger product_sizes_tell after update on product_sizes for each row
  when (old.stock <> new.stock) execute function tell_of_stock();

-- With an account go the deliveries that name it: those that wait, too.
create function tell_of_customer() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from webhook_deliveries where user_id = old.id;
    perform tell_webhooks('customer', 'customer.deleted', old.id, null, json_build_object('_id', old.id));
  elsif has_webhooks('customer') then
    perform tell_webhooks('customer', created_or_updated(tg_op, 'customer'), new.id, new.id, json_build_object(
      '_id', new.id, 'createdAt', new.created_at
    ));
  end if;
  return null;
end
$$;
-- An account without an address stands in for those that were erased.
create trigger users_tell_new after insert on users for each row
  when (new.role = 'customer' and new.email <> '') execute function tell_of_customer();
create trigger users_tell after update on users for each row
  when (
    new.role = 'customer' and (old.firstname, old.lastname, old.email, old.phone, old.email_confirmed_at)
    is distinct from (new.firstname, new.lastname, new.email, new.phone, new.email_confirmed_at)
  )
  execute function tell_of_customer();
create trigger users_tell_gone after delete on users for each row
  when (old.role = 'customer') execute function tell_of_customer();

-- With a message, or its sender, goes what was answered to the deliveries that name it.
create function tell_of_message() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from webhook_deliveries where topic = 'message' and subject_id = old.id;
    perform tell_webhooks('message', 'message.deleted', old.id, null, json_build_object('_id', old.id));
    return null;
  end if;
  if tg_op = 'UPDATE' and new.email = '' then
    delete from webhook_deliveries where topic = 'message' and subject_id = new.id;
  end if;
  if has_webhooks('message') then
    perform tell_webhooks('message', created_or_updated(tg_op, 'message'), new.id, null, json_build_object(
      '_id', new.id, 'ticket', new.ticket, 'isRead', new.is_read, 'isAnswered', new.answered_at is not null,
      'isClosed', new.closed_at is not null, 'createdAt', new.created_at
    ));
  end if;
  return null;
end
$$;
create trigger contacts_tell_new after insert on contacts for each row execute function tell_of_message();
create trigger contacts_tell after update on contacts for each row
  when (
    (old.is_read, old.answered_at, old.closed_at, old.email) is distinct from (new.is_read, new.answered_at, new.closed_at, new.email)
  )
  execute function tell_of_message();
create trigger contacts_tell_gone after delete on contacts for each row execute function tell_of_message();
