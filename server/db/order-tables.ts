import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

import type { CashState } from '#contract/states/cash-states.ts'
import type { DisputeStatus, OrderStatus } from '#contract/states/order-states.ts'
import type { PaymentStatus, RefundStatus } from '#contract/states/payment-states.ts'
import type { Fee } from '#contract/cart/fees.ts'
import type { Address } from '#contract/schemas/address.ts'
import type { ShipmentInput } from '#contract/orders/shipments.ts'
import type { CreatedAt } from '#server/db/shared-columns.ts'

/** A line as it was when the payment began; whatever happens to the product later changes nothing here. */
export interface FrozenLine {
  position: number
  productId: string
  productSizeId: string
  name: string
  size: string
  pricePaise: number
  discountedPricePaise: number | null
  paidPricePaise: number
  quantity: number
  /** What an offer took off all pieces of the line together; the first pieces bear the odd paise. */
  discountPaise: number
  image: string | null
  /** The HSN code of the product, or of its category where it had none; null in orders from before it was frozen. */
  hsn: string | null
  /**
   * Days from the delivery until which it may come back, as the shop said then; 0: only for a fault. Null where a
   * release sold it that did not freeze them.
   */
  returnDays: number | null
}

/** What becomes of a cart: checkouts, orders, and the money of both. */
export interface OrderTables {
  checkouts: {
    id: string
    userId: string
    status: 'open' | 'paid' | 'released'
    fingerprint: string
    providerOrderId: string | null
    totalPaise: number
    /** What the provider's order is over where an order for cash is paid in advance after all, and since when. */
    askedPaise: number | null
    askedAt: Date | null
    /** What of the total store credit pays. */
    creditPaise: Generated<number>
    address: JSONColumnType<Address, string, string> | null
    holdExpiresAt: Date
    /** The payment that made the order. */
    paidBy: string | null
    createdAt: CreatedAt
    nextCheckAt: Date | null
    checks: Generated<number>
    /** Where an open one came from. */
    network: string | null
    releaseReason: 'expired' | 'replaced' | null
    offerId: string | null
    discountReason: string | null
    /** What of the shipping fee the offer takes away; then it takes nothing off the lines. */
    shippingOffPaise: Generated<number>
    buyerGstin: string | null
    buyerFirm: string | null
    /** What is paid beside the lines. */
    fees: JSONColumnType<Fee[], string | undefined, string>
    /** The emulated provider takes the money; so it is of its payments and its order too. */
    isSandbox: Generated<boolean>
    /** The day in India until which the parcel was promised; null where no PIN table promised one. */
    deliverBy: string | null
  }

  checkoutLines: FrozenLine & {
    checkoutId: string
  }

  /** Orders of the provider that another one of their checkout stands in for. */
  replacedProviderOrders: {
    providerOrderId: string
    checkoutId: string
  }

  orders: {
    id: string
    checkoutId: string
    userId: string
    /** Null where it is paid at the door, or by store credit alone. */
    providerOrderId: string | null
    status: OrderStatus
    isCash: Generated<boolean>
    /** The return whose pieces it stands in for. */
    exchangeOf: string | null
    totalPaise: number
    /** What of the total store credit paid. */
    creditPaise: Generated<number>
    /** What its cancelled pieces cost. */
    cancelledPaise: Generated<number>
    /** What of its payment goes back for pieces that come back. */
    returnedPaise: Generated<number>
    /** What of its payment and its store credit went back for exchanges that stand in for its pieces. */
    exchangesReturnedPaise: Generated<number>
    /** It was cancelled after it had left. */
    isCalledBack: Generated<boolean>
    /** The part of it that was cancelled before an order for cash was paid in advance: nobody paid it. */
    unchargedPaise: Generated<number>
    address: JSONColumnType<Address, string, string> | null
    createdAt: CreatedAt
    isSandbox: Generated<boolean>
    /** Which offer took something off, as the customer read it; null where none did. */
    discountReason: string | null
    /** What of the shipping fee it took away. */
    shippingOffPaise: Generated<number>
    shipment: JSONColumnType<ShipmentInput, string, string> | null
    /** What was paid beside the lines, frozen with them. */
    fees: JSONColumnType<Fee[], string | undefined, string>
    /** Of a business that buys; its name is there with its GSTIN only. */
    buyerGstin: string | null
    buyerFirm: string | null
    /** As the checkout froze it. */
    deliverBy: string | null
    sizeChanges: Generated<number>
  }

  orderLines: FrozenLine & {
    id: string
    orderId: string
    /** How many of its pieces were cancelled while the order stood. */
    cancelled: Generated<number>
    /** How many of its pieces came back, or come back, and have their money settled. */
    settled: Generated<number>
    /** How many of these were cancelled before an order for cash was paid in advance. */
    uncharged: Generated<number>
    searchText: GeneratedAlways<string>
  }

  /** Pieces that were cancelled while the rest of their order stands. */
  cancellations: {
    id: string
    orderId: string
    actorId: string | null
    at: Generated<Date>
    reason: string | null
    amountPaise: number
  }

  cancelledItems: {
    cancellationId: string
    orderLineId: string
    quantity: number
  }

  /** What the links of mails are signed with: random, made with the database. */
  secrets: {
    name: string
    value: Uint8Array
  }

  savedAddresses: {
    id: string
    userId: string
    address: JSONColumnType<Address, string, string>
    addressKey: GeneratedAlways<string>
    isDefault: Generated<boolean>
    savedAt: Generated<Date>
  }

  removedAddresses: {
    userId: string
    addressId: string
    removedAt: Generated<Date>
  }

  orderSteps: {
    orderId: string
    status: OrderStatus
    actorId: string | null
    at: Generated<Date>
    /** Why an order was cancelled, in the words of whoever did it. */
    reason: string | null
  }

  payments: {
    id: string
    checkoutId: string
    orderId: string | null
    amountPaise: number
    status: PaymentStatus
    createdAt: CreatedAt
    updatedAt: Generated<Date>
    isSandbox: Generated<boolean>
  }

  /**
   * What is paid at the door, of each order for cash; nothing is due any more where it was paid in advance after all.
   */
  cashPayments: {
    orderId: string
    amountPaise: number
    status: Generated<CashState>
    /** Null once it is confirmed, and where nobody has to. */
    confirmUntil: Date | null
    confirmedAt: Date | null
    collectedAt: Date | null
    remittedAt: Date | null
    /** The bank's reference of the payment that brought it, and the courier's sheet that told of it. */
    remittanceReference: string | null
    remittanceSheet: string | null
    isForgiven: Generated<boolean>
    /** Where it was placed from, as long as `countCashOrders` counts it. */
    network: string | null
  }
  /** Lines of couriers' sheets that match no parcel to the paisa. */
  cashFindings: {
    id: string
    /** The same line in the same or another sheet has the same key. */
    key: string
    kind: string
    line: number
    trackingNumber: string
    amount: string
    reference: string
    reason: string
    orderId: string | null
    /** The checksums of the sheets that told of it. */
    sheets: Generated<string[]>
    foundAt: Generated<Date>
    foundBy: string | null
    dealtAt: Date | null
    dealtBy: string | null
  }

  disputes: {
    /** The provider's id. */
    id: string
    paymentId: string
    amountPaise: number
    reason: string
    status: DisputeStatus
    createdAt: Generated<Date>
    decidedAt: Date | null
  }

  refunds: {
    id: string
    /** Null where store credit came back. */
    paymentId: string | null
    orderId: string | null
    amountPaise: number
    reason: string
    status: RefundStatus
    providerRefundId: string | null
    /** Made at the provider, without the shop. */
    isForeign: Generated<boolean>
    /** It is back, under way, or owed by a person. */
    isCounted: GeneratedAlways<boolean>
    /** The refund at the provider of which this is a part, for pieces of an exchange. */
    sourceId: string | null
    /** What of a refund at the provider is for pieces of exchanges. */
    exchangesPaise: Generated<number>
    attempts: Generated<number>
    nextAttemptAt: Date | null
    createdAt: CreatedAt
    updatedAt: Generated<Date>
  }

  webhookEvents: {
    id: string
    type: string
    payload: JSONColumnType<object, string, string>
    receivedAt: CreatedAt
    nextAttemptAt: Generated<Date>
    processedAt: Date | null
    attempts: Generated<number>
    failure: string | null
  }
}
