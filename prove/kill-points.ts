/**
 * A place in the running server at which it can be killed, found from outside: by a statement, by the transaction that
 * contains it, by a call to the payment provider, or by an answer that is about to be sent. The shop's code knows
 * nothing of it.
 */
export interface KillPoint {
  at: 'statement' | 'commit' | 'call' | 'answer'
  when: 'before' | 'after'
  matches: RegExp
}

const around = (name: string, at: KillPoint['at'], matches: RegExp): Record<string, KillPoint> => ({
  [`before-${name}`]: { at, when: 'before', matches },
  [`after-${name}`]: { at, when: 'after', matches },
})

/** Every step of a payment at which a process may die. Calls and answers are written `METHOD path`. */
export const KILL_POINTS: Readonly<Record<string, KillPoint>> = {
  ...around('hold', 'commit', /insert into checkouts/),
  ...around('provider-order', 'call', /^POST .*\/v1\/orders$/),
  ...around('provider-order-stored', 'statement', /set provider_order_id/),
  'before-start-answer': { at: 'answer', when: 'before', matches: /^POST \/api\/payment\/create/ },
  ...around('sandbox-payment', 'statement', /insert into sandbox_payments/),
  ...around('settle', 'commit', /insert into orders/),
  'before-verify-answer': { at: 'answer', when: 'before', matches: /^POST \/api\/payment\/api\/payment\/verify/ },
  'before-order-answer': { at: 'answer', when: 'before', matches: /^GET \/api\/order\// },
  'before-address-answer': { at: 'answer', when: 'before', matches: /^POST \/api\/order\/address/ },
  ...around('event-stored', 'statement', /insert into "webhook_events"/),
  'after-events-claimed': { at: 'statement', when: 'after', matches: /update webhook_events\s+set attempts/ },
  'before-events-finished': { at: 'statement', when: 'before', matches: /update webhook_events set processed_at/ },
  ...around('release', 'commit', /update checkouts set status = 'released'/),
  ...around('refund-owed', 'commit', /insert into "?refunds"?/),
  'after-refunds-claimed': { at: 'statement', when: 'after', matches: /update refunds\s+set attempts/ },
  ...around('refund-sent', 'call', /^POST .*\/refund$/),
  ...around('refund-stored', 'statement', /with known as[\s\S]*update refunds set/),
  ...around('sandbox-refund', 'commit', /insert into "sandbox_refunds"/),
  ...around('capture-sent', 'call', /^POST .*\/capture$/),
  ...around('cart-add', 'statement', /insert into cart_lines/),
  'before-status-answer': { at: 'answer', when: 'before', matches: /^PATCH \/api\/admin\/orders/ },
  ...around('document', 'statement', /insert into document_counters/),
  ...around('document-committed', 'commit', /insert into document_counters/),
  ...around('stock-correction', 'commit', /'correction'/),
  ...around('cancelled-pieces', 'commit', /insert into cancellations/),
  ...around('packed', 'commit', /insert into packed_items/),
  ...around('return', 'commit', /insert into returns/),
  ...around('step-of-return', 'commit', /update returns set status/),
  ...around('settlement', 'commit', /insert into settlements/),
  // Between the money that is asked for, or the credit that is given and used, and the note of it.
  ...around('settlement-noted', 'statement', /insert into settlements/),
  ...around('exchange-refund', 'commit', /set exchanges_returned_paise =/),
  ...around('size-held', 'statement', /set held_until = now\(\) \+/),
  ...around('exchange-held', 'commit', /set held_until = now\(\) \+/),
  ...around('exchange-sent', 'commit', /exchangeOf/),
  ...around('exchange-freed', 'commit', /set held = held -/),
  ...around('credit-used', 'commit', /with usable as/),
  ...around('credit-given', 'commit', /insert into store_credits/),
  ...around('credit-carried', 'statement', /move\.kind, move\.checkout_id/),
  ...around('credit-back', 'commit', /select credit_id, -sum\(change_paise\)/),
  'before-return-asked-answer': { at: 'answer', when: 'before', matches: /^POST \/api\/order\/[^/]+\/returns$/ },
  'before-return-answer': { at: 'answer', when: 'before', matches: /^PATCH \/api\/admin\/returns/ },
}

/** Every step of a parcel at the courier service. */
export const PARCEL_KILL_POINTS: Readonly<Record<string, KillPoint>> = {
  ...around('parcel-asked', 'commit', /insert into parcels/),
  ...around('parcel-created', 'call', /^POST .*\/orders\/create\/(adhoc|return)$/),
  ...around('parcel-numbered', 'call', /^POST .*\/courier\/assign\/awb$/),
  ...around('parcel-booked', 'commit', /update parcels set state = 'booked'/),
  ...around('parcel-fetched', 'call', /^POST .*\/courier\/generate\/pickup$/),
  'before-parcels-answer': { at: 'answer', when: 'before', matches: /^POST \/api\/admin\/parcels\/book$/ },
  'before-pick-up-answer': { at: 'answer', when: 'before', matches: /^POST \/api\/admin\/returns\/[^/]+\/pick-up$/ },
  ...around('sandbox-parcel', 'statement', /insert into "sandbox_parcels"/),
  ...around('courier-event-stored', 'statement', /insert into "courier_events"/),
  'after-courier-events-claimed': { at: 'statement', when: 'after', matches: /update courier_events\s+set attempts/ },
  ...around('parcel-scanned', 'commit', /insert into "parcel_scans"/),
  'before-courier-events-finished': {
    at: 'statement',
    when: 'before',
    matches: /update courier_events set processed_at/,
  },
}

/** Every step of an order that is paid at the door. */
export const CASH_KILL_POINTS: Readonly<Record<string, KillPoint>> = {
  ...around('cash-order', 'commit', /insert into cash_payments/),
  'before-cash-order-answer': { at: 'answer', when: 'before', matches: /^POST \/api\/order\/cash$/ },
  ...around('confirmed', 'commit', /set confirm_until = null/),
  ...around('cash-step', 'statement', /update cash_payments set status/),
  ...around('cash-moved', 'commit', /update cash_payments set status/),
  ...around('forgiven', 'commit', /set is_forgiven/),
  ...around('pay-now-asked', 'statement', /asked_paise = /),
  ...around('paid-in-advance', 'statement', /uncharged_paise = cancelled_paise/),
  ...around('paid-in-advance-committed', 'commit', /uncharged_paise = cancelled_paise/),
  'before-pay-now-answer': { at: 'answer', when: 'before', matches: /^POST \/api\/order\/[^/]+\/pay$/ },
  'before-cash-answer': { at: 'answer', when: 'before', matches: /^(PATCH|POST) .*\/(cash|remittance)$/ },
  ...around('cash-document', 'statement', /insert into document_counters/),
}

/** Every step of telling other programs of changes. */
export const WEBHOOK_KILL_POINTS: Readonly<Record<string, KillPoint>> = {
  ...around('webhook-claimed', 'statement', /update webhooks set claimed_until[\s\S]*skip locked/),
  ...around('webhook-called', 'call', /^POST \/hooks\//),
  ...around('webhook-noted', 'statement', /update webhook_deliveries delivery set/),
  ...around('webhook-noted-committed', 'commit', /update webhook_deliveries delivery set/),
}
