import { bugsIn, type Mutation } from '#prove/planted-bug.ts'
import { BUGS_AFTER_ORDERING } from '#prove/planted-bugs-after-ordering.ts'

const inInventory = bugsIn('server/inventory')
const inOrders = bugsIn('server/orders')
const inOffers = bugsIn('server/offers')
const inPayments = bugsIn('server/payments')
const inDocuments = bugsIn('server/documents')
const inCatalogue = bugsIn('server/catalogue')
const inCart = bugsIn('server/cart')
const inStoreCredit = bugsIn('server/accounts/store-credit')
const inWebhooks = bugsIn('server/programs/webhooks')
const WEBHOOKS = 'prove/webhooks/play-webhooks.test.ts'

/**
 * Bugs in stock, payments, documents, prices and what other programs are told, and then those in what becomes of an
 * order.
 */
export const MUTATIONS: readonly Mutation[] = [
  inInventory('takes what is not in stock', 'holdStock', /where\s[^\n]*<\s*(\w+\.)?quantity/, 'where false'),
  {
    ...inInventory(
      'computes a hold from an old snapshot',
      'holdStock',
      /and\s+not\s+exists/,
      'and size.stock >= locked.quantity and not exists',
      'stock-races.test.ts',
    ),
    needsServer: true,
  },
  inOrders(
    'stores a repeated event as a new one',
    'storeEvent',
    /\?\s*eventId\s*:/,
    '? `${eventId} ${Math.random()}` :',
  ),
  inPayments(
    'compares signatures by their beginning',
    'isSignature',
    /return timingSafeEqual\([^\n]*/,
    "return expected.toString('hex').startsWith(signature.slice(0, 16))",
  ),
  inPayments(
    'knows one webhook secret only',
    'isWebhookSignature',
    /secrets(?=\s*\.)/,
    'secrets.slice(0, 1)',
    'signatures.test.ts',
  ),
  inOrders(
    'settles outside of a transaction',
    'settlePayment',
    /inTransaction\(/,
    '((db, work) => work(db))(',
    'settle-payment.test.ts',
  ),
  inOrders(
    'lets a second payment of one checkout pass',
    'decidePaymentOutcome',
    /hasMoney\s*\?\s*\{[^}]*'paid twice'[^}]*\}\s*:/,
    '',
  ),
  inOrders(
    'forgets a second payment that is still under way at the final check',
    'check',
    /due\.isSettled && !mayPayAgain/,
    'due.isSettled',
    'settle-payment.test.ts',
  ),
  inOrders(
    'makes an order from money that went back',
    'holdAgain',
    /await hasRefund\([^)]*\)/,
    'false',
    'settle-payment.test.ts',
  ),
  inOrders(
    'ignores the amount',
    'decidePaymentOutcome',
    /payment\.amountPaise === totalPaise/,
    'payment.amountPaise > 0 && totalPaise > 0',
  ),
  inOrders('forgets to give stock back when a hold ends', 'releaseHold', /movePieces\(/, 'void ('),
  inInventory(
    'moves more pieces than it was asked to',
    'movePieces',
    /least\(pieces, quantity - gone\)/,
    'pieces',
    'server/inventory/stock.test.ts',
  ),
  inOrders('ships pieces and leaves them held', 'shipOrder', /movePieces\(/, 'void (', 'change-status.test.ts'),
  inOrders('forgets the refund of a cancelled order', 'moveOrder', /requestRefundOfOrder\(/, 'void ('),
  inOrders(
    'ignores what went back at the provider when an order is cancelled',
    'requestRefunds',
    /paid\.amount_paise - coalesce\(sum\(refunds\.amount_paise\), 0\)::bigint as paise/,
    'paid.amount_paise as paise',
    'foreign-refunds.test.ts',
  ),
  inOrders(
    'asks for a refund under another key each time',
    'ask',
    /idempotencyKey: ([\w.]+)/,
    'idempotencyKey: `${$1}-${Date.now()}`',
    'refunds.test.ts',
  ),
  inOrders('allows every step of an order', 'checkStep', /!nextStatuses\([^)]*\)\.includes\([^)]*\)/, 'false'),
  inOrders(
    'answers before the order stands',
    'verifyPayment',
    /checkOrdered\(\s*await settlePayment\(/,
    '((settled) => void settled.then(checkOrdered, () => undefined))(settlePayment(',
  ),
  inOrders(
    'shows an order to whoever knows its number',
    'findOwnOrder',
    /orders\.user_id = \$\{userId\}/,
    "${userId} <> ''",
  ),
  inOffers(
    'lets a customer have an offer more often than it allows',
    'insertUse',
    /max_uses_per_customer >/,
    'max_uses_per_customer + 100 >',
    'offer-uses.test.ts',
  ),
  inOrders(
    'forgets to give the use of an offer back when a hold ends',
    'releaseHold',
    /returnUse\(/,
    'void (',
    'offer-uses.test.ts',
  ),
  inOrders(
    'charges less than the lines cost',
    'draftCheckout',
    /totalPaiseOf\(lines\) -/,
    'totalPaiseOf(lines) - 1 -',
    'start-payment.test.ts',
  ),
  inDocuments(
    'leaves out every other number of an invoice',
    'takeNumber',
    /counter\.last \+ 1/,
    'counter.last + 2',
    'tax-invoices.test.ts',
  ),
  inDocuments(
    'loses the odd paise of a discount before tax',
    'splitByPrice',
    /- share - 1/,
    '- share',
    'tax-invoices.test.ts',
  ),
  inCatalogue('lets a sale go on after its end', 'runningSales', /and ends_at > \$\{at\}/, '', 'sales.test.ts'),
  inCatalogue(
    'lifts the price of a product by a second, dearer sale',
    'bestPrices',
    /order by product_id, price_paise,/,
    'order by product_id, price_paise desc,',
    'sales.test.ts',
  ),
  inOrders(
    'charges a price that turned during the checkout and that nobody saw',
    'checkTotal',
    /paiseFromRupees\(expectedTotal\) === totalPaise/,
    'totalPaise > 0',
    'sales.test.ts',
  ),
  inCart(
    'freezes a price without its sale',
    'PRICED_COLUMNS',
    /least\(sale\.price_paise, product\.paid_price_paise\)/,
    'product.paid_price_paise',
  ),
  inOrders('holds stock for longer than a quarter of an hour', 'HOLD_SECONDS', /15 \* 60/, '16 * 60'),
  inOrders('keeps the store credit of a hold that has ended', 'releaseHold', /held\.creditPaise > 0/, 'false'),
  inOrders('keeps the store credit of a cancelled order', 'returnCreditOf', /creditPaise === 0/, 'creditPaise >= 0'),
  inOrders(
    'lets the provider take what store credit pays',
    'ASKED',
    /checkouts\.total_paise - checkouts\.credit_paise/,
    'checkouts.total_paise',
    'credit-orders.test.ts',
  ),
  inStoreCredit(
    'spends store credit that is not there',
    'holdCredit',
    /\(await findBalance\(db, userId\)\) < paise/,
    'false',
  ),
  {
    ...inCatalogue(
      'turns the price of a product that somebody is just saving',
      'lockDiffering',
      /for no key update/,
      '',
      'catalogue-races.test.ts',
    ),
    needsServer: true,
  },
  inWebhooks('counts an event as delivered that was refused', 'saveOutcomes', /given\.fault is null/, 'true', WEBHOOKS),
  inWebhooks(
    'sends what comes after a refused event in the same round',
    'sendRound',
    /if \(result\.fault !== null\) return/,
    '',
    WEBHOOKS,
  ),
  inWebhooks('sends what comes after a refused event before it', 'canGo', /tried\.attempts > 0/, 'false', WEBHOOKS),
  ...BUGS_AFTER_ORDERING,
]
