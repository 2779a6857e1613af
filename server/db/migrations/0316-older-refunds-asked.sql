-- Refunds that were made at the provider and stood in the audit log only (0300): where something still follows from them, a credit
-- note or a cancellation, the shop asks the provider about them once more and does it.
update refunds set status = 'sent', next_attempt_at = now()
where id like 'foreign-%' and is_foreign and status = 'processed'
  and not exists (select from documents where documents.refund_id = refunds.id)
  and (
    exists (select from orders where orders.id = refunds.order_id and orders.status = 'order placed')
    or exists (
      select from documents where documents.order_id = refunds.order_id and documents.kind in ('tax invoice', 'bill of supply')
    )
  );
