-- What was written about the orders, returns and payments of accounts that were erased before it went with them. The anonymous accounts that
-- stand in for them have keys of this kind. The audit log stays as it is.
create view erased_orders as
  select orders.id, orders.checkout_id from orders join users on users.id = orders.user_id where users.email_key like 'erased %';

update order_steps set reason = null where reason is not null and order_id in (select id from erased_orders);
update cancellations set reason = null, actor_id = (select users.id from users where users.id = cancellations.actor_id)
where order_id in (select id from erased_orders);
delete from orders_put_aside where order_id in (select id from erased_orders);
update parcels set failure = null where failure is not null and order_id in (select id from erased_orders);
update return_steps set reason = null
where reason is not null and return_id in (select returns.id from returns join erased_orders on erased_orders.id = returns.order_id);
update settlements set reference = ''
where reference is not null and return_id in (select returns.id from returns join erased_orders on erased_orders.id = returns.order_id);
update dealt_findings set note = ''
where subject in (
  select unnest(array[payments.id, refunds.id, refunds.provider_refund_id, disputes.id])
  from erased_orders join payments on payments.checkout_id = erased_orders.checkout_id
  left join refunds on refunds.payment_id = payments.id
  left join disputes on disputes.payment_id = payments.id
);
update reviews set answer = null, answered_at = null, answered_by = null
from users where users.id = reviews.user_id and users.email_key like 'erased %' and reviews.answer is not null;

drop view erased_orders;
