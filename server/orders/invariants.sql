-- What always holds of stock, money and orders. Every part answers what breaks it, so the whole must answer no row.
-- The numbers are those of docs/security.md.

-- 1. Stock is never negative and equals the sum of its ledger.
select '1 stock equals its ledger' as invariant, size.id as subject
from product_sizes size
left join (select product_size_id, sum(change) as sum from stock_ledger group by product_size_id) ledger
  on ledger.product_size_id = size.id
where size.stock < 0 or size.stock <> coalesce(ledger.sum, 0)

union all

-- 14. What was taken in is the sum of all places, and no place has less than nothing.
select '14 taken in is the sum of all places', size.id
from product_sizes size
left join (
  select product_size_id, sum(move.quantity) filter (where move.place = 'supplier') as supplied,
    sum(move.quantity) filter (where move.place not in ('supplier', 'shelf')) as elsewhere
  from stock_ledger, lateral (values (from_place, -quantity), (to_place, quantity)) move (place, quantity)
  group by product_size_id
) ledger on ledger.product_size_id = size.id
where coalesce(ledger.supplied, 0) + size.stock + coalesce(ledger.elsewhere, 0) <> 0

union all

select '14 no place has less than nothing', stock_ledger.product_size_id || ' ' || move.place
from stock_ledger, lateral (values (from_place, -quantity), (to_place, quantity)) move (place, quantity)
where move.place <> 'supplier'
group by stock_ledger.product_size_id, move.place
having sum(move.quantity) < 0

union all

-- 14. The pieces of a checkout are where its order says: held while it is open or until it is packed, then in the parcel,
-- then with the customer, until its return says otherwise. An order that was called back has no pieces but those of its return.
select '14 the pieces of a checkout are where its order says', coalesce(found.checkout_id, due.checkout_id)
from (
  select checkout_id, product_size_id, move.place, sum(move.quantity) as quantity
  from stock_ledger, lateral (values (from_place, -quantity), (to_place, quantity)) move (place, quantity)
  where checkout_id is not null and move.place not in ('supplier', 'shelf')
  group by checkout_id, product_size_id, move.place
  having sum(move.quantity) <> 0
) found
full join (
  select stays.checkout_id, product_size_id, place, sum(quantity) as quantity
  from (
  -- Another size that is held for a return is held by the checkout of its order.
  select orders.checkout_id, asked.exchange_size_id as product_size_id, 'held' as place, asked.held::bigint as quantity
  from return_lines asked join returns on returns.id = asked.return_id join orders on orders.id = returns.order_id
  where asked.held > 0
  union all
  select gone.checkout_id, product_size_id, stay.place, stay.quantity
  from (
    select line.checkout_id, line.product_size_id, line.quantity - coalesce(kept.cancelled, 0) as quantity,
      coalesce(orders.status, checkouts.status) as status,
      least(line.quantity - coalesce(kept.cancelled, 0), (
        select count(*) from packed_items piece where piece.order_line_id = kept.id
      )) as packed, back.*, found.*
    from checkout_lines line
    join checkouts on checkouts.id = line.checkout_id
    left join orders on orders.checkout_id = checkouts.id
    left join order_lines kept on kept.order_id = orders.id and kept.position = line.position
    cross join lateral (
      select coalesce(sum(asked.quantity) filter (where returns.status = 'on its way'), 0) as coming,
        coalesce(sum(asked.quantity) filter (where returns.status = 'received'), 0) as received,
        coalesce(sum(asked.quantity) filter (where returns.status in ('on its way', 'received', 'inspected', 'lost')), 0) as left_customer,
        coalesce(sum(asked.quantity) filter (where returns.status = 'lost'), 0) as lost_on_way
      from return_lines asked join returns on returns.id = asked.return_id where asked.order_line_id = kept.id
    ) back
    cross join lateral (
      select coalesce(sum(piece.quantity) filter (where goes_to = 'written off'), 0) as lost,
        coalesce(sum(piece.quantity) filter (where goes_to = 'sent back'), 0) as sent_back
      from inspected_pieces piece where piece.order_line_id = kept.id
    ) found
  ) gone
  cross join lateral (values
    ('held', case gone.status when 'open' then gone.quantity when 'order placed' then gone.quantity - packed else 0 end),
    ('packed', case gone.status when 'order placed' then packed else 0 end),
    ('parcel', case gone.status when 'shipped' then gone.quantity else 0 end),
    ('customer', sent_back + case gone.status when 'delivered' then gone.quantity - left_customer else 0 end),
    ('coming back', coming),
    ('inspection', received),
    ('written off', lost + lost_on_way)
  ) stay (place, quantity)
  where stay.quantity <> 0
  ) stays group by 1, 2, 3
) due on due.checkout_id = found.checkout_id and due.product_size_id = found.product_size_id and due.place = found.place
where coalesce(found.quantity, 0) <> coalesce(due.quantity, 0)

union all

-- 2. A captured payment belongs to an order that stands, or goes back: then its refunds are exactly what was paid. Of an order
-- that stands, or was called back, the shop gives back what its cancelled and its returned pieces cost, once, those of exchanges that stand in for
-- its own with them, and the provider's own refunds the rest; never more than was paid.
-- Pieces that were cancelled before an order for cash was paid in advance cost nothing.
select '2 captured money has one order or goes back', payments.id
from payments
left join orders on orders.id = payments.order_id
left join (
  select payment_id, sum(amount_paise) as paise,
    coalesce(sum(amount_paise) filter (where reason in ('pieces cancelled', 'pieces returned', 'exchange returned')), 0) as of_pieces,
    coalesce(sum(amount_paise) filter (where reason = 'pieces cancelled'), 0) as of_cancelled,
    coalesce(sum(amount_paise) filter (where reason = 'pieces returned'), 0) as of_returned,
    coalesce(sum(amount_paise) filter (where reason = 'exchange returned'), 0) as of_exchanges,
    coalesce(sum(amount_paise) filter (where not is_foreign), 0) as by_shop
  from refunds where is_counted group by payment_id
) returned on returned.payment_id = payments.id
left join (
  -- More than its share where money had gone back at the provider, at most by that.
  select order_id, sum(amount_paise) filter (where payment_id is null and source_id is null) as paise,
    sum(amount_paise) filter (where payment_id is not null and is_foreign) as missing
  from refunds group by 1
) credited on credited.order_id = orders.id
cross join lateral (
  select credit_of_pieces(orders.total_paise, orders.credit_paise, orders.cancelled_paise + orders.returned_paise + orders.exchanges_returned_paise) as paise
) share
where payments.status = 'captured' and case
  when orders.id is null or (orders.status = 'cancelled' and not orders.is_called_back) then returned.paise is distinct from payments.amount_paise
  else coalesce(returned.paise, 0) > payments.amount_paise
    or coalesce(returned.by_shop, 0) > coalesce(returned.of_pieces, 0)
    or (coalesce(returned.of_pieces, 0) <> orders.cancelled_paise - orders.uncharged_paise + orders.returned_paise + orders.exchanges_returned_paise
      - greatest(share.paise, least(coalesce(credited.paise, 0), share.paise + coalesce(credited.missing, 0)))
      and coalesce(returned.paise, 0) < payments.amount_paise)
    or coalesce(returned.of_cancelled, 0) > orders.cancelled_paise - orders.uncharged_paise
    or coalesce(returned.of_returned, 0) > orders.returned_paise
    or coalesce(returned.of_exchanges, 0) > orders.exchanges_returned_paise
end

union all

select '2 only captured money is refunded', refunds.id
from refunds join payments on payments.id = refunds.payment_id
where payments.status <> 'captured' or refunds.order_id is distinct from payments.order_id
  or (refunds.is_foreign and refunds.provider_refund_id is null)

union all

-- 2. Of a refund at the provider, what is for pieces of exchanges is told by its parts, each of an exchange of its order, and as far as the refund itself.
select '2 a refund for exchanges has its parts', source.id
from refunds source
left join (
  select source_id, sum(amount_paise) filter (where is_counted) as paise, array_agg(order_id) as order_ids, array_agg(status) as states
  from refunds where source_id is not null group by 1
) parts on parts.source_id = source.id
where source.exchanges_paise <> coalesce(parts.paise, 0)
  or exists (select from unnest(parts.states) part (status) where part.status not in ('failed', source.status))
  or exists (select from unnest(parts.order_ids) exchange (id) where exchange.id = source.order_id or first_order_of(exchange.id) is distinct from source.order_id)
  or (parts.source_id is not null and (source.payment_id is null or not source.is_foreign))

union all

select '2 a refund of the provider is known once', max(refunds.id)
from refunds where provider_refund_id is not null group by provider_refund_id having count(*) > 1

union all

select '2 a paid checkout has one order, made by one payment of its own', checkouts.id
from checkouts
left join orders on orders.checkout_id = checkouts.id
left join payments on payments.order_id = orders.id
where (checkouts.status = 'paid') <> (orders.id is not null)
  or (checkouts.status = 'paid' and case
    when orders.is_cash or orders.credit_paise = orders.total_paise then checkouts.paid_by is not null
    else payments.id is distinct from checkouts.paid_by or payments.checkout_id is distinct from checkouts.id
  end)

union all

-- 3. The total of an order, of its lines, of its checkout and of its payment are one figure.
select '3 an order costs what its lines cost and what was paid', orders.id
from orders
join checkouts on checkouts.id = orders.checkout_id
left join payments on payments.order_id = orders.id
left join cash_payments cash on cash.order_id = orders.id
left join (
  select order_id, sum(paid_price_paise * quantity - discount_paise) as sum from order_lines group by order_id
) lines on lines.order_id = orders.id
where lines.sum + fees_paise(orders.fees) is distinct from orders.total_paise
  or checkouts.total_paise <> orders.total_paise
  or checkouts.credit_paise <> orders.credit_paise
  or (not orders.is_cash and checkouts.provider_order_id is distinct from orders.provider_order_id)
  or (orders.status <> 'cancelled' and orders.credit_paise + coalesce(
    payments.amount_paise + orders.uncharged_paise,
    cash.amount_paise + orders.cancelled_paise - credit_of_pieces(orders.total_paise, orders.credit_paise, orders.cancelled_paise),
    0
  ) <> orders.total_paise)
  or (not orders.is_cash and checkouts.asked_paise <> orders.total_paise - orders.credit_paise - orders.uncharged_paise)

union all

select '3 a checkout costs what its lines cost', checkouts.id
from checkouts
left join (
  select checkout_id, sum(paid_price_paise * quantity - discount_paise) as sum from checkout_lines group by checkout_id
) lines on lines.checkout_id = checkouts.id
where lines.sum + fees_paise(checkouts.fees) is distinct from checkouts.total_paise

union all

select '3 the lines of an order are those of its checkout', orders.id
from orders
join checkout_lines frozen on frozen.checkout_id = orders.checkout_id
full join order_lines line on line.order_id = orders.id and line.position = frozen.position
where (line.product_size_id, line.quantity, line.paid_price_paise, line.discount_paise, line.name, line.size)
  is distinct from (frozen.product_size_id, frozen.quantity, frozen.paid_price_paise, frozen.discount_paise, frozen.name, frozen.size)
  or line.return_days <> frozen.return_days

union all

-- A fee is frozen with the lines, over something, and there is one of a kind.
select '3 the fees of an order are those of its checkout', checkouts.id
from checkouts left join orders on orders.checkout_id = checkouts.id
where orders.fees <> checkouts.fees or exists (
  select from jsonb_array_elements(checkouts.fees) fee group by fee ->> 'kind'
  having count(*) > 1 or min((fee ->> 'amountPaise')::bigint) <= 0
)

union all

-- 3. What was cancelled of an order that stands is what its cancellations say, to the piece and to the paisa, and not all of it.
select '3 cancelled pieces are those of the cancellations', orders.id
from orders
left join (
  select order_id, sum(cancelled) as pieces, bool_or(cancelled < quantity) as has_rest, sum(
    paid_price_paise * cancelled - discount_of_pieces(discount_paise, quantity, cancelled)
  ) as paise
  from order_lines group by order_id
) lines on lines.order_id = orders.id
left join (
  select order_id, sum(amount_paise) as paise from cancellations group by order_id
) parts on parts.order_id = orders.id
where lines.paise <> orders.cancelled_paise or orders.cancelled_paise <> coalesce(parts.paise, 0)
  or not lines.has_rest or (lines.pieces > 0) <> (parts.order_id is not null) or orders.cancelled_paise >= orders.total_paise

union all

-- Of an order that was never for cash each cancelled piece was charged, and of one that is for cash still none was.
select '3 what was cancelled before it was paid was not charged', orders.id
from orders
left join cash_payments cash on cash.order_id = orders.id
left join (
  select order_id, sum(paid_price_paise * uncharged - discount_of_pieces(discount_paise, quantity, uncharged)) as paise
  from order_lines group by order_id
) lines on lines.order_id = orders.id
where lines.paise <> orders.uncharged_paise
  or (orders.uncharged_paise > 0 and (orders.is_cash or cash.order_id is null))

union all

select '3 the cancelled pieces of a line are counted', line.id
from order_lines line
left join (
  select order_line_id, sum(quantity) as quantity from cancelled_pieces group by order_line_id
) pieces on pieces.order_line_id = line.id
where line.cancelled <> coalesce(pieces.quantity, 0)

union all

select '3 a discount has its offer and its reason', checkouts.id
from checkouts
left join orders on orders.checkout_id = checkouts.id
left join (
  select checkout_id, sum(discount_paise) as sum from checkout_lines group by checkout_id
) lines on lines.checkout_id = checkouts.id
where case when orders.exchange_of is null
  then (coalesce(lines.sum, 0) > 0 or checkouts.shipping_off_paise > 0) <> (checkouts.offer_id is not null)
    or (checkouts.offer_id is null) <> (checkouts.discount_reason is null)
  -- What stands in for other pieces has their discount, and uses no offer.
  else checkouts.offer_id is not null or (coalesce(lines.sum, 0) > 0) <> (checkouts.discount_reason is not null) end
  or (orders.id is not null and orders.discount_reason is distinct from checkouts.discount_reason)

union all

-- An offer takes something off the goods or the shipping fee, and a fee that it took away is not charged.
select '3 a shipping fee that is taken away is not charged', checkouts.id
from checkouts
left join orders on orders.checkout_id = checkouts.id
where (checkouts.shipping_off_paise > 0 and (
    checkouts.offer_id is null or checkouts.fees @> '[{"kind": "shipping"}]'
    or exists (select from checkout_lines line where line.checkout_id = checkouts.id and line.discount_paise > 0)
  ))
  or orders.shipping_off_paise <> checkouts.shipping_off_paise

union all

-- 12. An offer has a use for each open checkout and each standing order that has it, and no more than its limits allow.
select '12 what has an offer has a use of it', coalesce(due.id, uses.checkout_id)
from (
  select checkouts.id, checkouts.offer_id, checkouts.user_id
  from checkouts left join orders on orders.checkout_id = checkouts.id
  where checkouts.offer_id is not null
    and (checkouts.status = 'open' or (checkouts.status = 'paid' and orders.status <> 'cancelled'))
) due
full join offer_uses uses on uses.checkout_id = due.id
where (due.offer_id, due.user_id) is distinct from (uses.offer_id, uses.user_id)

union all

select '12 an offer is used no more often than it may be', offers.id
from offers
left join (select offer_id, count(*) as count from offer_uses group by offer_id) uses on uses.offer_id = offers.id
where offers.used <> coalesce(uses.count, 0) or offers.used > offers.max_uses
  or exists (
    select from offer_uses where offer_id = offers.id
    group by user_id having count(*) > offers.max_uses_per_customer
  )

union all

-- 4. An order went only through steps that exist, in their order.
select '4 the steps of an order are allowed', orders.id
from orders
left join (
  select order_id, array_agg(
    status order by at, array_position(array['order placed', 'shipped', 'delivered', 'cancelled'], status)
  ) as path
  from order_steps group by order_id
) steps on steps.order_id = orders.id
where coalesce(array_to_string(steps.path, ' > '), '') not in (
    'order placed', 'order placed > shipped', 'order placed > shipped > delivered',
    'order placed > cancelled', 'order placed > shipped > cancelled'
  )
  or steps.path[array_upper(steps.path, 1)] <> orders.status

union all

select '4 what is shipped has an address and its money', orders.id
from orders
left join payments on payments.order_id = orders.id
left join cash_payments cash on cash.order_id = orders.id
where orders.status in ('shipped', 'delivered')
  and (
    case
      when orders.is_cash then cash.confirm_until is not null
      else payments.status is distinct from 'captured' and orders.credit_paise < orders.total_paise
    end
    -- The address goes with an erased account, once the parcel has come.
    or (orders.address is null and (orders.status = 'shipped' or not exists (
      select from users where users.id = orders.user_id and users.email_key like 'erased %'
    )))
  )

union all

-- 4. A dispute that is open stops the parcel, and its refund; so does one that was lost. It stops what stands in for the pieces too.
select '4 nothing is shipped while its payment is disputed', orders.id
from orders
join payments on payments.order_id = case when orders.exchange_of is null then orders.id else first_order_of(orders.id) end
join disputes on disputes.payment_id = payments.id
join order_steps step on step.order_id = orders.id and step.status = 'shipped'
where step.at > disputes.created_at and (
  disputes.status = 'lost' or (step.at < coalesce(disputes.decided_at, 'infinity') and disputes.decided_at is distinct from disputes.created_at)
)

union all

select '5 what is disputed is not paid back a second time', refunds.id
from refunds join disputes on disputes.payment_id = refunds.payment_id
where not refunds.is_foreign and disputes.status not in ('won', 'closed') and refunds.created_at > disputes.created_at and refunds.provider_refund_id is not null

union all

-- 2. What the emulated provider took, and what the real one took, is never mixed.
select '2 a checkout, its payments and its order are of one provider', checkouts.id
from checkouts
left join payments on payments.checkout_id = checkouts.id
left join orders on orders.checkout_id = checkouts.id
where checkouts.is_sandbox <> payments.is_sandbox or checkouts.is_sandbox <> orders.is_sandbox

union all

-- 5. A cancelled order gives its money back, by invariant 2, and its stock came back once; so did that of each cancelled piece.
select '5 a cancelled order gives its stock back once', due.id
from (
  select orders.id, line.checkout_id, line.product_size_id,
    sum(case when orders.status = 'cancelled' and not orders.is_called_back then line.quantity else kept.cancelled end) as pieces
  from orders
  join checkout_lines line on line.checkout_id = orders.checkout_id
  join order_lines kept on kept.order_id = orders.id and kept.position = line.position
  group by 1, 2, 3
) due
left join stock_ledger ledger on ledger.checkout_id = due.checkout_id
  and ledger.product_size_id = due.product_size_id and ledger.reason = 'cancellation'
group by due.id, due.product_size_id, due.pieces
having coalesce(sum(ledger.change), 0) <> due.pieces

union all

-- 9. A hold lasts at most 15 minutes, and a customer has at most one open checkout.
select '9 a hold lasts at most 15 minutes', id
from checkouts where hold_expires_at > created_at + interval '15 minutes'

union all

select '9 a customer has one open checkout', user_id
from checkouts where status = 'open' group by user_id having count(*) > 1

union all

-- 10. An order belongs to whoever started its payment.
select '10 an order belongs to who paid', orders.id
from orders join checkouts on checkouts.id = orders.checkout_id
where orders.user_id <> checkouts.user_id

union all

-- 11. Steps of orders and moves of money are in the audit log.
select '11 a step is in the audit log', step.order_id || ' ' || step.status
from order_steps step
where not exists (
  select from audit_log entry
  where entry.subject_type = 'order' and entry.subject_id = step.order_id
    and entry.action = 'order.' || replace(step.status, 'order ', '')
)

union all

select '11 cancelled pieces are in the audit log', part.order_id
from (select order_id, count(*) as count from cancellations group by order_id) part
where part.count <> (
  select count(*) from audit_log entry
  where entry.subject_type = 'order' and entry.subject_id = part.order_id and entry.action = 'order.pieces cancelled'
)

union all

select '11 what the staff changed of an order is in the audit log', part.order_id
from (
  select order_id, count(*) as count, count(order_line_id) as sizes from order_changes group by order_id
) part join orders on orders.id = part.order_id
where orders.size_changes <> part.sizes or part.count <> (
  select count(*) from audit_log entry
  where entry.subject_type = 'order' and entry.subject_id = part.order_id and entry.action in ('order.size changed', 'order.address changed')
)

union all

select '11 captured money is in the audit log once', payments.id
from payments
where status = 'captured' and 1 <> (
  select count(*) from audit_log entry
  where entry.subject_type = 'payment' and entry.subject_id = payments.id and entry.action = 'payment.captured'
)

union all

select '11 a refund is in the audit log once', refunds.id
from refunds
where 1 <> (
  select count(*) from audit_log entry
  where entry.subject_type = 'refund' and entry.subject_id = refunds.id and entry.action = 'refund.requested'
) and not is_foreign

union all

select '11 a refund made at the provider is in the audit log', refunds.id
from refunds
where is_foreign and not exists (
  select from audit_log entry
  where case when source_id is null then entry.subject_type = 'payment' and entry.subject_id = refunds.payment_id
      and entry.action = 'refund.reported' and entry.after ->> 'id' = refunds.provider_refund_id
    else entry.subject_type = 'refund' and entry.subject_id = refunds.source_id
      and entry.action = 'refund.for exchange' and entry.after ->> 'id' = refunds.id
  end
)

union all

-- 12. The number of a document in a series is never missing; the table's own key says that it is never twice.
select '12 no number of a document is missing', coalesce(counter.series || counter.year, issued.series || issued.year)
from document_counters counter
full join (
  select series, year, count(*) as count, min(number) as first, max(number) as last
  from documents where kind <> 'receipt' group by series, year
) issued on issued.series = counter.series and issued.year = counter.year
where coalesce(issued.count, 0) is distinct from counter.last - counter.first + 1
  or issued.first <> counter.first or issued.last <> counter.last

union all

-- 13. What documents say is what was sold and paid, to the paisa.
select '13 a document is over the amount of its order', documents.id
from documents join orders on orders.id = documents.order_id
where documents.cancelled_at is null and case
  when documents.refund_id is not null or documents.settlement_id is not null then documents.total_paise > orders.total_paise
  -- The receipt of cash is issued at the door, and an invoice when the parcel leaves; by then pieces may have been cancelled.
  when documents.kind in ('tax invoice', 'bill of supply', 'credit note') or orders.is_cash
    then documents.total_paise <> orders.total_paise - orders.cancelled_paise
  else documents.total_paise <> orders.total_paise - orders.uncharged_paise
end

union all

select '13 the sums of a document are those of its lines', documents.id
from documents
left join (
  select document_id, sum(quantity * price_paise) as total, sum(quantity * taxable_paise) as taxable,
    sum(quantity * central_paise) as central, sum(quantity * state_paise) as state,
    sum(quantity * integrated_paise) as integrated
  from document_lines group by document_id
) lines on lines.document_id = documents.id
where documents.kind in ('tax invoice', 'bill of supply', 'credit note')
  and (lines.total, lines.taxable, lines.central, lines.state, lines.integrated) is distinct from
    (documents.total_paise, documents.taxable_paise, documents.central_paise, documents.state_paise, documents.integrated_paise)

union all

select '13 the pieces of a document are those of its order', documents.id
from documents
join order_lines line on line.order_id = documents.order_id
left join (
  select document_id, order_line_id, sum(quantity) as quantity, sum(quantity * price_paise) as paise
  from document_lines group by document_id, order_line_id
) pieces on pieces.document_id = documents.id and pieces.order_line_id = line.id
where documents.kind in ('tax invoice', 'bill of supply') and documents.cancelled_at is null
  and (coalesce(pieces.quantity, 0), coalesce(pieces.paise, 0)) is distinct from (
    (line.quantity - line.cancelled)::bigint, line.paid_price_paise * (line.quantity - line.cancelled)
      - line.discount_paise + discount_of_pieces(line.discount_paise, line.quantity, line.cancelled)
  )

union all

select '13 the fees of a document are those of its order', documents.id
from documents
join orders on orders.id = documents.order_id
left join (
  select document_id, jsonb_agg(jsonb_build_object('kind', fee, 'amountPaise', quantity * price_paise) order by position) as fees
  from document_lines where fee is not null group by document_id
) charged on charged.document_id = documents.id
where documents.kind in ('tax invoice', 'bill of supply') and coalesce(charged.fees, '[]') <> orders.fees

union all

-- A fee is taxed with the goods of its document, at the highest rate among them.
select '13 a fee has the highest rate of its goods', line.document_id
from document_lines line join documents on documents.id = line.document_id
where line.fee is not null and documents.kind = 'tax invoice' and line.percent is distinct from (
  select max(goods.percent) from document_lines goods where goods.document_id = line.document_id and goods.fee is null
)

union all

-- Credit notes bear a part of each piece: all together at most the invoice, piece by piece and tax by tax.
select '13 credit notes are at most their invoice', invoice.id
from documents invoice
join (
  select note.invoice_id, coalesce(line.order_line_id, line.fee) as subject, sum(quantity * price_paise) as paise, sum(quantity * line.taxable_paise) as taxable,
    sum(quantity * line.central_paise) as central, sum(quantity * line.state_paise) as state,
    sum(quantity * line.integrated_paise) as integrated
  from documents note join document_lines line on line.document_id = note.id where note.kind = 'credit note'
  group by 1, 2
) credited on credited.invoice_id = invoice.id
left join (
  select document_id, coalesce(order_line_id, fee) as subject, sum(quantity * price_paise) as paise, sum(quantity * taxable_paise) as taxable,
    sum(quantity * central_paise) as central, sum(quantity * state_paise) as state, sum(quantity * integrated_paise) as integrated
  from document_lines group by 1, 2
) billed on billed.document_id = invoice.id and billed.subject = credited.subject
where billed.paise is null or credited.paise > billed.paise
  or credited.central > billed.central or credited.state > billed.state or credited.integrated > billed.integrated
  or (credited.paise = billed.paise and (credited.taxable, credited.central, credited.state, credited.integrated)
    is distinct from (billed.taxable, billed.central, billed.state, billed.integrated))

union all

select '13 refund vouchers are at most their receipt', receipt.id
from documents receipt join documents voucher on voucher.invoice_id = receipt.id
where voucher.kind = 'refund voucher'
group by receipt.id, receipt.total_paise
having sum(voucher.total_paise) > receipt.total_paise

union all

select '13 only what has left has an invoice', documents.id
from documents
where documents.kind in ('tax invoice', 'bill of supply') and documents.cancelled_at is null
  and not exists (select from order_steps step where step.order_id = documents.order_id and step.status = 'shipped')

union all

-- Pieces that were cancelled or came back are credited whether the shop's own refund of them counts or one at the provider has taken its place.
-- One at the provider lowers the price of all else once it is done: until then it may fail, and the shop's own is there again.
-- What comes back of an exchange is credited on its own invoice, whose store credit stands for what was paid with the first order; so is what of
-- a refund at the provider is for its pieces. What went back there beyond all pieces has no invoice to be credited on.
select '13 invoices less credit notes are payments less refunds', invoice.order_id
from documents invoice
join orders on orders.id = invoice.order_id
left join payments on payments.order_id = invoice.order_id and payments.status = 'captured'
left join cash_payments cash on cash.order_id = invoice.order_id
cross join lateral (
  select coalesce(sum(amount_paise), 0) as all_paise,
    coalesce(sum(amount_paise) filter (where kind <> 'refund' or first_order_id is not null), 0) as other_paise
  from settlements where settlements.order_id = orders.id
) settled
cross join lateral (
  select
    coalesce(sum(amount_paise) filter (where payment_id is null and source_id is null), 0) as credit_paise,
    coalesce(sum(amount_paise) filter (where reason <> 'exchange returned' and (is_done or not is_price)), 0) as all_paise,
    coalesce(sum(amount_paise) filter (where is_done and is_price and payment_id is not null), 0) as price_paise,
    coalesce(sum(exchanges_paise) filter (where is_done and is_price), 0) as of_exchanges_paise
  from refunds
  cross join lateral (
    select reason not in ('pieces cancelled', 'pieces returned', 'exchange returned') as is_price,
      -- An order from before parcels came back as returns may have ended after it left.
      not is_foreign or refunds.status = 'processed' or (orders.status = 'cancelled' and not orders.is_called_back) as is_done
  ) kind
  where refunds.order_id = orders.id and is_counted
) refunds
cross join lateral (
  select orders.cancelled_paise - orders.uncharged_paise + orders.returned_paise + orders.exchanges_returned_paise as paise,
    greatest(refunds.credit_paise, credit_of_pieces(
      orders.total_paise, orders.credit_paise, orders.cancelled_paise + orders.returned_paise + orders.exchanges_returned_paise
    )) as credit_paise
) pieces
cross join lateral (
  select case when payments.id is null then refunds.all_paise
    else least(payments.amount_paise, pieces.paise - pieces.credit_paise + refunds.price_paise) + pieces.credit_paise
      - orders.exchanges_returned_paise - refunds.of_exchanges_paise
  end as paise
) refunded
where invoice.kind in ('tax invoice', 'bill of supply') and invoice.cancelled_at is null
  and invoice.total_paise - (
    select coalesce(sum(note.total_paise), 0) from documents note where note.invoice_id = invoice.id and note.cancelled_at is null
  ) is distinct from case
    when orders.is_cash and cash.status in ('refused', 'nothing due') then 0
    when orders.is_cash then cash.amount_paise + orders.credit_paise
      - credit_of_pieces(orders.total_paise, orders.credit_paise, orders.cancelled_paise) - settled.all_paise
    else greatest(0, coalesce(payments.amount_paise, 0) + orders.credit_paise
      - greatest(refunded.paise + settled.other_paise, settled.all_paise + orders.cancelled_paise - orders.uncharged_paise))
  end

union all

-- 13. What went back at the provider for more than the pieces of its own order is for those of exchanges, as long as one has any left.
select '13 money that went back at the provider is for pieces', first.id
from orders first
join payments on payments.order_id = first.id and payments.status = 'captured'
cross join lateral (
  select coalesce(sum(amount_paise - exchanges_paise) filter (where reason <> 'exchange returned'), 0)
    + coalesce(sum(amount_paise) filter (where reason = 'exchange returned'), 0) - first.exchanges_returned_paise as paise,
    bool_or(is_foreign) as is_foreign
  from refunds where refunds.order_id = first.id and is_counted
) back
where first.exchange_of is null and back.is_foreign
  and back.paise + (
    select coalesce(sum(amount_paise), 0) from settlements where order_id = first.id and (kind <> 'refund' or first_order_id is not null)
  ) > payments.amount_paise + first.credit_paise
  and exists (
    select from orders exchange
    where exchange.user_id = first.user_id and exchange.exchange_of is not null and first_order_of(exchange.id) = first.id
      and coalesce((select -sum(change_paise) from store_credit_ledger where checkout_id = exchange.checkout_id), 0) > coalesce((
        select sum(amount_paise) from settlements where order_id = exchange.id and (kind <> 'refund' or first_order_id is not null)
      ), 0)
  )

union all

-- 17. Money at the door is due, collected or remitted, or nobody owes it; and it is never money of the payment provider. An order that was paid
-- in advance after all owes none, and has no fee for it.
select '17 an order for cash has its cash, and no other order has', orders.id
from orders
left join cash_payments cash on cash.order_id = orders.id
where case when orders.is_cash then cash.order_id is null
    else cash.status <> 'nothing due' or cash.confirm_until is not null or orders.fees @> '[{"kind": "cash"}]'
  end
  or (orders.is_cash and cash.amount_paise <> orders.total_paise - orders.cancelled_paise - (
    orders.credit_paise - credit_of_pieces(orders.total_paise, orders.credit_paise, orders.cancelled_paise)
  ))
  or (orders.is_cash and exists (select from payments where payments.order_id = orders.id))
  or (orders.is_cash and exists (select from refunds where refunds.order_id = orders.id))

union all

select '17 the state of cash is that of its order', orders.id
from orders join cash_payments cash on cash.order_id = orders.id
where (orders.is_cash and case orders.status
    when 'delivered' then cash.status not in ('collected', 'remitted')
    when 'cancelled' then cash.status not in ('refused', 'nothing due')
    else cash.status <> 'cash due'
  end)
  or (cash.status = 'refused' and not exists (
    select from order_steps step where step.order_id = orders.id and step.status = 'shipped'
  ))

union all

select '17 a move of cash is in the audit log once', cash.order_id
from cash_payments cash
cross join (values ('collected'), ('remitted'), ('refused'), ('nothing due'), ('confirmed')) as moves (name)
where (
  select count(*) from audit_log entry
  where entry.subject_type = 'order' and entry.subject_id = cash.order_id and entry.action = 'cash.' || moves.name
) <> case moves.name
  when 'collected' then (cash.collected_at is not null)::integer
  when 'remitted' then (cash.remitted_at is not null)::integer
  when 'confirmed' then (cash.confirmed_at is not null)::integer
  else (cash.status = moves.name)::integer
end

union all

-- 18. No more pieces come back than were delivered, each is found once, and a return went only through steps that exist.
select '18 no more pieces come back than were delivered', line.id
from order_lines line join (
  select asked.order_line_id, sum(asked.quantity) as quantity
  from return_lines asked join returns on returns.id = asked.return_id
  where returns.status not in ('refused', 'withdrawn') group by 1
) returned on returned.order_line_id = line.id
where returned.quantity > line.quantity - line.cancelled

union all

select '18 the pieces of a return are of its order', returns.id
from returns
left join return_lines asked on asked.return_id = returns.id
left join order_lines line on line.id = asked.order_line_id
where line.order_id is distinct from returns.order_id

union all

select '18 each piece of an inspected return was found once', returns.id
from returns join return_lines asked on asked.return_id = returns.id
left join (
  select return_id, order_line_id, sum(quantity) as quantity from inspected_pieces group by 1, 2
) found on found.return_id = asked.return_id and found.order_line_id = asked.order_line_id
where coalesce(found.quantity, 0) <> case returns.status when 'inspected' then asked.quantity else 0 end

union all

select '18 the steps of a return are allowed', returns.id
from returns
left join (
  select return_id, array_agg(status order by at) as path from return_steps group by return_id
) steps on steps.return_id = returns.id
where coalesce(array_to_string(steps.path, ' > '), '') !~ concat(
    '^(asked( > approved( > on its way)?( > received( > inspected)?)?| > approved > refused| > approved > withdrawn| > refused| > withdrawn)?',
    '|asked > approved > on its way > lost|on its way( > received( > inspected)?| > lost( > inspected)?| > inspected)?|lost( > inspected)?)$'
  )
  or steps.path[array_upper(steps.path, 1)] <> returns.status

union all

-- A parcel that was given up may reach its customer all the same: it was paid for before, and nothing of that went back.
select '18 what was never received is with its customer and stays paid', returns.id
from returns join orders on orders.id = returns.order_id
where returns.status = 'inspected'
  and not exists (select from return_steps step where step.return_id = returns.id and step.status = 'received')
  and (
    orders.is_cash or not orders.is_called_back
    or exists (select from inspected_pieces piece where piece.return_id = returns.id and piece.goes_to <> 'sent back')
    or exists (select from settlements where settlements.return_id = returns.id)
  )

union all

select '18 a step of a return is in the audit log', step.return_id || ' ' || step.status
from return_steps step
where not exists (
  select from audit_log entry
  where entry.subject_type = 'return' and entry.subject_id = step.return_id and entry.action = 'return.' || step.status
)

union all

-- 1. What was found as new is in the ledger of the shelf, once.
select '1 pieces that came back to the shelf are in the ledger', coalesce(found.checkout_id, ledger.checkout_id)
from (
  select orders.checkout_id, line.product_size_id, sum(piece.quantity) as quantity
  from inspected_pieces piece
  join order_lines line on line.id = piece.order_line_id
  join orders on orders.id = line.order_id
  join product_sizes size on size.id = line.product_size_id
  where piece.goes_to = 'shelf' group by 1, 2
) found
full join (
  select checkout_id, product_size_id, sum(change) as quantity from stock_ledger where reason = 'inspection' and change > 0
  group by 1, 2
) ledger on ledger.checkout_id = found.checkout_id and ledger.product_size_id = found.product_size_id
where found.quantity is distinct from ledger.quantity

union all

-- 18. The money of a piece is settled once, for exactly what was paid for it.
select '18 the settled pieces of a line are counted and priced', line.id
from order_lines line
left join (
  select order_line_id, sum(quantity) as quantity, sum(amount_paise) as paise from settled_pieces group by 1
) pieces on pieces.order_line_id = line.id
where line.settled <> coalesce(pieces.quantity, 0)
  or coalesce(pieces.paise, 0) <> paise_of_pieces(line.paid_price_paise, line.discount_paise, line.quantity, line.cancelled, line.settled)

union all

select '18 a piece is settled by its own return, unless it was sent back', asked.return_id
from return_lines asked join (
  select settlements.return_id, piece.order_line_id, sum(piece.quantity) as quantity
  from settled_pieces piece join settlements on settlements.id = piece.settlement_id group by 1, 2
) settled on settled.return_id = asked.return_id and settled.order_line_id = asked.order_line_id
join returns on returns.id = asked.return_id
where returns.status in ('asked', 'refused', 'withdrawn') or settled.quantity > asked.quantity - (
  select coalesce(sum(found.quantity), 0) from inspected_pieces found
  where found.return_id = asked.return_id and found.order_line_id = asked.order_line_id and found.goes_to = 'sent back'
)

union all

select '18 a settlement is at most what its pieces and fees cost', settlements.id
from settlements join orders on orders.id = settlements.order_id
left join (
  select settlement_id, sum(amount_paise) as paise from settled_pieces group by 1
) pieces on pieces.settlement_id = settlements.id
where settlements.amount_paise > coalesce(pieces.paise, 0) + settlements.fees_paise
  or settlements.fees_paise > fees_paise(orders.fees)
  or settlements.order_id <> (select returns.order_id from returns where returns.id = settlements.return_id)
  or not exists (
    select from audit_log entry where entry.subject_type = 'return' and entry.subject_id = settlements.return_id
      and entry.action = 'return.' || case settlements.kind when 'refund' then 'refunded' when 'by hand' then 'paid by hand' when 'exchange' then 'exchanged' else 'given as store credit' end
  )

union all

select '18 what is settled by store credit was given', settlements.id
from settlements left join store_credits credit on credit.id = settlements.credit_id
where settlements.kind in ('store credit', 'exchange') and credit.given_paise is distinct from settlements.amount_paise

union all

-- 18. What is exchanged is an order of its own at the same price, in the same number, of the same customer; a piece is held, settled or sent back once.
select '18 what is exchanged has one order at the same price', coalesce(settled.return_id, orders.exchange_of)
from (
  select return_id, sum(amount_paise) as paise, sum((
    select sum(quantity) from settled_pieces where settlement_id = settlements.id
  )) as pieces, min(credit_id) as credit_id from settlements where kind = 'exchange' group by 1
) settled
full join (select * from orders where exchange_of is not null) orders on orders.exchange_of = settled.return_id
left join returns on returns.id = orders.exchange_of
left join orders before on before.id = returns.order_id
where orders.total_paise is distinct from settled.paise
  or settled.pieces is distinct from (select sum(quantity) from order_lines where order_id = orders.id)
  or orders.user_id is distinct from before.user_id
  or not exists (
    select from store_credit_ledger ledger
    where ledger.credit_id = settled.credit_id and ledger.checkout_id = orders.checkout_id and kind = 'held'
  )

union all

select '18 another size is held for pieces that are open', asked.return_id
from return_lines asked join returns on returns.id = asked.return_id
where asked.held > 0 and (
  returns.status in ('refused', 'withdrawn') or asked.held > asked.quantity - coalesce((
    select sum(piece.quantity) from settled_pieces piece join settlements on settlements.id = piece.settlement_id
    where settlements.return_id = asked.return_id and piece.order_line_id = asked.order_line_id
  ), 0) - coalesce((
    select sum(found.quantity) from inspected_pieces found
    where found.return_id = asked.return_id and found.order_line_id = asked.order_line_id and found.goes_to = 'sent back'
  ), 0)
)

union all

select '18 what goes back for returned pieces is what was settled', orders.id
from orders
left join (
  select order_id, coalesce(sum(amount_paise) filter (
      where first_order_id is null and (kind = 'refund' or returned_credit_paise is not null)
    ), 0) as refunded, sum(amount_paise) as settled
  from settlements group by 1
) settled on settled.order_id = orders.id
where orders.returned_paise <> coalesce(settled.refunded, 0)
  or coalesce(settled.settled, 0) > orders.total_paise - orders.cancelled_paise

union all

-- 18. What comes back of an exchange goes back where the order was paid that its chain began with: as much as was settled, and never a piece twice.
select '18 what goes back for exchanges is what they settled', orders.id
from orders
left join (
  select first_order_id, sum(amount_paise) as paise, bool_or(first_order_id <> first_order_of(order_id) or first_order_id = order_id) as is_of_others
  from settlements where first_order_id is not null group by 1
) given on given.first_order_id = orders.id
left join (
  select order_id, sum(amount_paise) as paise from settlements where kind = 'exchange' group by 1
) exchanged on exchanged.order_id = orders.id
where orders.exchanges_returned_paise <> coalesce(given.paise, 0) or given.is_of_others
  or orders.exchanges_returned_paise > coalesce(exchanged.paise, 0)

union all

-- 18. A courier fetches an approved return only, for no money, and what it has is on its way or here.
select '18 what a courier fetches is a return that comes back', parcels.id
from parcels join returns on returns.id = parcels.return_id
where parcels.order_id <> returns.order_id or parcels.cash_paise <> 0 or returns.way_back is distinct from 'pick-up'
  or parcels.state in ('asked', 'booked', 'refused') and returns.status in ('asked', 'refused', 'withdrawn')
  or parcels.state = 'booked' and parcels.step <> 'booked' and returns.status = 'approved'

union all

-- 20. Store credit equals its ledger. That it is never below zero, the table's own check says.
select '20 store credit equals its ledger', credit.id
from store_credits credit
left join (
  select credit_id, sum(change_paise) as paise, sum(change_paise) filter (where kind = 'given') as given_paise
  from store_credit_ledger group by credit_id
) ledger on ledger.credit_id = credit.id
where credit.left_paise is distinct from ledger.paise or credit.given_paise is distinct from ledger.given_paise

union all

-- 20. A checkout uses the store credit that is frozen with it while it is open or its order stands, less what its cancelled pieces gave back, and what
-- came back of it in place of money that had gone back at the provider; of an exchange also less what went back there for its pieces.
select '20 a checkout uses its store credit or nothing', coalesce(due.id, used.checkout_id)
from (
  select checkouts.id, case
    when checkouts.status = 'open' then checkouts.credit_paise
    when checkouts.status = 'paid' and (orders.status <> 'cancelled' or orders.is_called_back and not orders.is_cash) then greatest(0, orders.credit_paise
      - greatest(share.paise, least(coalesce(credited.paise, 0), share.paise + coalesce(credited.missing, 0))) - coalesce(credited.for_exchange, 0))
    else 0
  end as paise
  from checkouts left join orders on orders.checkout_id = checkouts.id
  left join (
    select order_id, sum(amount_paise) filter (where payment_id is null and source_id is null) as paise,
      sum(amount_paise) filter (where payment_id is not null and is_foreign) as missing,
      sum(amount_paise) filter (where source_id is not null and is_counted) as for_exchange
    from refunds group by 1
  ) credited on credited.order_id = orders.id
  cross join lateral (
    select credit_of_pieces(orders.total_paise, orders.credit_paise, orders.cancelled_paise + orders.returned_paise + orders.exchanges_returned_paise) as paise
  ) share
  where checkouts.credit_paise > 0
) due
full join (
  select checkout_id, -sum(change_paise) as paise from store_credit_ledger where checkout_id is not null group by checkout_id
) used on used.checkout_id = due.id
where due.paise is distinct from coalesce(used.paise, 0)

union all

select '20 store credit is used by its own customer', checkouts.id
from store_credit_ledger ledger
join store_credits credit on credit.id = ledger.credit_id
join checkouts on checkouts.id = ledger.checkout_id
where credit.user_id <> checkouts.user_id

union all

-- 20. Of an order that is paid online what came back as store credit is noted beside the money that went back, never more than it paid.
select '20 store credit that came back has its refund', orders.id
from orders
left join (
  select order_id, sum(amount_paise) filter (where source_id is null or is_counted) as paise
  from refunds where payment_id is null group by order_id
) noted on noted.order_id = orders.id
left join (
  select checkout_id, sum(change_paise) as paise from store_credit_ledger where kind = 'returned' group by checkout_id
) returned on returned.checkout_id = orders.checkout_id
where (orders.credit_paise > 0 or noted.order_id is not null) and (
  coalesce(noted.paise, 0) <> case when orders.is_cash then 0 else coalesce(returned.paise, 0) end
  or coalesce(returned.paise, 0) > orders.credit_paise
)

union all

select '15 somebody of the staff is an owner who may come in', 'nobody'
where exists (select from users where role = 'admin')
  and not exists (select from users where role = 'admin' and staff_role = 'owner' and deactivated_at is null)
