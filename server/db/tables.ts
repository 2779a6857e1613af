import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

import type { AccountTables } from '#server/db/account-tables.ts'
import type { AgentTables } from '#server/db/agent-tables.ts'
import type { CollectionTables } from '#server/db/collection-tables.ts'
import type { DeliveryTables } from '#server/db/delivery-tables.ts'
import type { DocumentTables } from '#server/db/document-tables.ts'
import type { OfferTables } from '#server/db/offer-tables.ts'
import type { Device, PageKind, VitalName } from '#contract/dashboard/vital-limits.ts'
import type { ChangeKind } from '#contract/programs/change-feed.ts'
import type { StockPlace, StockReason } from '#contract/stock/stock-places.ts'
import type { DetailDefaults } from '#contract/catalogue/product-fields.ts'
import type { Fit } from '#contract/catalogue/reviews/review-limits.ts'
import type { OrderChangeTables } from '#server/db/order-change-tables.ts'
import type { OrderTables } from '#server/db/order-tables.ts'
import type { ParcelTables } from '#server/db/parcel-tables.ts'
import type { PageTables } from '#server/db/page-tables.ts'
import type { ReconciliationTables } from '#server/db/reconciliation-tables.ts'
import type { ReturnTables } from '#server/db/return-tables.ts'
import type { SaleTables } from '#server/db/sale-tables.ts'
import type { StoreCreditTables } from '#server/db/store-credit-tables.ts'
import type { WebhookTables } from '#server/db/webhook-tables.ts'
import type { CreatedAt } from '#server/db/shared-columns.ts'
import type { MailOutcome, MailTables } from '#server/db/mail-tables.ts'

type Json = JSONColumnType<object, string, string> | null

/** Every table of the shop, in camelCase; the database's own names are snake_case. */
export interface Tables
  extends
    AccountTables,
    AgentTables,
    CollectionTables,
    OrderChangeTables,
    OrderTables,
    OfferTables,
    DocumentTables,
    DeliveryTables,
    MailTables,
    PageTables,
    ParcelTables,
    ReconciliationTables,
    ReturnTables,
    SaleTables,
    StoreCreditTables,
    WebhookTables {
  /** Changes that are not numbered yet. */
  changeQueue: {
    kind: ChangeKind
    subjectId: string
  }

  /** The last change of whatever programs keep up with. */
  changes: {
    kind: ChangeKind
    subjectId: string
    number: number
    changedAt: Generated<Date>
  }

  rateCounters: {
    key: string
    count: number
    windowEndsAt: Date
  }

  idempotencyKeys: {
    userId: string
    key: string
    request: string
    createdAt: CreatedAt
  }

  categories: {
    id: string
    name: string
    slug: string
    position: Generated<number>
    detailDefaults: ColumnType<DetailDefaults, string | undefined, string>
    /** Null where the shop's days hold; 0: only faults come back. */
    returnDays: Generated<number | null>
    createdAt: CreatedAt
    deletedAt: Date | null
  }

  products: {
    id: string
    categoryId: string
    name: string
    description: Generated<string>
    pricePaise: number
    discountedPricePaise: number | null
    paidPricePaise: GeneratedAlways<number>
    colour: string | null
    colourGroup: string | null
    fabric: string | null
    fit: string | null
    tags: string | null
    care: string | null
    hsn: string | null
    origin: string | null
    pieces: string | null
    maker: string | null
    makerAddress: string | null
    revision: Generated<number>
    createdAt: CreatedAt
    updatedAt: Generated<Date>
    deletedAt: Date | null
    isDraft: Generated<boolean>
    isOnSale: GeneratedAlways<boolean>
    sortName: GeneratedAlways<string>
    searchText: GeneratedAlways<string>
    searchWords: GeneratedAlways<string>
  }

  productSizes: {
    id: string
    productId: string
    size: string
    position: number
    stock: number
    measurements: JSONColumnType<Record<string, number>, string, string> | null
    sku: Generated<string>
    barcode: Generated<string>
    storagePlace: string | null
  }

  /** Pieces that were put into the parcel of an order; the device makes the key. */
  packedItems: {
    key: string
    orderLineId: string
    actorId: string | null
    packedAt: CreatedAt
  }

  ordersPutAside: {
    orderId: string
    reason: string
    putAsideAt: Generated<Date>
  }

  stockLedger: {
    id: GeneratedAlways<number>
    productSizeId: string
    fromPlace: StockPlace
    toPlace: StockPlace
    quantity: number
    /** What it changes on the shelf. */
    change: GeneratedAlways<number>
    reason: StockReason
    checkoutId: string | null
    actorId: string | null
    createdAt: CreatedAt
    billId: string | null
    costPaise: number | null
    averagePaise: string | null
    note: string | null
  }

  supplierBills: {
    id: string
    supplier: string
    number: string
    datedOn: string
    actorId: string | null
    createdAt: CreatedAt
  }

  productImages: {
    productId: string
    position: number
    pictureHash: string
    alt: Generated<string>
    width: number
    height: number
    thumbhash: Generated<string>
  }

  /** Pictures whose AVIF files a process is making. */
  pictureWork: {
    pictureHash: string
    endsAt: Date
  }

  /** Kept by triggers; never written otherwise. */
  productList: {
    productId: GeneratedAlways<string>
    categoryId: GeneratedAlways<string>
    sortName: GeneratedAlways<string>
    paidPricePaise: GeneratedAlways<number>
    colour: GeneratedAlways<string | null>
    sizes: GeneratedAlways<string[]>
    sizesInStock: GeneratedAlways<string[]>
  }

  /** What the owner has set for search and filters; `changedIn` is stamped by a trigger. */
  catalogueSettings: {
    name: string
    value: JSONColumnType<object, string, string>
  }

  cartLines: {
    id: string
    userId: string
    productId: string
    productSizeId: string
    quantity: number
    createdAt: CreatedAt
  }

  contacts: {
    id: string
    firstName: string
    lastName: string
    email: string
    contactNumber: string
    subject: string
    message: string
    isRead: Generated<boolean>
    createdAt: CreatedAt
    ticket: Generated<string>
    answeredAt: Date | null
    closedAt: Date | null
    dueAt: Date | null
  }

  contactAnswers: {
    id: string
    contactId: string
    actorId: string | null
    text: string
    createdAt: CreatedAt
  }

  reviews: {
    id: string
    productId: string
    userId: string
    /** Null for a hidden review that its customer has removed. */
    rating: number | null
    text: Generated<string>
    fit: Fit | null
    isHidden: Generated<boolean>
    createdAt: CreatedAt
    /** The shop's public answer. */
    answer: string | null
    answeredAt: Date | null
    answeredBy: string | null
  }

  wishlistEntries: {
    userId: string
    productId: string
    pricePaise: number
    savedAt: Generated<Date>
  }

  stockRequests: {
    id: string
    userId: string
    productSizeId: string
    askedAt: Generated<Date>
    ledgerId: number
    /** Of its mail; null while it waits. */
    outcome: MailOutcome | null
  }

  settings: {
    name: string
    value: ColumnType<unknown, string | null, string | null>
    revision: Generated<number>
    changedAt: Generated<Date>
    changedBy: string | null
  }

  auditLog: {
    id: GeneratedAlways<number>
    actorId: string | null
    action: string
    subjectType: string
    subjectId: string
    before: Json
    after: Json
    at: CreatedAt
  }

  webVitals: {
    day: string
    page: PageKind
    device: Device
    vital: VitalName
    counts: number[]
  }

  /** Until when an administrator looks, so that changes are worth announcing. */
  adminEventWatch: {
    onlyRow: Generated<boolean>
    until: Date
  }
}
