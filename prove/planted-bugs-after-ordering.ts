import { bugsIn, type Mutation } from '#prove/planted-bug.ts'

const inOrders = bugsIn('server/orders')
const inReturns = bugsIn('server/returns')
const inCouriers = bugsIn('server/orders/couriers')
const inContract = bugsIn('contract/states')
const EXCHANGES = 'prove/exchanges.test.ts'

/** Bugs in what becomes of an order: cash at the door, parcels, cancelled pieces and what comes back. */
export const BUGS_AFTER_ORDERING: readonly Mutation[] = [
  inOrders(
    'lets one phone order for cash without end',
    'checkBuyer',
    /ofPhone >= OPEN_CASH_ORDERS/,
    'ofPhone < 0',
    'cash-orders.test.ts',
  ),
  {
    ...inOrders(
      'counts the orders for cash of a phone while others are placed',
      'place',
      /await lockCashKeys\([^)]*\)/,
      '',
      'cash-load.test.ts',
    ),
    needsServer: true,
  },
  inOrders(
    'makes a second order of a payment that comes after the order for cash',
    'refusalOfLatePayment',
    /await findOrderedOtherwise\([^)]*\)/,
    'undefined',
    'cash-orders.test.ts',
  ),
  inOrders(
    'notes another amount than the courier collected',
    'remittanceDifference',
    /amountPaise === cash\.amountPaise/,
    'amountPaise >= 0',
    'cash-orders.test.ts',
  ),
  inOrders(
    'keeps the stock of an order for cash that ends by itself',
    'moveOrder',
    /await movePieces\((?=[^)]*'cancellation')/,
    'if (actorId !== null) await movePieces(',
    'cash-confirmation.test.ts',
  ),
  inOrders(
    'lets an order for cash be confirmed after it has ended',
    'confirmCashOrder',
    /!isUnsentStatus\(status\)/,
    'false',
    'cash-confirmation.test.ts',
  ),
  inOrders(
    'counts the money of a refused parcel as collected',
    'moveOrder',
    /'refused' : \(/,
    "'collected' : (",
    'cash-orders.test.ts',
  ),
  inOrders(
    'takes what a courier pays out for one parcel twice',
    'remittanceDifference',
    /cash\.status !== 'collected'/,
    "cash.status !== 'collected' && cash.status !== 'remitted'",
    'cash-orders.test.ts',
  ),
  inOrders(
    'takes a payment in advance for a parcel that has left',
    'refusalOfCashPayment',
    /!isUnsentStatus\(due\.status\)/,
    'false',
    'pay-now.test.ts',
  ),
  inOrders(
    'lets the courier collect what was paid in advance',
    'becomePrepaid',
    /await moveCash\(/,
    'void (',
    'pay-now.test.ts',
  ),
  inOrders(
    'books a parcel again without looking whether it is booked',
    'book',
    /mayExist: parcel\.attempts > 1/,
    'mayExist: false',
    'book-parcels.test.ts',
  ),
  inContract(
    'lets a parcel go back to an older word that comes late',
    'currentScan',
    /more > 0 \|\| \(more === 0 && scan\.at >= last\.at\)/,
    'scan.at >= last.at',
    'shiprocket-words.test.ts',
  ),
  inCouriers(
    'takes any event without the whole secret',
    'isCourierSecret',
    /timingSafeEqual\(digest\(given\), digest\(secret\)\)/,
    'secret.startsWith(given.slice(0, 20))',
    'follow-parcels.test.ts',
  ),
  inOrders('keeps the money of cancelled pieces', 'cancelSome', /await requestRefundOfOrder\(/, 'void ('),
  inOrders('keeps the stock of cancelled pieces', 'cancelSome', /await movePieces\(/, 'void ('),
  inOrders(
    'cancels pieces that somebody has seen as others',
    'chosenItems',
    /seen !== undefined && seen !== left/,
    'seen === -1',
    'cancel-items.test.ts',
  ),
  inOrders('packs pieces and leaves them held', 'packItems', /await movePieces\(/, 'void ('),
  inReturns(
    'lets a courier come for what was withdrawn',
    'moveLocked',
    /await cancelReturnParcel\(/,
    'void (',
    'book-pick-up.test.ts',
  ),
  inReturns(
    'lets more pieces come back than were delivered',
    'checkLines',
    /quantity > line\.left/,
    'quantity > line.left + 1',
  ),
  inReturns(
    'pays the money of a piece back as often as it is asked to',
    'chosenLines',
    /quantity > open/,
    'quantity < 1',
  ),
  inReturns(
    'sells again what was written off',
    'FOUND_PLACES',
    /'written off': 'written off'/,
    "'written off': 'shelf'",
  ),
  inReturns('leaves what came back with its customer', 'bringBack', /to === 'received'/, 'to === "asked"'),
  inReturns('gives money back for a piece whose other size is held', 'openItems', / - held/, '', EXCHANGES),
  inReturns(
    'keeps another size held when its return ends',
    'moveLocked',
    /if \(isEnd\(to\)\) await releaseExchange\([^)]*\)/,
    '',
    EXCHANGES,
  ),
  inOrders(
    'sends another size and leaves it held for the first order',
    'placeExchangeOrder',
    /await passHold\(/,
    'void (',
    EXCHANGES,
  ),
]
