import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

import type { MailOutcome, OrderTables } from '#server/db/order-tables.ts'

type CreatedAt = ColumnType<Date, Date | undefined, never>
type Json = JSONColumnType<object, string, string> | null

interface Users {
  id: string
  role: Generated<string>
  firstname: string
  lastname: string
  email: string
  emailKey: string
  phone: string
  passwordHash: string
  emailConfirmedAt: Date | null
  createdAt: CreatedAt
}

interface EmailConfirmations {
  tokenHash: Uint8Array
  userId: string
  emailKey: string
  expiresAt: Date
}

interface RecentMails {
  mailboxHash: Uint8Array
  mailId: string
  at: Generated<Date>
}

interface ConfirmationMails {
  userId: string
  mailId: string
  askedAt: Generated<Date>
  mailDueAt: Generated<Date | null>
  mailOutcome: MailOutcome | null
}

interface Sessions {
  idHash: Uint8Array
  userId: string
  audience: 'customer' | 'admin'
  createdAt: CreatedAt
  seenAt: Generated<Date>
  expiresAt: Date
}

/** A network from which the account has signed in. */
interface SignInNetworks {
  userId: string
  networkHash: Uint8Array
  lastAt: Generated<Date>
}

interface RateCounters {
  key: string
  count: number
  windowEndsAt: Date
}

interface IdempotencyKeys {
  userId: string
  key: string
  request: string
  createdAt: CreatedAt
}

interface Categories {
  id: string
  name: string
  slug: string
  position: Generated<number>
  createdAt: CreatedAt
  deletedAt: Date | null
}

interface Products {
  id: string
  categoryId: string
  name: string
  description: Generated<string>
  pricePaise: number
  discountedPricePaise: number | null
  paidPricePaise: GeneratedAlways<number>
  colour: string | null
  fabric: string | null
  fit: string | null
  care: string | null
  hsn: string | null
  origin: string | null
  revision: Generated<number>
  createdAt: CreatedAt
  updatedAt: Generated<Date>
  deletedAt: Date | null
  sortName: GeneratedAlways<string>
  searchText: GeneratedAlways<string>
  searchWords: GeneratedAlways<string>
}

interface ProductSizes {
  id: string
  productId: string
  size: string
  position: number
  stock: number
  measurements: JSONColumnType<Record<string, number>, string, string> | null
}

export type StockReason = 'opening' | 'correction' | 'hold' | 'release' | 'cancellation'

interface StockLedger {
  id: GeneratedAlways<number>
  productSizeId: string
  change: number
  reason: StockReason
  checkoutId: string | null
  actorId: string | null
  createdAt: CreatedAt
}

interface ProductImages {
  productId: string
  position: number
  pictureHash: string
  alt: Generated<string>
  width: number
  height: number
  thumbhash: Generated<string>
}

/** Pictures whose AVIF files a process is making. */
interface PictureWork {
  pictureHash: string
  endsAt: Date
}

/** Kept by triggers; never written otherwise. */
interface ListedProducts {
  productId: GeneratedAlways<string>
  categoryId: GeneratedAlways<string>
  sortName: GeneratedAlways<string>
  paidPricePaise: GeneratedAlways<number>
  colour: GeneratedAlways<string | null>
  sizes: GeneratedAlways<string[]>
  sizesInStock: GeneratedAlways<string[]>
}

/** Kept by a trigger; never written otherwise. */
interface SearchVocabulary {
  word: GeneratedAlways<string>
}

interface CartLines {
  id: string
  userId: string
  productId: string
  productSizeId: string
  quantity: number
  createdAt: CreatedAt
}

interface Contacts {
  id: string
  firstName: string
  lastName: string
  email: string
  contactNumber: string
  subject: string
  message: string
  isRead: Generated<boolean>
  createdAt: CreatedAt
}

interface Reviews {
  id: string
  productId: string
  userId: string
  rating: number
  text: Generated<string>
  isHidden: Generated<boolean>
  createdAt: CreatedAt
}

interface AuditLog {
  id: GeneratedAlways<number>
  actorId: string | null
  action: string
  subjectType: string
  subjectId: string
  before: Json
  after: Json
  at: CreatedAt
}

/** Until when an administrator looks, so that changes are worth announcing. */
interface AdminEventWatch {
  onlyRow: Generated<boolean>
  until: Date
}

/** Every table of the shop, in camelCase; the database's own names are snake_case. */
export interface Tables extends OrderTables {
  users: Users
  emailConfirmations: EmailConfirmations
  recentMails: RecentMails
  confirmationMails: ConfirmationMails
  sessions: Sessions
  rateCounters: RateCounters
  signInNetworks: SignInNetworks
  idempotencyKeys: IdempotencyKeys
  categories: Categories
  products: Products
  productSizes: ProductSizes
  stockLedger: StockLedger
  productImages: ProductImages
  pictureWork: PictureWork
  productList: ListedProducts
  searchVocabulary: SearchVocabulary
  cartLines: CartLines
  contacts: Contacts
  reviews: Reviews
  auditLog: AuditLog
  adminEventWatch: AdminEventWatch
}
