/** A bug planted on purpose: a text that stands once in a file of the server, and what takes its place. */
export interface Mutation {
  name: string
  file: string
  find: string
  replace: string
  /** Test files that have to fail with it. */
  caughtBy: readonly string[]
  /** It shows only where transactions really run beside each other. */
  needsServer?: boolean
}

const SHORT = 'prove/short.test.ts'

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'takes what is not in stock',
    file: 'server/inventory/queries.ts',
    find: 'where coalesce(locked.stock, 0) < wanted.quantity',
    replace: 'where false',
    caughtBy: [SHORT],
  },
  {
    name: 'reckons a hold from an old snapshot',
    file: 'server/inventory/queries.ts',
    find: 'where size.id = locked.id and not exists (select from short)',
    replace: 'where size.id = locked.id and size.stock >= locked.quantity and not exists (select from short)',
    caughtBy: ['server/inventory/stock-races.test.ts'],
    needsServer: true,
  },
  {
    name: 'keeps a repeated event as a new one',
    file: 'server/orders/checkout/provider-events.ts',
    find: "const id = isText(eventId) && eventId !== '' && eventId.length <= 200 ? eventId : hash()",
    replace: 'const id = isText(eventId) ? `${eventId} ${Math.random()}` : hash()',
    caughtBy: [SHORT],
  },
  {
    name: 'compares signatures by their beginning',
    file: 'server/payments/signatures.ts',
    find: "return timingSafeEqual(Buffer.from(signature, 'hex'), expected)",
    replace: "return expected.toString('hex').startsWith(signature.slice(0, 16))",
    caughtBy: [SHORT],
  },
  {
    name: 'knows one webhook secret only',
    file: 'server/payments/signatures.ts',
    find: 'const matches = secrets.filter(isFilled).map(',
    replace: 'const matches = secrets.slice(0, 1).filter(isFilled).map(',
    caughtBy: ['server/payments/signatures.test.ts'],
  },
  {
    name: 'settles outside of a transaction',
    file: 'server/orders/settle.ts',
    find: 'const outcome = await inTransaction(db, async (db) => {',
    replace: 'const outcome = await (async () => {',
    caughtBy: ['server/orders/settle.test.ts'],
  },
  {
    name: 'lets a second payment of one checkout pass',
    file: 'server/orders/settlement.ts',
    find: "if (status === 'paid') return hasMoney ? { kind: 'refund', reason: 'paid twice' } : { kind: 'note' }",
    replace: "if (status === 'paid') return { kind: 'note' }",
    caughtBy: [SHORT],
  },
  {
    name: 'makes an order from money that went back',
    file: 'server/orders/settle.ts',
    find: 'if (await hasRefund(db, given.payment.id)) return note(db, given)',
    replace: '',
    caughtBy: ['server/orders/settle.test.ts'],
  },
  {
    name: 'ignores the amount',
    file: 'server/orders/settlement.ts',
    find: 'const isExact = payment.amountPaise === totalPaise',
    replace: 'const isExact = payment.amountPaise > 0 && totalPaise > 0',
    caughtBy: [SHORT],
  },
  {
    name: 'forgets to give stock back when a hold ends',
    file: 'server/orders/checkout/release-holds.ts',
    find: "  await returnStock(db, { checkoutId, reason: 'release', lines })\n",
    replace: '',
    caughtBy: [SHORT],
  },
  {
    name: 'gives the stock of a cancelled order back twice',
    file: 'server/orders/fulfilment/cancel.ts',
    find: "  await returnStock(db, { checkoutId: order.checkoutId, reason: 'cancellation', lines })\n",
    replace:
      "  for (const _ of 'ab') await returnStock(db, { checkoutId: order.checkoutId, reason: 'cancellation', lines })\n",
    caughtBy: [SHORT],
  },
  {
    name: 'forgets the refund of a cancelled order',
    file: 'server/orders/fulfilment/cancel.ts',
    find: '  await askMoneyBack(db, order, actorId)\n',
    replace: '',
    caughtBy: [SHORT],
  },
  {
    name: 'asks for a refund under another key each time',
    file: 'server/orders/refunds/refunds.ts',
    find: 'idempotencyKey: id,',
    replace: 'idempotencyKey: `${id}-${Date.now()}`,',
    caughtBy: ['server/orders/refunds/refunds.test.ts'],
  },
  {
    name: 'allows every step of an order',
    file: 'server/orders/fulfilment/change-status.ts',
    find: 'if (!NEXT_STATUSES[status].includes(to)) throw',
    replace: 'if (!NEXT_STATUSES[status]) throw',
    caughtBy: [SHORT],
  },
  {
    name: 'answers before the order stands',
    file: 'server/orders/checkout/confirm-payment.ts',
    find: 'checkOrdered(await settle(shop, checkout.id, observe(checkout, paymentId, told)))',
    replace: 'void settle(shop, checkout.id, observe(checkout, paymentId, told)).then(checkOrdered, () => undefined)',
    caughtBy: [SHORT],
  },
  {
    name: 'shows an order to whoever knows its number',
    file: 'server/orders/order-queries.ts',
    find: 'sql`where orders.provider_order_id = ${providerOrderId} and orders.user_id = ${userId}`',
    replace: "sql`where orders.provider_order_id = ${providerOrderId} and ${userId} <> ''`",
    caughtBy: [SHORT],
  },
  {
    name: 'holds stock for longer than a quarter of an hour',
    file: 'server/orders/checkout/hold-limits.ts',
    find: 'const HOLD_SECONDS = 15 * 60',
    replace: 'const HOLD_SECONDS = 16 * 60',
    caughtBy: [SHORT],
  },
]

/** The file's text with the bug in it. Throws when the text to replace does not stand in it exactly once. */
export function plant({ name, file, find, replace }: Mutation, text: string): string {
  const times = text.split(find).length - 1
  if (times !== 1) throw new Error(`“${name}”: the text to replace stands ${times} times in ${file}`)
  return text.replace(find, () => replace)
}
