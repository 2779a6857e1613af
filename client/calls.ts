// Made from /api/openapi.json by `npx vitest run test/client.test.ts --update`: the calls that a key can open.

export type OfferDiscount = {
  amount: number
  reason: string
  shipping?: number
}

export type FeeLines = Array<{
  kind: 'shipping' | 'pin' | 'cash'
  name: string
  amount: number
}>

export type StoredAddress = {
  fullName: string
  phone: string
  street: string
  city: string
  state: string
  pincode: string
}

export type ComesBack = {
  why: 'called back' | 'parcel refused' | 'parcel lost'
  sentAgainAs?: string
  isDelivered?: true
  isCredited?: true
}

export type OrderPayment = 'awaiting capture' | 'paid' | 'not charged' | 'refund pending' | 'refund failed' | 'refunded' | 'partly refunded' | {
  method: 'cash'
  status: 'cash due' | 'collected' | 'remitted' | 'refused' | 'nothing due'
}

export type OrderRefund = {
  amount: number
  status: 'under way' | 'done' | 'failed'
  isByShop: boolean
  requestedAt: string
  doneAt: string | null
}

export type Product = {
  _id: string
  name: string
  description: string
  price: number
  discountedPrice?: number
  lowestPrice?: number
  category: Category
  stock: number
  sizes: Array<SizeStock>
  images: Array<string>
  createdAt: string
  colour?: string
  pictures: Array<PictureNote>
  siblings?: Array<Sibling>
  isNew?: true
}

export type Category = {
  _id: string
  name: string
  slug: string
}

export type SizeStock = {
  size: string
  stock: number
}

export type PictureNote = {
  version: string
  alt: string
  placeholder?: string
}

export type Sibling = {
  _id: string
  colour: string
  swatch: Array<string>
  inStock: boolean
}

export type CategoriesAnswer = {
  categories: Array<Category>
}

export type ProductListAnswer = {
  products: Array<Product>
  totalProducts: number
  totalPages: number
  currentPage: number
  facets?: Facets
  collection?: Collection
  search?: SearchNote
  nearest?: Array<Product>
  nearestKind?: 'closest' | 'gifts' | 'newest'
}

export type Facets = {
  categories: Array<{
    _id: string
    name: string
    slug: string
    count: number
  }>
  sizes: Array<{
    value: string
    count: number
  }>
  colours: Array<{
    value: string
    count: number
  }>
  prices: Array<number>
  inStock: number
  families: Array<{
    value: string
    count: number
    hex: string
  }>
  origins: Array<{
    value: string
    count: number
  }>
  fits: Array<{
    value: string
    count: number
  }>
  fabrics: Array<{
    value: string
    count: number
  }>
  sleeves: Array<{
    value: string
    count: number
  }>
  discounted: number
  withSoldOut: number
  collections: Array<{
    slug: string
    title: string
    count: number
  }>
}

export type Collection = {
  _id: string
  title: string
  slug: string
  text: string
  picture: string
  pictureWords: string
}

export type SearchNote = {
  showing: string
  insteadOf: string
}

export type FeaturedProduct = {
  _id: string
  name: string
  description: string
  price: number
  discountedPrice?: number
  lowestPrice?: number
  images: Array<string>
  pictures: Array<PictureNote>
  category: {
    slug: string
  }
}

export type ProductDetail = {
  _id: string
  name: string
  description: string
  price: number
  discountedPrice?: number
  lowestPrice?: number
  category: Category
  stock: number
  sizes: Array<SizeStock>
  images: Array<string>
  createdAt: string
  colour?: string
  pictures: Array<PictureNote>
  siblings?: Array<Sibling>
  isNew?: true
  colourGroup?: string
  fabric?: string
  fit?: string
  tags?: string
  care?: string
  hsn?: string
  origin?: string
  pieces?: string
  maker?: string
  makerAddress?: string
  sizeGuide?: SizeGuide
  returnDays?: number
  revision: number
}

export type SizeGuide = Record<string, Record<string, number>>

export type ColourGroupAnswer = {
  names: Array<string>
  products: Array<{
    _id: string
    name: string
    colour?: string
  }>
}

export type CategoryAnswer = {
  message: string
  category: Category
}

export type AdminListAnswer = {
  products: Array<FoundProduct>
  category?: Category
  lowStock: number
  totalProducts: number
  totalPages: number
  currentPage: number
}

export type FoundProduct = {
  _id: string
  name: string
  description: string
  price: number
  discountedPrice?: number
  lowestPrice?: number
  category: Category
  stock: number
  sizes: Array<SizeStock>
  images: Array<string>
  createdAt: string
  colour?: string
  pictures: Array<PictureNote>
  siblings?: Array<Sibling>
  isNew?: true
  colourGroup?: string
  fabric?: string
  fit?: string
  tags?: string
  care?: string
  hsn?: string
  origin?: string
  pieces?: string
  maker?: string
  makerAddress?: string
  sizeGuide?: SizeGuide
  revision: number
  isDraft?: true
  deletedAt?: string
  promised?: Record<string, number>
  sale?: {
    _id: string
    title: string
    endsAt: string
    price: number
  }
  foundCode?: string
}

export type AdminProduct = {
  _id: string
  name: string
  description: string
  price: number
  discountedPrice?: number
  lowestPrice?: number
  category: Category
  stock: number
  sizes: Array<SizeStock>
  images: Array<string>
  createdAt: string
  colour?: string
  pictures: Array<PictureNote>
  siblings?: Array<Sibling>
  isNew?: true
  colourGroup?: string
  fabric?: string
  fit?: string
  tags?: string
  care?: string
  hsn?: string
  origin?: string
  pieces?: string
  maker?: string
  makerAddress?: string
  sizeGuide?: SizeGuide
  revision: number
  isDraft?: true
  deletedAt?: string
  promised?: Record<string, number>
  sale?: {
    _id: string
    title: string
    endsAt: string
    price: number
  }
}

export type EditableProduct = {
  _id: string
  name: string
  description: string
  price: number
  discountedPrice?: number
  lowestPrice?: number
  category: Category
  stock: number
  sizes: Array<SizeStock>
  images: Array<string>
  createdAt: string
  colour?: string
  pictures: Array<PictureNote>
  siblings?: Array<Sibling>
  isNew?: true
  colourGroup?: string
  fabric?: string
  fit?: string
  tags?: string
  care?: string
  hsn?: string
  origin?: string
  pieces?: string
  maker?: string
  makerAddress?: string
  sizeGuide?: SizeGuide
  revision: number
  isDraft?: true
  deletedAt?: string
  promised?: Record<string, number>
  sale?: {
    _id: string
    title: string
    endsAt: string
    price: number
  }
  sizeRows: Array<SizeRow>
}

export type SizeRow = {
  _id: string
  size: string
  stock: number
  measurements: Record<string, number> | null
  sku: string
  barcode: string
  storagePlace: string | null
}

export type EditableAnswer = {
  message: string
  product: EditableProduct
  warning?: string
}

export type BulkAnswer = {
  message: string
  results: Array<BulkResult>
}

export type BulkResult = {
  _id: string
  name: string
  isDone: boolean
  reason?: string
  before?: Prices
  after?: Prices
  facts?: {
    before: {
      maker?: string | null
      makerAddress?: string | null
      origin?: string | null
      care?: string | null
      pieces?: string | null
      hsn?: string | null
    }
    after: {
      maker?: string | null
      makerAddress?: string | null
      origin?: string | null
      care?: string | null
      pieces?: string | null
      hsn?: string | null
    }
  }
  warning?: string
}

export type Prices = {
  price: number
  discountedPrice: number | null
}

export type ListedCollection = {
  _id: string
  title: string
  slug: string
  isByRule: boolean
  isHidden: boolean
  count: number
  changedAt: string
  changedBy?: string
}

export type CollectionNames = Array<{
  _id: string
  name: string
}>

export type RuleChoices = {
  fits: Array<string>
  fabrics: Array<string>
  tags: Array<string>
}

export type CollectionPreview = {
  count: number
  total: number
  note?: string
  products: Array<FeaturedProduct>
}

export type CollectionAnswer = {
  message: string
  collection: EditedCollection
  note?: string
}

export type EditedCollection = {
  _id: string
  title: string
  slug: string
  isByRule: boolean
  isHidden: boolean
  count: number
  changedAt: string
  changedBy?: string
  text: string
  picture: string
  pictureWords: string
  rule: CollectionRule | null
  products: Array<{
    _id: string
    name: string
    isOnSale: boolean
  }>
  order: 'by hand' | 'newest' | 'best-sold' | 'discount' | 'name' | 'price-asc' | 'price-desc'
  revision: number
}

export type CollectionRule = {
  categories?: Array<string>
  colours?: Array<'Black' | 'Grey' | 'White' | 'Beige' | 'Brown' | 'Red' | 'Orange' | 'Yellow' | 'Green' | 'Blue' | 'Purple' | 'Pink'>
  fits?: Array<string>
  fabrics?: Array<string>
  tags?: Array<string>
  minPrice?: number
  maxPrice?: number
  isReduced?: boolean
  isInStock?: boolean
  newDays?: number
}

export type AdminProducts = {
  products: Record<string, Array<AdminProduct>>
}

export type ProductAnswer = {
  message: string
  product: AdminProduct
  lacking?: string
  warning?: string
}

export type ListedSale = {
  _id: string
  title: string
  startsAt: string
  endsAt: string
  percent?: number
  amount?: number
  rounding: 'none' | 'rupee' | 'ends in 9' | 'ends in 99' | 'ends in 49 or 99' | 'ends in 95' | 'ends in 00'
  categories: Array<{
    _id: string
    name: string
  }>
  collections?: Array<{
    _id: string
    name: string
  }>
  state: 'coming' | 'running' | 'ended' | 'stopped'
  stoppedAt?: string
  reduced: number
  revision: number
  productCount: number
}

export type Sale = {
  _id: string
  title: string
  startsAt: string
  endsAt: string
  percent?: number
  amount?: number
  rounding: 'none' | 'rupee' | 'ends in 9' | 'ends in 99' | 'ends in 49 or 99' | 'ends in 95' | 'ends in 00'
  products: Array<{
    _id: string
    name: string
  }>
  categories: Array<{
    _id: string
    name: string
  }>
  collections?: Array<{
    _id: string
    name: string
  }>
  state: 'coming' | 'running' | 'ended' | 'stopped'
  stoppedAt?: string
  reduced: number
  revision: number
}

export type SaleAnswer = {
  message: string
  sale: Sale
  warning?: string
}

export type SalePreview = {
  products: number
  reduced: number
  kept: number
  free: number
  rows: Array<{
    _id: string
    name: string
    before: number
    after: number
    note?: string
  }>
  conflicts: Array<{
    _id: string
    title: string
    startsAt: string
    endsAt: string
    products: number
    better: number
  }>
  warning?: string
}

export type PriceHistory = {
  name: string
  lowest?: number
  total: number
  prices: Array<{
    from: string
    price: number
    discountedPrice?: number
    paid: number
    sale?: {
      _id: string
      title: string
    }
  }>
}

export type StaffOrder = {
  _id: string
  orderId: string | null
  createdAt: string
  status: 'order placed' | 'shipped' | 'delivered' | 'cancelled'
  products: Array<{
    _id: string
    product: {
      _id: string
      name: string
      price: number | null
      discountedPrice?: number
      image: string | null
    }
    quantity: number
    size?: string
    discount?: number
    cancelled?: number
  }>
  discount?: OfferDiscount
  fees?: FeeLines
  totalAmount: number | null
  totalPrice: number | null
  storeCredit?: {
    used: number
    returned: number
  }
  cancelledAmount?: number
  cancellations?: Array<{
    at: string
    amount: number
    lines: Array<{
      _id: string
      quantity: number
    }>
    isByShop: boolean
  }>
  exchangeOf?: {
    orderId: string
    returnId: string
  }
  address: StoredAddress | null
  deliverBy?: string
  buyerGstin?: string
  buyerFirm?: string
  shipment: {
    courier: 'delhivery' | 'blue-dart' | 'dtdc' | 'india-post' | 'ecom-express' | 'xpressbees' | 'shiprocket' | 'ekart' | 'amazon-shipping' | 'shadowfax' | 'other'
    name: string
    trackingNumber: string | null
    trackingLink: string | null
  } | null
  parcel?: {
    step: 'booked' | 'picked up' | 'on its way' | 'out for delivery' | 'not delivered' | 'lost' | 'delivered' | 'coming back' | 'back'
    at: string
    reason: 'nobody at home' | 'wrong address' | 'refused' | 'no money' | 'later' | 'other' | null
    steps: Array<{
      step: 'booked' | 'picked up' | 'on its way' | 'out for delivery' | 'not delivered' | 'lost' | 'delivered' | 'coming back' | 'back'
      at: string
      place: string
    }>
  }
  comesBack?: ComesBack
  user: {
    _id: string
    name: string
    email: string | null
  }
  payment: OrderPayment | null
  confirmUntil?: string
  cashToCollect?: number
  refund: {
    amount: number
    requestedAt: string
    doneAt: string | null
  } | null
  refunds: Array<OrderRefund>
  refundedAmount: number | null
  documents: Array<{
    _id: string
    kind: 'receipt' | 'receipt voucher' | 'refund voucher' | 'tax invoice' | 'bill of supply' | 'credit note'
    number: string
    irn?: string
    isIrnMissing?: true
  }>
  isSandbox: boolean
  timeline: Array<{
    status: 'order placed' | 'shipped' | 'delivered' | 'cancelled'
    at: string
  }>
}

export type OrderCounts = {
  all: number
  'order placed': number
  shipped: number
  delivered: number
  cancelled: number
}

export type OrderDetail = {
  order: StaffOrder
  customer: {
    phone: string
    since: string | null
    orders: number | null
  }
  cash?: {
    status: 'cash due' | 'collected' | 'remitted' | 'refused' | 'nothing due'
    confirmedAt: string | null
    collectedAt: string | null
    remittedAt: string | null
    isForgiven: boolean
  }
  charge: {
    _id: string
    status: string
    amount: number
    at: string
  } | null
  refund: {
    _id: string | null
    status: string
    amount: number
    reason: string
    isByShop: boolean
    at: string
  } | null
  refunds: Array<{
    _id: string | null
    status: string
    amount: number
    reason: string
    isByShop: boolean
    at: string
  }>
  disputes: Array<{
    _id: string
    status: 'open' | 'under review' | 'action required' | 'closed' | 'won' | 'lost'
    amount: number
    reason: string
    at: string
    decidedAt: string | null
  }>
  actors: Array<{
    status: 'order placed' | 'shipped' | 'delivered' | 'cancelled'
    name: string
  }>
  cancelReason: string | null
  cancelNotes: Array<{
    at: string
    name: string | null
    reason: string | null
  }>
  parcels?: Array<{
    _id: string
    direction: 'out' | 'back'
    state: 'asked' | 'booked' | 'refused' | 'cancelling' | 'cancelled'
    reference: string
    carrier: string | null
    trackingNumber: string | null
    trackingLink: string | null
    weightGrams: number
    lengthCm: number
    breadthCm: number
    heightCm: number
    cost: number | null
    step: 'booked' | 'picked up' | 'on its way' | 'out for delivery' | 'not delivered' | 'lost' | 'delivered' | 'coming back' | 'back' | null
    stepAt: string | null
    reason: 'nobody at home' | 'wrong address' | 'refused' | 'no money' | 'later' | 'other' | null
    problem: 'stuck' | 'unscanned' | 'undelivered' | 'unfetched' | null
    failure: string | null
    createdAt: string
    bookedAt: string | null
    scans: Array<{
      at: string
      word: string
      step: 'booked' | 'picked up' | 'on its way' | 'out for delivery' | 'not delivered' | 'lost' | 'delivered' | 'coming back' | 'back' | null
      note: string
      place: string
    }>
  }>
  byHand?: {
    weightGrams: number | null
    sides: {
      lengthCm: number
      breadthCm: number
      heightCm: number
    } | null
    cost: number | null
  }
  slipLine?: string
}

export type StaffOrderAnswer = {
  message: string
  order: StaffOrder
}

export type StaffReturn = {
  _id: string
  orderId: string
  createdAt: string
  status: 'asked' | 'approved' | 'on its way' | 'received' | 'inspected' | 'lost' | 'refused' | 'withdrawn'
  origin: 'customer' | 'staff' | 'called back' | 'parcel refused' | 'parcel lost'
  wayBack: 'own parcel' | 'pick-up' | null
  isWayBackFree: boolean
  lines: Array<{
    _id: string
    product: {
      _id: string
      name: string
      image: string | null
    }
    size?: string
    quantity: number
    reason: 'too small' | 'too large' | 'not as shown' | 'quality' | 'damaged' | 'wrong piece' | 'changed mind' | 'not delivered'
    note?: string
    exchangeSize?: string
    amount: number | null
    inspected: Array<{
      condition: 'as new' | 'worn' | 'damaged' | 'wrong piece'
      goesTo: 'shelf' | 'written off' | 'sent back'
      quantity: number
    }>
    refunded: number | null
    exchanged: number
  }>
  refund: {
    status: 'nothing due' | 'refund due' | 'refunded'
    due: number
    refunded: number
    dueCredit?: number
    returnedCredit?: number
    dueBy: string | null
    way: 'source' | 'by hand' | 'store credit'
    takesAccount: boolean
    isPayable: boolean
    payments: Array<{
      amount: number
      reference: string
      at: string
    }>
  } | null
  exchange?: {
    status: 'held' | 'sent' | 'ended'
    until?: string
    orderId?: string
  }
  pictures: Array<string>
  parcel?: {
    step: 'booked' | 'picked up' | 'on its way' | 'out for delivery' | 'not delivered' | 'lost' | 'delivered' | 'coming back' | 'back'
    at: string
    reason: 'nobody at home' | 'wrong address' | 'refused' | 'no money' | 'later' | 'other' | null
    steps: Array<{
      step: 'booked' | 'picked up' | 'on its way' | 'out for delivery' | 'not delivered' | 'lost' | 'delivered' | 'coming back' | 'back'
      at: string
      place: string
    }>
    carrier: string | null
    trackingNumber: string
    trackingLink: string | null
  }
  refusal?: string
  timeline: Array<{
    status: 'asked' | 'approved' | 'on its way' | 'received' | 'inspected' | 'lost' | 'refused' | 'withdrawn'
    at: string
  }>
  customer: {
    _id: string
    name: string
    email: string | null
    phone: string
  }
  waits: Array<'approve' | 'receive' | 'inspect' | 'refund' | 'exchange' | 'undelivered' | 'arrived' | 'parcel'>
  isSandbox: boolean
}

export type ReturnDetail = {
  return: StaffReturn
  refundTo: {
    upi?: string
    name?: string
    account?: string
    ifsc?: string
  } | null
  parcels: Array<{
    _id: string
    direction: 'out' | 'back'
    state: 'asked' | 'booked' | 'refused' | 'cancelling' | 'cancelled'
    reference: string
    carrier: string | null
    trackingNumber: string | null
    trackingLink: string | null
    weightGrams: number
    lengthCm: number
    breadthCm: number
    heightCm: number
    cost: number | null
    step: 'booked' | 'picked up' | 'on its way' | 'out for delivery' | 'not delivered' | 'lost' | 'delivered' | 'coming back' | 'back' | null
    stepAt: string | null
    reason: 'nobody at home' | 'wrong address' | 'refused' | 'no money' | 'later' | 'other' | null
    problem: 'stuck' | 'unscanned' | 'undelivered' | 'unfetched' | null
    failure: string | null
    createdAt: string
    bookedAt: string | null
    scans: Array<{
      at: string
      word: string
      step: 'booked' | 'picked up' | 'on its way' | 'out for delivery' | 'not delivered' | 'lost' | 'delivered' | 'coming back' | 'back' | null
      note: string
      place: string
    }>
  }>
  actors: Array<{
    status: 'asked' | 'approved' | 'on its way' | 'received' | 'inspected' | 'lost' | 'refused' | 'withdrawn'
    name: string
  }>
}

export type StaffReturnAnswer = {
  message: string
  return: StaffReturn
}

export type Contact = {
  _id: string
  firstName: string
  lastName: string
  email: string
  contactNumber: string
  subject: string
  message: string
  createdAt: string
  isRead: boolean
  ticket: string
  state: 'open' | 'answered' | 'closed'
  dueAt: string | null
}

export type ContactCounts = {
  all: number
  unread: number
  read: number
  dueSoon: number
  open: number
  answered: number
  closed: number
}

export type ContactThread = {
  contact: Contact
  answers: Array<ContactAnswer>
  sender: {
    isConfirmed: boolean
    orders: Array<StaffOrder>
  } | null
}

export type ContactAnswer = {
  _id: string
  text: string
  by: string | null
  createdAt: string
  mail: 'sent' | 'limited' | 'failed' | null
}

export type ContactAnswered = {
  message: string
  thread: ContactThread
}

export type ContactsAnswer = {
  message: string
  contacts: Array<Contact>
}

export type ContactsGone = {
  message: string
  ids: Array<string>
}

export type Offer = {
  code?: string
  name?: string
  percent?: number
  amount?: number
  freeShipping?: boolean
  maxDiscount?: number
  categories: Array<{
    _id: string
    name: string
  }>
  minimumQuantity: number
  minimumTotal: number
  startsOn?: string
  endsOn?: string
  maxUses?: number
  maxUsesPerCustomer?: number
  _id: string
  isActive: boolean
  state: 'running' | 'starts later' | 'ended' | 'used up' | 'off'
  used: number
  summary: string
  revision: number
  createdAt: string
}

export type OfferAnswer = {
  message: string
  offer: Offer
  warning?: string
}

export type OfferPreview = {
  carts: Array<{
    lines: Array<{
      name: string
      quantity: number
    }>
    before: number
    after: number
    reason?: string
  }>
  warning?: string
}

export type StockRow = {
  _id: string
  product: {
    _id: string
    name: string
    isDeleted: boolean
  }
  size: string
  sku: string
  storagePlace: string | null
  shelf: number
  held: number
  packed: number
  parcel: number
  customer: number
  back: number
  inspection: number
  writtenOff: number
  takenIn: number
  cost: number | null
  value: number | null
}

export type SizePlaces = {
  size: string
  shelf: number
  held: number
  packed: number
  parcel: number
  customer: number
  back: number
  inspection: number
  writtenOff: number
  takenIn: number
}

export type StockMovement = {
  _id: string
  at: string
  size: string
  from: 'supplier' | 'shelf' | 'held' | 'packed' | 'parcel' | 'customer' | 'coming back' | 'inspection' | 'written off'
  to: 'supplier' | 'shelf' | 'held' | 'packed' | 'parcel' | 'customer' | 'coming back' | 'inspection' | 'written off'
  quantity: number
  reason: 'opening' | 'correction' | 'hold' | 'release' | 'cancellation' | 'packing' | 'shipping' | 'shipping taken back' | 'delivery' | 'return' | 'arrival' | 'inspection' | 'taking in' | 'count'
  note: string | null
  person: string | null
  orderId: string | null
  bill: {
    supplier: string
    number: string
    cost: number
  } | null
}

export type ListedBill = {
  _id: string
  supplier: string
  number: string
  date: string
  pieces: number
  cost: number
  person: string | null
  at: string
}

export type StockReport = {
  items: Array<StockReportRow>
  total: number
}

export type StockReportRow = {
  key: string
  name: string
  takenIn: number
  takenInCost: number
  sold: number
  revenue: number
  cost: number | null
  parcels: number | null
  margin: number | null
  writtenOff: number
  stock: number | null
  value: number | null
}

export type Dashboard = {
  prodcount: number
  categcount: number
  ordercount: number
  categories: Array<{
    _id: string
    name: string
    slug: string
  }>
}

export type Figures = {
  days: number
  from: string
  revenue: {
    now: number
    before: number
  }
  orders: {
    now: number
    before: number
  }
  average: {
    now: number | null
    before: number | null
  }
  refunds: {
    amount: number
    count: number
  }
  chart: SalesChart
  bestSellers: Array<{
    _id: string
    name: string
    pieces: number
    revenue: number
    isOnSale: boolean
  }>
  lowStock: Array<{
    _id: string
    name: string
    category: string
    stock: number
    sizes: Array<{
      size: string
      stock: number
    }>
  }>
  lowStockCount: number
  lowStockLimit: number
  newestOrders: Array<StaffOrder>
  unread: {
    count: number
    newest: Array<Contact>
  }
}

export type SalesChart = {
  days: Array<{
    day: string
    revenue: number
    orders: number
  }>
  line: string
  area: string
  levels: Array<{
    at: number
    label: string
  }>
}

export type AuditAnswer = {
  entries: Array<AuditEntry>
  total: number
  countedTo: number
  people: Array<{
    _id: string
    name: string
    email: string
  }>
}

export type AuditEntry = {
  _id: string
  at: string
  area: string
  action: string
  subject: {
    _id: string
    name: string | null
  }
  person: {
    _id: string
    name: string
    email: string
  } | null
  changes: Array<AuditChange>
  isUndoable?: true
}

export type AuditChange = {
  what: string
  from: string | null
  to: string | null
}

export type SettingsAnswer = {
  message: string
  settings: Array<ShownSetting>
}

export type ShownSetting = {
  name: string
  label: string
  group: string
  input: 'line' | 'text' | 'markdown' | 'number' | 'switch' | 'choice' | 'email' | 'phone' | 'link' | 'path' | 'pin' | 'moment' | 'picture' | 'menu' | 'categories'
  hint?: string
  options?: Array<string>
  value: string | number | boolean
  default: string | number | boolean
  isDefault: boolean
  revision: number
  changedAt?: string
}

export type SettingVersions = Array<{
  value?: string | number | boolean
  changedAt: string
  changedBy?: string
}>

export type Quotation = {
  text: string
  name: string
  rating: number
  productId: string
  product: string
}

export type ListedPage = {
  _id: string
  slug: string
  title: string
  place: 'neither' | 'menu' | 'footer' | 'both'
  isSpecified: boolean
  isPublished: boolean
  isChanged: boolean
  publishAt?: string
  changedAt?: string
  changedBy?: string
}

export type PageNames = Array<{
  slug: string
  title: string
}>

export type PageAnswer = {
  message: string
  page: EditedPage
}

export type EditedPage = {
  _id: string
  slug: string
  title: string
  place: 'neither' | 'menu' | 'footer' | 'both'
  isSpecified: boolean
  isPublished: boolean
  isChanged: boolean
  publishAt?: string
  changedAt?: string
  changedBy?: string
  description: string
  blocks: Array<BlockSchema>
  revision: number
  preview: string
  versions: Array<{
    version: number
    title: string
    blocks: number
    publishedAt: string
    publishedBy?: string
    isCurrent: boolean
  }>
}

export type BlockSchema = {
  id: string
  kind: 'hero'
  isHidden?: boolean
  fields: {
    badge: string
    headline: string
    text: string
    button: string
    buttonLink: string
    secondButton: string
    secondLink: string
    picture: string
    pictureWords: string
  }
} | {
  id: string
  kind: 'statement'
  isHidden?: boolean
  fields: {
    heading: string
    text: string
    look: 'centred' | 'side by side' | 'title of the page'
    button: string
    buttonLink: string
  }
} | {
  id: string
  kind: 'text'
  isHidden?: boolean
  fields: {
    heading: string
    text: string
  }
} | {
  id: string
  kind: 'productRow'
  isHidden?: boolean
  fields: {
    heading: string
    title: string
    source: 'newest' | 'best sold' | 'reduced' | 'of a category' | 'of a collection' | 'chosen by hand'
    category: string
    collection: string
    products: Array<string>
    isNight: boolean
  }
} | {
  id: string
  kind: 'categoryRow'
  isHidden?: boolean
  fields: {
    title: string
  }
} | {
  id: string
  kind: 'pictureWithText'
  isHidden?: boolean
  fields: {
    picture: string
    pictureWords: string
    side: 'left' | 'right'
    heading: string
    text: string
    button: string
    buttonLink: string
  }
} | {
  id: string
  kind: 'picturePair'
  isHidden?: boolean
  fields: {
    picture: string
    pictureWords: string
    line: string
    link: string
    secondPicture: string
    secondWords: string
    secondLine: string
    secondLink: string
  }
} | {
  id: string
  kind: 'outfit'
  isHidden?: boolean
  fields: {
    heading: string
    text: string
    picture: string
    pictureWords: string
    spots: Array<{
      product: string
      across: number
      down: number
    }>
  }
} | {
  id: string
  kind: 'outfitRow'
  isHidden?: boolean
  fields: {
    title: string
    page: string
  }
} | {
  id: string
  kind: 'quotations'
  isHidden?: boolean
  fields: {
    heading: string
    count: number
  }
} | {
  id: string
  kind: 'questions'
  isHidden?: boolean
  fields: {
    heading: string
    items: Array<{
      question: string
      answer: string
    }>
  }
} | {
  id: string
  kind: 'contactLine'
  isHidden?: boolean
  fields: {
    text: string
  }
} | {
  id: string
  kind: 'cards'
  isHidden?: boolean
  fields: {
    heading: string
    look: 'signs' | 'round pictures'
    items: Array<{
      title: string
      line: string
      text: string
      sign: 'none' | 'pencil' | 'ruler' | 'leaf' | 'sparkles'
      picture: string
    }>
  }
} | {
  id: string
  kind: 'divider'
  isHidden?: boolean
  fields: Record<string, never>
}

export type TypedPage = {
  title: string
  blocks: Array<{
    id: string
    kind: 'hero' | 'statement' | 'text' | 'productRow' | 'categoryRow' | 'pictureWithText' | 'picturePair' | 'outfit' | 'outfitRow' | 'quotations' | 'questions' | 'contactLine' | 'cards' | 'divider'
    fields: Record<string, unknown>
    products?: Array<FeaturedProduct>
    outfits?: Array<{
      id: string
      heading: string
      picture: string
      pictureWords: string
    }>
    quotations?: Array<Quotation>
    categories?: Array<{
      slug: string
      name: string
      products: number
      image: string
    }>
    care?: {
      phone: string
      email: string
    }
  }>
}

export type CsvAnswer = {
  message: string
  isApplied: boolean
  shop?: 'shopify' | 'woocommerce'
  remarks?: Array<string>
  counts: {
    new: number
    changed: number
    unchanged: number
    rejected: number
  }
  products: Array<CsvProduct>
  stockConflicts: number
  token: string
}

export type CsvProduct = {
  status: 'new' | 'changed' | 'rejected'
  lines: Array<number>
  _id?: string
  name: string
  changes: Array<CsvChange>
  reasons: Array<{
    line: number
    reason: string
  }>
  notes?: Array<{
    line: number
    reason: string
  }>
  pictures?: number
  warning?: string
}

export type CsvChange = {
  what: string
  from: string
  to: string
  promised?: number
}

export type BlockPicture = {
  value: string
}

export interface Calls {
  /** Customers in the order in which their account changed, from a place on. Go on with `next` as the `cursor`: it misses no change and brings none twice, whatever happens meanwhile. */
  'GET /admin/changes/customers': {
    input: {
      query?: {
        cursor?: string
        updatedSince?: string
        limit?: number
      }
    }
    answer: {
      changes: Array<{
        _id: string
        changedAt: string
        deleted: boolean
        item: {
          _id: string
          firstname: string
          lastname: string
          email: string
          isConfirmed: boolean
          phone: string
          createdAt: string
        } | null
      }>
      next: string
      hasMore: boolean
    }
  }
  /** Takes a product off sale; orders keep their own copy of what was bought */
  'DELETE /products/product/{id}': {
    input: {
      path: {
        id: string
      }
      body?: Record<string, never> | null
    }
    answer: ProductAnswer
  }
  /** The synonyms that searches know and the family of each colour */
  'GET /admin/search-settings': {
    input: Record<string, never>
    answer: {
      synonyms: Array<{
        phrase: string
        means: string
      }>
      colourFamilies: Record<string, 'Black' | 'Grey' | 'White' | 'Beige' | 'Brown' | 'Red' | 'Orange' | 'Yellow' | 'Green' | 'Blue' | 'Purple' | 'Pink'>
      colours: Array<{
        name: string
        families: Array<'Black' | 'Grey' | 'White' | 'Beige' | 'Brown' | 'Red' | 'Orange' | 'Yellow' | 'Green' | 'Blue' | 'Purple' | 'Pink'>
      }>
    }
  }
  /** Replaces the synonyms, the chosen families of colours, or both, each as a whole */
  'PUT /admin/search-settings': {
    input: {
      body: {
        synonyms?: Array<{
          phrase: string
          means: string
        }>
        colourFamilies?: Record<string, 'Black' | 'Grey' | 'White' | 'Beige' | 'Brown' | 'Red' | 'Orange' | 'Yellow' | 'Green' | 'Blue' | 'Purple' | 'Pink'>
        was?: {
          synonyms?: Array<{
            phrase: string
            means: string
          }>
          colourFamilies?: Record<string, 'Black' | 'Grey' | 'White' | 'Beige' | 'Brown' | 'Red' | 'Orange' | 'Yellow' | 'Green' | 'Blue' | 'Purple' | 'Pink'>
        }
      }
    }
    answer: {
      synonyms: Array<{
        phrase: string
        means: string
      }>
      colourFamilies: Record<string, 'Black' | 'Grey' | 'White' | 'Beige' | 'Brown' | 'Red' | 'Orange' | 'Yellow' | 'Green' | 'Blue' | 'Purple' | 'Pink'>
      colours: Array<{
        name: string
        families: Array<'Black' | 'Grey' | 'White' | 'Beige' | 'Brown' | 'Red' | 'Orange' | 'Yellow' | 'Green' | 'Blue' | 'Purple' | 'Pink'>
      }>
    }
  }
  /** Names of colour groups that hold a text, and what is in the group that is called so */
  'GET /admin/colour-groups': {
    input: {
      query?: {
        name?: string
      }
    }
    answer: ColourGroupAnswer
  }
  /** Every product as CSV, one line for each size; or those that a list of the same query shows */
  'GET /admin/products/export': {
    input: {
      query?: {
        search?: string
        category?: string
        stock?: 'low' | 'out' | 'gaps' | 'low-sizes'
        threshold?: number
        state?: 'all' | 'on sale' | 'draft' | 'deleted'
        sort?: 'name' | '-name' | 'price' | '-price' | 'stock' | '-stock' | 'created' | '-created'
      }
    }
    answer: Blob
  }
  /** How the pictures of imported products come along, and which have failed */
  'GET /admin/imported-pictures': {
    input: Record<string, never>
    answer: {
      waiting: number
      fetched: number
      failed: number
      failures: Array<{
        _id: string
        productId: string
        name: string
        line: number
        address: string
        reason: string
      }>
      heldBack: Array<{
        reason: string
        products: number
      }>
    }
  }
  /** Fetches failed pictures again */
  'POST /admin/imported-pictures/retry': {
    input: {
      body: {
        ids?: Array<string>
      }
    }
    answer: {
      waiting: number
      fetched: number
      failed: number
      failures: Array<{
        _id: string
        productId: string
        name: string
        line: number
        address: string
        reason: string
      }>
      heldBack: Array<{
        reason: string
        products: number
      }>
      message: string
    }
  }
  /** Labels of the sizes of products with price and bar code as a PDF, for sheets of A4 or a roll */
  'GET /admin/products/labels': {
    input: {
      query: {
        ids: string
        sheet?: 'a4-24' | 'a4-40' | 'a4-65' | 'roll'
        copies?: 'stock' | number
        used?: number
      }
    }
    answer: Blob
  }
  /** Gives a category another name; its address stays */
  'POST /admin/categories/rename': {
    input: {
      body: {
        _id: string
        name: string
      }
    }
    answer: CategoryAnswer
  }
  /** The categories, each with the number of its products, and the details that these have unless they have their own */
  'GET /admin/categories': {
    input: Record<string, never>
    answer: {
      categories: Array<{
        _id: string
        name: string
        slug: string
        defaults: {
          care?: string
          hsn?: string
          origin?: string
          pieces?: string
          maker?: string
          makerAddress?: string
        }
        returnDays: number | null
        products: number
      }>
    }
  }
  /** Replaces the details that products of a category have unless they have their own */
  'POST /admin/categories/defaults': {
    input: {
      body: {
        _id: string
        defaults: {
          care?: string
          hsn?: string
          origin?: string
          pieces?: string
          maker?: string
          makerAddress?: string
        }
      }
    }
    answer: {
      message: string
      category: {
        _id: string
        name: string
        slug: string
        defaults: {
          care?: string
          hsn?: string
          origin?: string
          pieces?: string
          maker?: string
          makerAddress?: string
        }
        returnDays: number | null
      }
    }
  }
  /** Sets until how many days after delivery products of a category may come back that are bought from now on, or leaves that to the shop */
  'POST /admin/categories/return-days': {
    input: {
      body: {
        _id: string
        returnDays: number | null
      }
    }
    answer: {
      message: string
      category: {
        _id: string
        name: string
        slug: string
        defaults: {
          care?: string
          hsn?: string
          origin?: string
          pieces?: string
          maker?: string
          makerAddress?: string
        }
        returnDays: number | null
      }
    }
  }
  /** Puts the categories in order, in every list and menu */
  'POST /admin/categories/order': {
    input: {
      body: {
        ids: Array<string>
      }
    }
    answer: CategoriesAnswer
  }
  /** One page of the products, searched, narrowed and sorted over the whole catalogue; deleted ones too */
  'GET /admin/products/list': {
    input: {
      query?: {
        page?: number
        limit?: number
        search?: string
        category?: string
        stock?: 'low' | 'out' | 'gaps' | 'low-sizes'
        threshold?: number
        state?: 'all' | 'on sale' | 'draft' | 'deleted'
        sort?: 'name' | '-name' | 'price' | '-price' | 'stock' | '-stock' | 'created' | '-created'
      }
    }
    answer: AdminListAnswer
  }
  /** Products, drafts too, in the order in which they changed, from a place on. Go on with `next` as the `cursor`: it misses no change and brings none twice, whatever happens meanwhile. */
  'GET /admin/changes/products': {
    input: {
      query?: {
        cursor?: string
        updatedSince?: string
        limit?: number
      }
    }
    answer: {
      changes: Array<{
        _id: string
        changedAt: string
        deleted: boolean
        item: AdminProduct | null
      }>
      next: string
      hasMore: boolean
    }
  }
  /** A product with everything that can be changed of it, on sale or deleted */
  'GET /admin/products/{id}': {
    input: {
      path: {
        id: string
      }
    }
    answer: EditableProduct
  }
  /** Changes any field of a product; of two who change the same revision the later one is told */
  'PATCH /admin/products/{id}': {
    input: {
      path: {
        id: string
      }
      body: FormData
    }
    answer: EditableAnswer
  }
  /** Brings a deleted product back, on sale or as the draft that it was */
  'POST /admin/products/{id}/restore': {
    input: {
      path: {
        id: string
      }
      body?: Record<string, never> | null
    }
    answer: EditableAnswer
  }
  /** One change of up to 200 products at once, with what became of each; an Idempotency-Key keeps it from being made twice */
  'POST /admin/products/bulk': {
    input: {
      body: {
        action: 'delete'
        ids: Array<string>
      } | {
        action: 'restore'
        ids: Array<string>
      } | {
        action: 'put on sale'
        ids: Array<string>
      } | {
        action: 'make drafts'
        ids: Array<string>
      } | {
        action: 'move'
        ids: Array<string>
        category: string
      } | {
        action: 'facts'
        ids: Array<string>
        facts: {
          maker?: string | null
          makerAddress?: string | null
          origin?: string | null
          care?: string | null
          pieces?: string | null
          hsn?: string | null
        }
      } | {
        action: 'set facts'
        products: Array<{
          _id: string
          facts: {
            maker?: string | null
            makerAddress?: string | null
            origin?: string | null
            care?: string | null
            pieces?: string | null
            hsn?: string | null
          }
          was: {
            maker?: string | null
            makerAddress?: string | null
            origin?: string | null
            care?: string | null
            pieces?: string | null
            hsn?: string | null
          }
        }>
      } | {
        action: 'price'
        ids: Array<string>
        percent: number
        was?: Array<{
          price: number
          discountedPrice: number | null
          _id: string
        }>
      } | {
        action: 'discount'
        ids: Array<string>
        percent: number
        was?: Array<{
          price: number
          discountedPrice: number | null
          _id: string
        }>
      } | {
        action: 'set prices'
        products: Array<{
          price: number
          discountedPrice: number | null
          _id: string
          was: {
            price: number
            discountedPrice: number | null
          }
        }>
      } | {
        action: 'stock'
        ids: Array<string>
        how: 'set' | 'add'
        quantity: number
        size?: string
      }
    }
    answer: BulkAnswer
  }
  /** Takes back a change of prices by an entry of the audit log, for all products that changed together with it */
  'POST /admin/products/undo-prices': {
    input: {
      body: {
        entry: number
      }
    }
    answer: BulkAnswer
  }
  /** What a repricing of up to 200 products would make of each price; changes nothing */
  'POST /admin/products/bulk/preview': {
    input: {
      body: {
        action: 'price'
        ids: Array<string>
        percent: number
        was?: Array<{
          price: number
          discountedPrice: number | null
          _id: string
        }>
      } | {
        action: 'discount'
        ids: Array<string>
        percent: number
        was?: Array<{
          price: number
          discountedPrice: number | null
          _id: string
        }>
      }
    }
    answer: BulkAnswer
  }
  /** Adds a category */
  'POST /categories/create': {
    input: {
      body: {
        name: string
      }
    }
    answer: CategoryAnswer
  }
  /** Takes a category and its products out of the shop */
  'POST /categories/delete/categ': {
    input: {
      body: {
        category_name: string
      }
    }
    answer: {
      message: string
    }
  }
  /** The collections, by title; how many there are in all is in X-Total-Count */
  'GET /admin/collections': {
    input: {
      query?: {
        page?: number
        limit?: number
        search?: string
      }
    }
    answer: Array<ListedCollection>
  }
  /** Makes a collection, which shoppers see at once unless it is hidden */
  'POST /admin/collections': {
    input: {
      body: {
        title: string
        slug?: string
        text: string
        picture: string
        pictureWords: string
        rule: {
          categories?: Array<string>
          colours?: Array<'Black' | 'Grey' | 'White' | 'Beige' | 'Brown' | 'Red' | 'Orange' | 'Yellow' | 'Green' | 'Blue' | 'Purple' | 'Pink'>
          fits?: Array<string>
          fabrics?: Array<string>
          tags?: Array<string>
          minPrice?: number
          maxPrice?: number
          isReduced?: boolean
          isInStock?: boolean
          newDays?: number
        } | null
        products: Array<string>
        order: 'by hand' | 'newest' | 'best-sold' | 'discount' | 'name' | 'price-asc' | 'price-desc'
        isHidden: boolean
      }
    }
    answer: CollectionAnswer
  }
  /** The titles of all collections, to choose from */
  'GET /admin/collections/names': {
    input: Record<string, never>
    answer: CollectionNames
  }
  /** The fits, fabrics and tags that a rule may name */
  'GET /admin/collections/rule-choices': {
    input: Record<string, never>
    answer: RuleChoices
  }
  /** What a collection would have, without saving it */
  'POST /admin/collections/preview': {
    input: {
      body: {
        rule: {
          categories?: Array<string>
          colours?: Array<'Black' | 'Grey' | 'White' | 'Beige' | 'Brown' | 'Red' | 'Orange' | 'Yellow' | 'Green' | 'Blue' | 'Purple' | 'Pink'>
          fits?: Array<string>
          fabrics?: Array<string>
          tags?: Array<string>
          minPrice?: number
          maxPrice?: number
          isReduced?: boolean
          isInStock?: boolean
          newDays?: number
        } | null
        products: Array<string>
        order: 'by hand' | 'newest' | 'best-sold' | 'discount' | 'name' | 'price-asc' | 'price-desc'
      }
    }
    answer: CollectionPreview
  }
  /** A collection */
  'GET /admin/collections/{collectionId}': {
    input: {
      path: {
        collectionId: string
      }
    }
    answer: EditedCollection
  }
  /** Replaces what is said of a collection, and its rule or its products */
  'PUT /admin/collections/{collectionId}': {
    input: {
      path: {
        collectionId: string
      }
      body: {
        title: string
        slug?: string
        text: string
        picture: string
        pictureWords: string
        rule: {
          categories?: Array<string>
          colours?: Array<'Black' | 'Grey' | 'White' | 'Beige' | 'Brown' | 'Red' | 'Orange' | 'Yellow' | 'Green' | 'Blue' | 'Purple' | 'Pink'>
          fits?: Array<string>
          fabrics?: Array<string>
          tags?: Array<string>
          minPrice?: number
          maxPrice?: number
          isReduced?: boolean
          isInStock?: boolean
          newDays?: number
        } | null
        products: Array<string>
        order: 'by hand' | 'newest' | 'best-sold' | 'discount' | 'name' | 'price-asc' | 'price-desc'
        isHidden: boolean
        revision: number
      }
    }
    answer: CollectionAnswer
  }
  /** Deletes a collection, not its products; it can be restored */
  'DELETE /admin/collections/{collectionId}': {
    input: {
      path: {
        collectionId: string
      }
    }
    answer: {
      message: string
    }
  }
  /** Brings a deleted collection back as it was */
  'POST /admin/collections/{collectionId}/restore': {
    input: {
      path: {
        collectionId: string
      }
    }
    answer: CollectionAnswer
  }
  /** Products by the name of their category: everything up to 5,000, or a page of each */
  'GET /admin/products': {
    input: {
      query?: {
        page?: number
        limit?: number
        category?: string
        search?: string
      }
    }
    answer: AdminProducts
  }
  /** Sets the price; a discounted price that is left out stays, null removes it */
  'PATCH /products/update-price/{id}': {
    input: {
      path: {
        id: string
      }
      body: {
        price: number
        discountedPrice?: number | null
        revision?: number
        was?: {
          price: number
          discountedPrice: number | null
        }
      }
    }
    answer: ProductAnswer
  }
  /** One piece more, of the named size or of the first */
  'PATCH /products/add-stock/{id}': {
    input: {
      path: {
        id: string
      }
      query?: {
        size?: string
      }
      body?: {
        size?: string
      } | null
    }
    answer: ProductAnswer
  }
  /** One piece less, of the named size or of the one that has most */
  'PATCH /products/reduce-stock/{id}': {
    input: {
      path: {
        id: string
      }
      query?: {
        size?: string
      }
      body?: {
        size?: string
      } | null
    }
    answer: ProductAnswer
  }
  /** Sets the stock of the named size, or of the whole product */
  'PATCH /products/set-stock/{id}': {
    input: {
      path: {
        id: string
      }
      query?: {
        size?: string
      }
      body: {
        stock: number
        size?: string
        revision?: number
        was?: number
      }
    }
    answer: ProductAnswer
  }
  /** Sales, the latest to begin first; how many there are in all is in X-Total-Count */
  'GET /admin/sales': {
    input: {
      query?: {
        page?: number
        limit?: number
        state?: 'coming' | 'running' | 'ended' | 'stopped'
      }
    }
    answer: Array<ListedSale>
  }
  /** Makes a sale; its prices are in force from its first moment on, and at once if that has passed */
  'POST /admin/sales': {
    input: {
      body: {
        title: string
        startsAt: string
        endsAt: string
        percent?: number
        amount?: number
        rounding: 'none' | 'rupee' | 'ends in 9' | 'ends in 99' | 'ends in 49 or 99' | 'ends in 95' | 'ends in 00'
        products: Array<string>
        categories: Array<string>
        collections?: Array<string>
      }
    }
    answer: SaleAnswer
  }
  /** A sale with its products */
  'GET /admin/sales/{saleId}': {
    input: {
      path: {
        saleId: string
      }
    }
    answer: Sale
  }
  /** Changes a sale that is not over; payments that have begun and orders keep their prices */
  'PATCH /admin/sales/{saleId}': {
    input: {
      path: {
        saleId: string
      }
      body: {
        title: string
        startsAt: string
        endsAt: string
        percent?: number
        amount?: number
        rounding: 'none' | 'rupee' | 'ends in 9' | 'ends in 99' | 'ends in 49 or 99' | 'ends in 95' | 'ends in 00'
        products: Array<string>
        categories: Array<string>
        collections?: Array<string>
        revision: number
      }
    }
    answer: SaleAnswer
  }
  /** Stops a sale before its end, or takes that back */
  'POST /admin/sales/{saleId}/stop': {
    input: {
      path: {
        saleId: string
      }
      body: {
        isStopped: boolean
      }
    }
    answer: SaleAnswer
  }
  /** What a sale would do to prices when it begins, beside the other sales; nothing is saved */
  'POST /admin/sales/preview': {
    input: {
      body: {
        title: string
        startsAt: string
        endsAt: string
        percent?: number
        amount?: number
        rounding: 'none' | 'rupee' | 'ends in 9' | 'ends in 99' | 'ends in 49 or 99' | 'ends in 95' | 'ends in 00'
        products: Array<string>
        categories: Array<string>
        collections?: Array<string>
        _id?: string
      }
    }
    answer: SalePreview
  }
  /** A list of products with the prices of a moment to come, as far as the sales are known */
  'GET /admin/shop-at': {
    input: {
      query: {
        page?: number
        limit?: number
        at: string
        search?: string
        category?: string
      }
    }
    answer: ProductListAnswer
  }
  /** A product with the prices of a moment to come */
  'GET /admin/shop-at/{id}': {
    input: {
      path: {
        id: string
      }
      query: {
        at: string
      }
    }
    answer: ProductDetail
  }
  /** The prices that a product has had, the present ones first */
  'GET /admin/products/{id}/prices': {
    input: {
      path: {
        id: string
      }
      query?: {
        page?: number
        limit?: number
      }
    }
    answer: PriceHistory
  }
  /** How large the PIN table is, and who changed it last */
  'GET /admin/delivery': {
    input: Record<string, never>
    answer: {
      rows: number
      version: number
      changedAt?: string
      changedBy?: string
      rowsBefore?: number
      isPinAsked: boolean
    }
  }
  /** The PIN table as CSV, as the import takes it */
  'GET /admin/delivery/export': {
    input: Record<string, never>
    answer: Blob
  }
  /** What holds for one PIN code, and which row of the table says so */
  'GET /admin/delivery/pins/{pin}': {
    input: {
      path: {
        pin: string
      }
    }
    answer: {
      delivery: {
        pin: string
        city: string | null
        state: string | null
        prepaid: boolean
        cash: boolean
        days: number
        by: string
        fee: number
      } | null
      sentence?: string
      row: Record<string, string> | null
    }
  }
  /** Takes every row out of the PIN table; it can be undone */
  'POST /admin/delivery/empty': {
    input: {
      body: {
        version: number
      }
    }
    answer: {
      message: string
      table: {
        rows: number
        version: number
        changedAt?: string
        changedBy?: string
        rowsBefore?: number
        isPinAsked: boolean
      }
    }
  }
  /** Brings back the PIN table from before its last change */
  'POST /admin/delivery/undo': {
    input: {
      body: {
        version: number
      }
    }
    answer: {
      message: string
      table: {
        rows: number
        version: number
        changedAt?: string
        changedBy?: string
        rowsBefore?: number
        isPinAsked: boolean
      }
    }
  }
  /** All orders, newest first unless sorted; how many in X-Total-Count. Who only ships gets them without money and e-mail addresses */
  'GET /admin/getallorders': {
    input: {
      query?: {
        page?: number
        limit?: number
        search?: string
        from?: string
        to?: string
        trackingNumbers?: string
        status?: 'order placed' | 'shipped' | 'delivered' | 'cancelled'
        waits?: 'shipment' | 'address' | 'refund' | 'confirmation' | 'remittance' | 'stuck' | 'unscanned' | 'undelivered' | 'late'
        sort?: 'newest' | 'oldest' | 'total-desc' | 'total-asc'
      }
    }
    answer: Array<StaffOrder>
  }
  /** Orders in the order in which they changed, from a place on. Go on with `next` as the `cursor`: it misses no change and brings none twice, whatever happens meanwhile. Who only ships gets them without money */
  'GET /admin/changes/orders': {
    input: {
      query?: {
        cursor?: string
        updatedSince?: string
        limit?: number
      }
    }
    answer: {
      changes: Array<{
        _id: string
        changedAt: string
        deleted: boolean
        item: StaffOrder | null
      }>
      next: string
      hasMore: boolean
    }
  }
  /** How many orders there are in each status, of those that a search finds and of its days */
  'GET /admin/order-counts': {
    input: {
      query?: {
        search?: string
        from?: string
        to?: string
      }
    }
    answer: OrderCounts
  }
  /** An order with its customer, its money and who took which step; without the money for who only ships */
  'GET /admin/orders/{orderId}': {
    input: {
      path: {
        orderId: string
      }
    }
    answer: OrderDetail
  }
  /** Moves an order to its next status; cancelling gives stock and money back, and may say why; shipping may say what is in the parcel and on its label */
  'PATCH /admin/orders/{orderId}/status': {
    input: {
      path: {
        orderId: string
      }
      body: {
        status: 'order placed' | 'shipped' | 'delivered' | 'cancelled'
        shipment?: {
          courier: 'delhivery' | 'blue-dart' | 'dtdc' | 'india-post' | 'ecom-express' | 'xpressbees' | 'shiprocket' | 'ekart' | 'amazon-shipping' | 'shadowfax' | 'other'
          courierName?: string
          trackingNumber?: string
          trackingLink?: string
        }
        byHand?: {
          weightGrams?: number | null
          sides?: {
            lengthCm: number
            breadthCm: number
            heightCm: number
          } | null
          cost?: number | null
        }
        reason?: string
        isLost?: true
        packed?: Array<{
          _id: string
          quantity: number
        }>
        cashToCollect?: number
      }
    }
    answer: StaffOrderAnswer
  }
  /** Cancels lines or pieces of an order that waits to be shipped, or without lines all of it; stock and what was paid for them go back */
  'POST /admin/orders/{orderId}/cancel': {
    input: {
      path: {
        orderId: string
      }
      body?: {
        lines?: Array<{
          _id: string
          quantity: number
          left?: number
        }>
        reason?: string
      } | null
    }
    answer: StaffOrderAnswer
  }
  /** Takes back that an order was shipped: for 10 seconds, by whoever shipped it. Its mail does not go out, and its invoice is kept as cancelled */
  'POST /admin/orders/{orderId}/undo-shipping': {
    input: {
      path: {
        orderId: string
      }
      body?: Record<string, never> | null
    }
    answer: StaffOrderAnswer
  }
  /** Says who carries the parcel of an order that was shipped, or takes that away, and what it weighs, measures and costs */
  'PUT /admin/orders/{orderId}/shipment': {
    input: {
      path: {
        orderId: string
      }
      body: {
        shipment: {
          courier: 'delhivery' | 'blue-dart' | 'dtdc' | 'india-post' | 'ecom-express' | 'xpressbees' | 'shiprocket' | 'ekart' | 'amazon-shipping' | 'shadowfax' | 'other'
          courierName?: string
          trackingNumber?: string
          trackingLink?: string
        } | null
        byHand?: {
          weightGrams?: number | null
          sides?: {
            lengthCm: number
            breadthCm: number
            heightCm: number
          } | null
          cost?: number | null
        }
      }
    }
    answer: StaffOrderAnswer
  }
  /** Ships up to 100 orders, each by itself, with what became of each */
  'POST /admin/orders/ship': {
    input: {
      body: {
        orders: Array<{
          _id: string
          shipment?: {
            courier: 'delhivery' | 'blue-dart' | 'dtdc' | 'india-post' | 'ecom-express' | 'xpressbees' | 'shiprocket' | 'ekart' | 'amazon-shipping' | 'shadowfax' | 'other'
            courierName?: string
            trackingNumber?: string
            trackingLink?: string
          }
          byHand?: {
            weightGrams?: number | null
            sides?: {
              lengthCm: number
              breadthCm: number
              heightCm: number
            } | null
            cost?: number | null
          }
          packed?: Array<{
            _id: string
            quantity: number
          }>
          cashToCollect?: number
        }>
      }
    }
    answer: {
      message: string
      results: Array<{
        _id: string
        isShipped: boolean
        message: string
      }>
    }
  }
  /** Up to 100 chosen orders, or those that a list of the same query shows, as CSV, one line an order */
  'GET /admin/orders/export': {
    input: {
      query?: {
        search?: string
        from?: string
        to?: string
        trackingNumbers?: string
        status?: 'order placed' | 'shipped' | 'delivered' | 'cancelled'
        waits?: 'shipment' | 'address' | 'refund' | 'confirmation' | 'remittance' | 'stuck' | 'unscanned' | 'undelivered' | 'late'
        sort?: 'newest' | 'oldest' | 'total-desc' | 'total-asc'
        ids?: string
      }
    }
    answer: Blob
  }
  /** Comparisons of the payment provider's records with the shop's, newest first; how many in X-Total-Count */
  'GET /admin/reconciliations': {
    input: {
      query?: {
        page?: number
        limit?: number
      }
    }
    answer: Array<{
      _id: string
      status: 'waiting' | 'running' | 'done' | 'failed'
      requestedBy: string | null
      createdAt: string
      finishedAt: string | null
      from: string
      to: string
      payments: number
      orders: number
      refunds: number
      mismatches: number
      findings: Array<{
        kind: 'captured payment was not known' | 'amount differs' | 'payment is unknown to the provider' | 'refund was missing' | 'refund is unknown to the provider' | 'refund status differs' | 'refund amount differs' | 'refund that nobody here asked for' | 'refund made at the provider' | 'money lost in a dispute' | 'payment of no checkout here'
        subject: string
        detail: string
        action: string
      }>
      failure: string | null
    }>
  }
  /** Asks for a comparison of the last three days; it is made within seconds */
  'POST /admin/reconciliations': {
    input: {
      body?: Record<string, never> | null
    }
    answer: {
      message: string
      reconciliation: {
        _id: string
        status: 'waiting' | 'running' | 'done' | 'failed'
        requestedBy: string | null
        createdAt: string
        finishedAt: string | null
        from: string
        to: string
        payments: number
        orders: number
        refunds: number
        mismatches: number
        findings: Array<{
          kind: 'captured payment was not known' | 'amount differs' | 'payment is unknown to the provider' | 'refund was missing' | 'refund is unknown to the provider' | 'refund status differs' | 'refund amount differs' | 'refund that nobody here asked for' | 'refund made at the provider' | 'money lost in a dispute' | 'payment of no checkout here'
          subject: string
          detail: string
          action: string
        }>
        failure: string | null
      }
    }
  }
  /** What comparisons found, newest first: open, dealt with, or no difference; how many in X-Total-Count */
  'GET /admin/findings': {
    input: {
      query?: {
        page?: number
        limit?: number
        list?: 'open' | 'dealt' | 'others'
      }
    }
    answer: Array<{
      kind: 'captured payment was not known' | 'amount differs' | 'payment is unknown to the provider' | 'refund was missing' | 'refund is unknown to the provider' | 'refund status differs' | 'refund amount differs' | 'refund that nobody here asked for' | 'refund made at the provider' | 'money lost in a dispute' | 'payment of no checkout here'
      subject: string
      detail: string
      action: string
      amount: number | null
      orderId: string | null
      foundAt: string
      isOpen: boolean
      dealt: {
        note: string
        by: string | null
        at: string
      } | null
    }>
  }
  /** Notes that a finding was dealt with; it is open again when a later comparison finds it again */
  'POST /admin/findings/deal': {
    input: {
      body: {
        kind: 'captured payment was not known' | 'amount differs' | 'payment is unknown to the provider' | 'refund was missing' | 'refund is unknown to the provider' | 'refund status differs' | 'refund amount differs' | 'refund that nobody here asked for' | 'refund made at the provider' | 'money lost in a dispute' | 'payment of no checkout here'
        subject: string
        amount: number | null
        note: string
      }
    }
    answer: {
      kind: 'captured payment was not known' | 'amount differs' | 'payment is unknown to the provider' | 'refund was missing' | 'refund is unknown to the provider' | 'refund status differs' | 'refund amount differs' | 'refund that nobody here asked for' | 'refund made at the provider' | 'money lost in a dispute' | 'payment of no checkout here'
      subject: string
      detail: string
      action: string
      amount: number | null
      orderId: string | null
      foundAt: string
      isOpen: boolean
      dealt: {
        note: string
        by: string | null
        at: string
      } | null
    }
  }
  /** Takes back that a finding was dealt with; may be repeated */
  'POST /admin/findings/reopen': {
    input: {
      body: {
        kind: 'captured payment was not known' | 'amount differs' | 'payment is unknown to the provider' | 'refund was missing' | 'refund is unknown to the provider' | 'refund status differs' | 'refund amount differs' | 'refund that nobody here asked for' | 'refund made at the provider' | 'money lost in a dispute' | 'payment of no checkout here'
        subject: string
        amount: number | null
      }
    }
    answer: {
      kind: 'captured payment was not known' | 'amount differs' | 'payment is unknown to the provider' | 'refund was missing' | 'refund is unknown to the provider' | 'refund status differs' | 'refund amount differs' | 'refund that nobody here asked for' | 'refund made at the provider' | 'money lost in a dispute' | 'payment of no checkout here'
      subject: string
      detail: string
      action: string
      amount: number | null
      orderId: string | null
      foundAt: string
      isOpen: boolean
      dealt: {
        note: string
        by: string | null
        at: string
      } | null
    }
  }
  /** What couriers owe, by courier and by the day on which the parcels left, the newest day first */
  'GET /admin/cash': {
    input: {
      query?: {
        page?: number
        limit?: number
        courier?: string
        from?: string
        to?: string
        owed?: 'true'
      }
    }
    answer: {
      items: Array<{
        day: string
        courier: string
        name: string
        parcels: number
        due: number
        collected: number
        remitted: number
        refused: number
      }>
      total: number
      sums: {
        due: number
        collected: number
        remitted: number
        refused: number
      }
      couriers: Array<{
        courier: string
        name: string
      }>
    }
  }
  /** Parcels with cash to collect, the last to leave first */
  'GET /admin/cash/parcels': {
    input: {
      query?: {
        page?: number
        limit?: number
        courier?: string
        from?: string
        to?: string
        state?: 'cash due' | 'collected' | 'remitted' | 'refused' | 'uncollected' | 'unremitted'
        search?: string
      }
    }
    answer: {
      items: Array<{
        _id: string
        day: string
        name: string
        trackingNumber: string | null
        amount: number
        status: 'cash due' | 'collected' | 'remitted' | 'refused' | 'nothing due'
        collectedAt: string | null
        remittedAt: string | null
      }>
      total: number
      couriers: Array<{
        courier: string
        name: string
      }>
    }
  }
  /** Takes a step of an order for cash: confirmed, collected at the door, refused there, or the refusal forgiven */
  'PATCH /admin/orders/{orderId}/cash': {
    input: {
      path: {
        orderId: string
      }
      body: {
        to: 'confirmed' | 'collected' | 'refused' | 'forgiven'
      }
    }
    answer: StaffOrderAnswer
  }
  /** Notes what a courier has paid out for a parcel; refuses what is not exactly what they collected */
  'POST /admin/orders/{orderId}/remittance': {
    input: {
      path: {
        orderId: string
      }
      body: {
        amount: number
      }
    }
    answer: StaffOrderAnswer
  }
  /** Notes what a courier has paid out for the parcel with a tracking number; refuses what is not exactly what they collected */
  'POST /admin/cash/remittance': {
    input: {
      body: {
        trackingNumber: string
        amount: number | string
        reference?: string
      }
    }
    answer: {
      message: string
      orderId: string
    }
  }
  /** Lines of couriers’ sheets that match no parcel to the paisa, newest first; how many in X-Total-Count */
  'GET /admin/cash/findings': {
    input: {
      query?: {
        page?: number
        limit?: number
        dealt?: 'true'
      }
    }
    answer: Array<{
      _id: string
      kind: string
      trackingNumber: string
      amount: string
      reference: string
      reason: string
      orderId: string | null
      foundAt: string
      dealtAt: string | null
    }>
  }
  /** Notes that such a line was dealt with, or takes that back; may be repeated */
  'PATCH /admin/cash/findings/{findingId}': {
    input: {
      path: {
        findingId: string
      }
      body: {
        isDealt: boolean
      }
    }
    answer: {
      message: string
    }
  }
  /** The packing slips of up to 100 orders as one PDF, in the sequence of their ids */
  'GET /admin/orders/slips': {
    input: {
      query: {
        ids: string
      }
    }
    answer: Blob
  }
  /** Labels of 100 × 150 mm for the parcels of up to 100 orders as one PDF, in the sequence of their ids */
  'GET /admin/orders/labels': {
    input: {
      query: {
        ids: string
      }
    }
    answer: Blob
  }
  /** Gives pieces of an order that waits another size of their product, at what was paid for them; the other size is held, and theirs can be sold again */
  'PUT /admin/orders/{orderId}/size': {
    input: {
      path: {
        orderId: string
      }
      body: {
        line: string
        size: string
        quantity: number
        left?: number
      }
    }
    answer: StaffOrderAnswer
  }
  /** Sends an order that waits to another address, also one that is paid at the door. What was paid stays */
  'PUT /admin/orders/{orderId}/address': {
    input: {
      path: {
        orderId: string
      }
      body: {
        address: {
          fullName: string
          phone: string
          street: string
          city: string
          state: string
          pincode: string
        }
        bearsFee?: boolean
      }
    }
    answer: StaffOrderAnswer
  }
  /** The orders that are ready to be packed, the oldest first, with what is packed of them and what was put aside */
  'GET /admin/packing': {
    input: Record<string, never>
    answer: {
      orders: Array<{
        _id: string
        createdAt: string
        name: string
        city: string
        deliverBy?: string
        cashToCollect?: number
        lines: Array<{
          _id: string
          product: string
          size?: string
          image: string | null
          sku: string | null
          barcode: string | null
          storagePlace: string | null
          quantity: number
          packed: number
          surplus: number
        }>
        aside: {
          reason: string
          at: string
        } | null
      }>
      total: number
    }
  }
  /** Notes scanned pieces as packed, each key once; a wrong piece and one too many are refused with why */
  'POST /admin/packing/{orderId}/items': {
    input: {
      path: {
        orderId: string
      }
      body: {
        items: Array<{
          key: string
          code: string
        } | {
          key: string
          lineId: string
        }>
      }
    }
    answer: {
      order: {
        _id: string
        createdAt: string
        name: string
        city: string
        deliverBy?: string
        cashToCollect?: number
        lines: Array<{
          _id: string
          product: string
          size?: string
          image: string | null
          sku: string | null
          barcode: string | null
          storagePlace: string | null
          quantity: number
          packed: number
          surplus: number
        }>
        aside: {
          reason: string
          at: string
        } | null
      }
      refused: Array<{
        key: string
        message: string
      }>
    }
  }
  /** Puts an order aside because something is missing, or takes it up again; may be repeated */
  'PUT /admin/packing/{orderId}/aside': {
    input: {
      path: {
        orderId: string
      }
      body: {
        reason: string | null
      }
    }
    answer: {
      _id: string
      createdAt: string
      name: string
      city: string
      deliverBy?: string
      cashToCollect?: number
      lines: Array<{
        _id: string
        product: string
        size?: string
        image: string | null
        sku: string | null
        barcode: string | null
        storagePlace: string | null
        quantity: number
        packed: number
        surplus: number
      }>
      aside: {
        reason: string
        at: string
      } | null
    }
  }
  /** Slip, document and label of up to 100 parcels, one after the other, as one PDF in the sequence of their ids */
  'GET /admin/packing/papers': {
    input: {
      query: {
        ids: string
      }
    }
    answer: Blob
  }
  /** Slip, document and label of a parcel as one PDF; without the document for who only ships */
  'GET /admin/packing/{orderId}/papers': {
    input: {
      path: {
        orderId: string
      }
    }
    answer: Blob
  }
  /** Books the parcels of up to 100 orders with the courier service and ships each with its number, with what became of each */
  'POST /admin/parcels/book': {
    input: {
      body: {
        orders: Array<{
          _id: string
          size?: {
            weightGrams: number
            lengthCm: number
            breadthCm: number
            heightCm: number
          }
        }>
      }
    }
    answer: {
      message: string
      results: Array<{
        _id: string
        outcome: 'booked' | 'waiting' | 'refused'
        message: string
        trackingNumber: string | null
      }>
    }
  }
  /** Asks the courier now where a parcel is */
  'POST /admin/parcels/{parcelId}/check': {
    input: {
      path: {
        parcelId: string
      }
      body?: Record<string, never> | null
    }
    answer: StaffOrderAnswer
  }
  /** Has the courier service forget a parcel that no courier has yet; may be repeated */
  'POST /admin/parcels/{parcelId}/cancel': {
    input: {
      path: {
        parcelId: string
      }
      body?: Record<string, never> | null
    }
    answer: StaffOrderAnswer
  }
  /** Asks the courier service for its own label of a parcel, and answers where it is */
  'POST /admin/parcels/{parcelId}/label': {
    input: {
      path: {
        parcelId: string
      }
      body?: Record<string, never> | null
    }
    answer: {
      link: string
    }
  }
  /** The parcels that were sent on a day and that no courier has scanned, by carrier, as a PDF with a line to sign */
  'GET /admin/parcels/manifest': {
    input: {
      query?: {
        day?: string
        carrier?: string
      }
    }
    answer: Blob
  }
  /** Returns, the newest first, of a status, of what they wait for, or of a search; how many in X-Total-Count. Who only packs gets them without money */
  'GET /admin/returns': {
    input: {
      query?: {
        page?: number
        limit?: number
        status?: 'asked' | 'approved' | 'on its way' | 'received' | 'inspected' | 'lost' | 'refused' | 'withdrawn'
        waits?: 'approve' | 'receive' | 'inspect' | 'refund' | 'exchange' | 'undelivered' | 'arrived' | 'parcel'
        search?: string
      }
    }
    answer: Array<StaffReturn>
  }
  /** Returns in the order in which they changed, from a place on. Go on with `next` as the `cursor`: it misses no change and brings none twice, whatever happens meanwhile. Who only packs gets them without money */
  'GET /admin/changes/returns': {
    input: {
      query?: {
        cursor?: string
        updatedSince?: string
        limit?: number
      }
    }
    answer: {
      changes: Array<{
        _id: string
        changedAt: string
        deleted: boolean
        item: StaffReturn | null
      }>
      next: string
      hasMore: boolean
    }
  }
  /** What has come back by product and size, with why, the most pieces first; how many sizes in X-Total-Count */
  'GET /admin/returns/reasons': {
    input: {
      query?: {
        page?: number
        limit?: number
        search?: string
      }
    }
    answer: Array<{
      product: {
        _id: string
        name: string
      }
      size?: string
      returned: number
      delivered: number
      reasons: Array<{
        reason: 'too small' | 'too large' | 'not as shown' | 'quality' | 'damaged' | 'wrong piece' | 'changed mind' | 'not delivered'
        pieces: number
      }>
    }>
  }
  /** A return with who took which step, and, for who may refund, where its money goes */
  'GET /admin/returns/{returnId}': {
    input: {
      path: {
        returnId: string
      }
    }
    answer: ReturnDetail
  }
  /** Takes a step of a return, with how its pieces were found, says what becomes of its exchange, where its money goes, or gives it back, or that a parcel that was given up was delivered after all; neither waits for the other */
  'PATCH /admin/returns/{returnId}': {
    input: {
      path: {
        returnId: string
      }
      body: {
        to?: 'asked' | 'approved' | 'on its way' | 'received' | 'inspected' | 'lost' | 'refused' | 'withdrawn'
        pieces?: Array<{
          _id: string
          quantity: number
          condition: 'as new' | 'worn' | 'damaged' | 'wrong piece'
          goesTo?: 'shelf' | 'written off' | 'sent back'
        }>
        reason?: string
        refund?: true | {
          lines?: Array<{
            _id: string
            quantity: number
            open?: number
          }>
          reference?: string
        }
        refundTo?: 'source' | 'store credit' | string | {
          upi: string
        } | {
          name: string
          account: string
          ifsc: string
        }
        exchange?: 'send' | 'end' | 'again'
        delivered?: true
      }
    }
    answer: StaffReturnAnswer
  }
  /** Has a courier fetch an approved return at its customer’s door; may be repeated, and is booked once */
  'POST /admin/returns/{returnId}/pick-up': {
    input: {
      path: {
        returnId: string
      }
      body?: Record<string, never> | null
    }
    answer: StaffReturnAnswer
  }
  /** Takes back pieces of a delivered order, at any time and of any category; it is approved with it */
  'POST /admin/orders/{orderId}/returns': {
    input: {
      path: {
        orderId: string
      }
      body: {
        lines: Array<{
          _id: string
          quantity: number
          reason: 'too small' | 'too large' | 'not as shown' | 'quality' | 'damaged' | 'wrong piece' | 'changed mind'
          note?: string
          exchangeSize?: string
          left?: number
        }>
        wayBack?: 'own parcel' | 'pick-up'
      }
    }
    answer: StaffReturn
  }
  /** A picture that a customer added to a return */
  'GET /admin/returns/{returnId}/pictures/{index}': {
    input: {
      path: {
        returnId: string
        index: number
      }
    }
    answer: Blob
  }
  /** The customers who have store credit, who has most first; how many there are in all is in X-Total-Count */
  'GET /admin/store-credit': {
    input: {
      query?: {
        page?: number
        limit?: number
        search?: string
      }
    }
    answer: Array<{
      _id: string
      name: string
      email: string
      balance: number
      endsOn?: string
    }>
  }
  /** What the shop owes in store credit, and what became of all that was given */
  'GET /admin/store-credit/sums': {
    input: Record<string, never>
    answer: {
      owed: number
      given: number
      used: number
      expired: number
      takenBack: number
    }
  }
  /** Every movement of store credit as CSV, the oldest first */
  'GET /admin/store-credit/export': {
    input: Record<string, never>
    answer: Blob
  }
  /** The store credit of a customer, with who gave it and took it back */
  'GET /admin/customers/{userId}/store-credit': {
    input: {
      path: {
        userId: string
      }
    }
    answer: {
      balance: number
      ending: Array<{
        amount: number
        on: string
      }>
      movements: Array<{
        at: string
        kind: 'given' | 'held' | 'released' | 'returned' | 'taken back' | 'expired'
        change: number
        reason?: string
        orderId?: string
        expiresOn?: string
        by?: string
      }>
      customer: {
        _id: string
        name: string
        email: string
      }
    }
  }
  /** Gives a customer store credit, with a reason that they read; an Idempotency-Key keeps it from being given twice */
  'POST /admin/customers/{userId}/store-credit': {
    input: {
      path: {
        userId: string
      }
      body: {
        amount: number
        reason: string
        expiresOn?: string
      }
    }
    answer: {
      message: string
      credit: {
        balance: number
        ending: Array<{
          amount: number
          on: string
        }>
        movements: Array<{
          at: string
          kind: 'given' | 'held' | 'released' | 'returned' | 'taken back' | 'expired'
          change: number
          reason?: string
          orderId?: string
          expiresOn?: string
          by?: string
        }>
        customer: {
          _id: string
          name: string
          email: string
        }
      }
    }
  }
  /** Takes store credit back that a customer has not used; an Idempotency-Key keeps it from being taken twice */
  'POST /admin/customers/{userId}/store-credit/take-back': {
    input: {
      path: {
        userId: string
      }
      body: {
        amount: number
        reason: string
      }
    }
    answer: {
      message: string
      credit: {
        balance: number
        ending: Array<{
          amount: number
          on: string
        }>
        movements: Array<{
          at: string
          kind: 'given' | 'held' | 'released' | 'returned' | 'taken back' | 'expired'
          change: number
          reason?: string
          orderId?: string
          expiresOn?: string
          by?: string
        }>
        customer: {
          _id: string
          name: string
          email: string
        }
      }
    }
  }
  /** Every mail of the shop with example data, and one of them as it is sent: by default the first */
  'GET /admin/mails': {
    input: {
      query?: {
        mail?: 'order-received' | 'order-shipped' | 'order-delivered' | 'order-cancelled' | 'order-paid' | 'cash-order-code' | 'pieces-cancelled' | 'order-changed' | 'parcel-undelivered' | 'return-asked' | 'return-approved' | 'return-pick-up' | 'return-refused' | 'return-received' | 'return-lost' | 'return-delivered' | 'return-paid' | 'return-exchange-ended' | 'refund-done' | 'payment-returned' | 'first-mail' | 'confirm-address' | 'confirm-new-address' | 'address-changed' | 'password-changed' | 'passkey-added' | 'second-factor-on' | 'second-factor-off' | 'recovery-codes-renewed' | 'recovery-code-used' | 'new-password' | 'sign-in-code' | 'account-erasure' | 'back-in-stock' | 'credit-given' | 'credit-ends' | 'message-received' | 'message-answered' | 'staff-invitation' | 'key-made' | 'webhook-paused'
      }
    }
    answer: {
      mails: Array<{
        name: 'order-received' | 'order-shipped' | 'order-delivered' | 'order-cancelled' | 'order-paid' | 'cash-order-code' | 'pieces-cancelled' | 'order-changed' | 'parcel-undelivered' | 'return-asked' | 'return-approved' | 'return-pick-up' | 'return-refused' | 'return-received' | 'return-lost' | 'return-delivered' | 'return-paid' | 'return-exchange-ended' | 'refund-done' | 'payment-returned' | 'first-mail' | 'confirm-address' | 'confirm-new-address' | 'address-changed' | 'password-changed' | 'passkey-added' | 'second-factor-on' | 'second-factor-off' | 'recovery-codes-renewed' | 'recovery-code-used' | 'new-password' | 'sign-in-code' | 'account-erasure' | 'back-in-stock' | 'credit-given' | 'credit-ends' | 'message-received' | 'message-answered' | 'staff-invitation' | 'key-made' | 'webhook-paused'
        title: string
        when: string
        subject: string
      }>
      shown: {
        name: 'order-received' | 'order-shipped' | 'order-delivered' | 'order-cancelled' | 'order-paid' | 'cash-order-code' | 'pieces-cancelled' | 'order-changed' | 'parcel-undelivered' | 'return-asked' | 'return-approved' | 'return-pick-up' | 'return-refused' | 'return-received' | 'return-lost' | 'return-delivered' | 'return-paid' | 'return-exchange-ended' | 'refund-done' | 'payment-returned' | 'first-mail' | 'confirm-address' | 'confirm-new-address' | 'address-changed' | 'password-changed' | 'passkey-added' | 'second-factor-on' | 'second-factor-off' | 'recovery-codes-renewed' | 'recovery-code-used' | 'new-password' | 'sign-in-code' | 'account-erasure' | 'back-in-stock' | 'credit-given' | 'credit-ends' | 'message-received' | 'message-answered' | 'staff-invitation' | 'key-made' | 'webhook-paused'
        subject: string
        preheader: string
        text: string
        html: string
      }
    }
  }
  /** A mail with example data and with words that are not saved; nothing is saved */
  'POST /admin/mails/preview': {
    input: {
      body: {
        mail: 'order-received' | 'order-shipped' | 'order-delivered' | 'order-cancelled' | 'order-paid' | 'cash-order-code' | 'pieces-cancelled' | 'order-changed' | 'parcel-undelivered' | 'return-asked' | 'return-approved' | 'return-pick-up' | 'return-refused' | 'return-received' | 'return-lost' | 'return-delivered' | 'return-paid' | 'return-exchange-ended' | 'refund-done' | 'payment-returned' | 'first-mail' | 'confirm-address' | 'confirm-new-address' | 'address-changed' | 'password-changed' | 'passkey-added' | 'second-factor-on' | 'second-factor-off' | 'recovery-codes-renewed' | 'recovery-code-used' | 'new-password' | 'sign-in-code' | 'account-erasure' | 'back-in-stock' | 'credit-given' | 'credit-ends' | 'message-received' | 'message-answered' | 'staff-invitation' | 'key-made' | 'webhook-paused'
        words: Record<string, string>
      }
    }
    answer: {
      name: 'order-received' | 'order-shipped' | 'order-delivered' | 'order-cancelled' | 'order-paid' | 'cash-order-code' | 'pieces-cancelled' | 'order-changed' | 'parcel-undelivered' | 'return-asked' | 'return-approved' | 'return-pick-up' | 'return-refused' | 'return-received' | 'return-lost' | 'return-delivered' | 'return-paid' | 'return-exchange-ended' | 'refund-done' | 'payment-returned' | 'first-mail' | 'confirm-address' | 'confirm-new-address' | 'address-changed' | 'password-changed' | 'passkey-added' | 'second-factor-on' | 'second-factor-off' | 'recovery-codes-renewed' | 'recovery-code-used' | 'new-password' | 'sign-in-code' | 'account-erasure' | 'back-in-stock' | 'credit-given' | 'credit-ends' | 'message-received' | 'message-answered' | 'staff-invitation' | 'key-made' | 'webhook-paused'
      subject: string
      preheader: string
      text: string
      html: string
    }
  }
  /** Any document of an order as a PDF */
  'GET /admin/documents/{documentId}': {
    input: {
      path: {
        documentId: string
      }
    }
    answer: Blob
  }
  /** Keeps the IRN and the QR code of the e-invoice portal beside an invoice or a credit note */
  'POST /admin/documents/{documentId}/e-invoice': {
    input: {
      path: {
        documentId: string
      }
      body: {
        irn: string
        qrText: string
      }
    }
    answer: {
      message: string
    }
  }
  /** The tax of a month in India by state, rate and document, beside the money, with a page of its documents; how many in X-Total-Count */
  'GET /admin/tax': {
    input: {
      query?: {
        month?: string
        list?: 'all' | 'supplies' | 'receipts'
        page?: number
        limit?: number
      }
    }
    answer: {
      month: string
      registration: 'none' | 'composition' | 'regular'
      sendsToOtherStates: boolean
      sums: {
        total: number
        taxable: number
        central: number
        state: number
        integrated: number
      }
      rates: Array<{
        total: number
        taxable: number
        central: number
        state: number
        integrated: number
        stateCode: string
        stateName: string
        percent: number | null
      }>
      kinds: Array<{
        total: number
        taxable: number
        central: number
        state: number
        integrated: number
        kind: 'receipt' | 'receipt voucher' | 'refund voucher' | 'tax invoice' | 'bill of supply' | 'credit note'
        count: number
      }>
      returns: Array<{
        gstin: string
        stateCode: string
        stateName: string
        taxable: number
        central: number
        state: number
        integrated: number
        rounding: {
          central: number
          state: number
          integrated: number
          total: number
        }
      }>
      ledger: {
        total: number
        differing: number
        differences: Array<string>
      }
      documents: Array<{
        total: number
        taxable: number
        central: number
        state: number
        integrated: number
        _id: string
        kind: 'receipt' | 'receipt voucher' | 'refund voucher' | 'tax invoice' | 'bill of supply' | 'credit note'
        number: string
        issuedAt: string
        orderId: string
        buyer: string
        gstin: string | null
        stateName: string | null
        isCancelled?: true
      }>
    }
  }
  /** GSTR-1 of a month as the JSON of the GST network’s offline tool: of the GSTIN that is named, or the month’s only one, or today’s */
  'GET /admin/tax/gstr1': {
    input: {
      query?: {
        month?: string
        gstin?: string
      }
    }
    answer: {
      gstin: string
      fp: string
      version: string
      hash: string
      b2b?: Array<{
        ctin: string
        inv: Array<{
          inum: string
          idt: string
          val: number
          itms: Array<{
            num: number
            itm_det: {
              rt: number
              txval: number
              iamt?: number
              camt?: number
              samt?: number
              csamt: number
            }
          }>
        }>
      }>
      b2cl?: Array<{
        pos: string
        inv: Array<{
          inum: string
          idt: string
          val: number
          itms: Array<{
            num: number
            itm_det: {
              rt: number
              txval: number
              iamt?: number
              camt?: number
              samt?: number
              csamt: number
            }
          }>
        }>
      }>
      b2cs?: Array<{
        sply_ty: string
        pos: string
        typ: string
        rt: number
        txval: number
        iamt?: number
        camt?: number
        samt?: number
        csamt: number
      }>
      cdnr?: Array<{
        ctin: string
        nt: Array<{
          ntty: string
          nt_num: string
          nt_dt: string
          val: number
          itms: Array<{
            num: number
            itm_det: {
              rt: number
              txval: number
              iamt?: number
              camt?: number
              samt?: number
              csamt: number
            }
          }>
        }>
      }>
      cdnur?: Array<{
        ntty: string
        nt_num: string
        nt_dt: string
        val: number
        itms: Array<{
          num: number
          itm_det: {
            rt: number
            txval: number
            iamt?: number
            camt?: number
            samt?: number
            csamt: number
          }
        }>
      }>
      doc_issue?: {
        doc_det: Array<{
          doc_num: number
          doc_typ: string
        }>
      }
      hsn?: {
        hsn_b2b?: Array<{
          num: number
          hsn_sc: string
          qty: number
          rt: number
          txval: number
          iamt?: number
          camt?: number
          samt?: number
          csamt: number
        }>
        hsn_b2c?: Array<{
          num: number
          hsn_sc: string
          qty: number
          rt: number
          txval: number
          iamt?: number
          camt?: number
          samt?: number
          csamt: number
        }>
      }
    }
  }
  /** A table of GSTR-1 of a month as CSV, under the headings of the offline tool */
  'GET /admin/tax/gstr1/{section}': {
    input: {
      path: {
        section: 'b2b' | 'b2cl' | 'b2cs' | 'cdnr' | 'cdnur' | 'hsn(b2b)' | 'hsn(b2c)' | 'docs'
      }
      query?: {
        month?: string
        gstin?: string
      }
    }
    answer: Blob
  }
  /** The register of a month’s documents as CSV, each beside the money that belongs to it */
  'GET /admin/tax/register': {
    input: {
      query?: {
        month?: string
      }
    }
    answer: Blob
  }
  /** Everything of a month as one ZIP: each document as a PDF, the register and GSTR-1; one at a time */
  'GET /admin/tax/archive': {
    input: {
      query?: {
        month?: string
      }
    }
    answer: Blob
  }
  /** Contact messages, newest first; how many there are in all is in X-Total-Count */
  'GET /admin/getallcontacts': {
    input: {
      query?: {
        page?: number
        limit?: number
        isRead?: 'true' | 'false'
        search?: string
        state?: 'open' | 'answered' | 'closed'
        due?: 'soon'
        sort?: 'newest' | 'unread' | 'due'
      }
    }
    answer: Array<Contact>
  }
  /** How many messages there are, all and by state, of those that a search finds */
  'GET /admin/contact-counts': {
    input: {
      query?: {
        search?: string
      }
    }
    answer: ContactCounts
  }
  /** A message with its answers and the orders of its sender’s account */
  'GET /admin/contact/{id}': {
    input: {
      path: {
        id: string
      }
    }
    answer: ContactThread
  }
  /** Deletes a message */
  'DELETE /admin/contact/{id}': {
    input: {
      path: {
        id: string
      }
    }
    answer: {
      message: string
    }
  }
  /** Answers a message; the answer goes to its sender by mail */
  'POST /admin/contact/{id}/answers': {
    input: {
      path: {
        id: string
      }
      body: {
        text: string
        seen: number
      }
    }
    answer: ContactAnswered
  }
  /** Closes a ticket, or opens it again */
  'PATCH /admin/contact/{id}/closed': {
    input: {
      path: {
        id: string
      }
      body: {
        isClosed: boolean
      }
    }
    answer: Contact
  }
  /** Marks a message as read, or as unread if it was read */
  'PATCH /admin/contact/{id}/toggle-read': {
    input: {
      path: {
        id: string
      }
      body?: Record<string, never> | null
    }
    answer: Contact
  }
  /** Marks several messages as read or as unread; those that are gone are left out */
  'POST /admin/contacts/mark': {
    input: {
      body: {
        ids: Array<string>
        isRead: boolean
      }
    }
    answer: ContactsAnswer
  }
  /** Deletes several messages, all or none; those that are gone already are left out */
  'POST /admin/contacts/delete': {
    input: {
      body: {
        ids: Array<string>
      }
    }
    answer: ContactsGone
  }
  /** Offers, newest first; how many there are in all is in X-Total-Count */
  'GET /admin/offers': {
    input: {
      query?: {
        page?: number
        limit?: number
      }
    }
    answer: Array<Offer>
  }
  /** Makes an offer; it runs at once if its days allow it */
  'POST /admin/offers': {
    input: {
      body: {
        code?: string
        name?: string
        percent?: number
        amount?: number
        freeShipping?: boolean
        maxDiscount?: number
        categories: Array<string>
        minimumQuantity: number
        minimumTotal: number
        startsOn?: string
        endsOn?: string
        maxUses?: number
        maxUsesPerCustomer?: number
      }
    }
    answer: OfferAnswer
  }
  /** An offer */
  'GET /admin/offers/{offerId}': {
    input: {
      path: {
        offerId: string
      }
    }
    answer: Offer
  }
  /** Changes an offer; payments that have begun and orders keep theirs */
  'PATCH /admin/offers/{offerId}': {
    input: {
      path: {
        offerId: string
      }
      body: {
        code?: string
        name?: string
        percent?: number
        amount?: number
        freeShipping?: boolean
        maxDiscount?: number
        categories: Array<string>
        minimumQuantity: number
        minimumTotal: number
        startsOn?: string
        endsOn?: string
        maxUses?: number
        maxUsesPerCustomer?: number
        revision: number
      }
    }
    answer: OfferAnswer
  }
  /** Switches an offer off, or on again */
  'POST /admin/offers/{offerId}/switch': {
    input: {
      path: {
        offerId: string
      }
      body: {
        isActive: boolean
      }
    }
    answer: OfferAnswer
  }
  /** What an offer would do to the 10 carts that were changed last, if it ran now */
  'POST /admin/offers/preview': {
    input: {
      body: {
        code?: string
        name?: string
        percent?: number
        amount?: number
        freeShipping?: boolean
        maxDiscount?: number
        categories: Array<string>
        minimumQuantity: number
        minimumTotal: number
        startsOn?: string
        endsOn?: string
        maxUses?: number
        maxUsesPerCustomer?: number
        _id?: string
      }
    }
    answer: OfferPreview
  }
  /** Reviews, newest first, or those that a search finds; how many there are in all is in X-Total-Count */
  'GET /admin/reviews': {
    input: {
      query?: {
        page?: number
        limit?: number
        search?: string
      }
    }
    answer: Array<{
      _id: string
      name: string
      rating: number
      text: string
      fit?: 'small' | 'right' | 'large'
      createdAt: string
      answer?: string
      product: {
        _id: string
        name: string
      }
      email: string
      isHidden: boolean
      answered: {
        text: string
        at: string
        by: string | null
        isOutdated: boolean
      } | null
    }>
  }
  /** Takes a review off the product’s page, or puts it back */
  'PATCH /admin/reviews/{reviewId}/toggle-hidden': {
    input: {
      path: {
        reviewId: string
      }
      body?: Record<string, never> | null
    }
    answer: {
      _id: string
      name: string
      rating: number
      text: string
      fit?: 'small' | 'right' | 'large'
      createdAt: string
      answer?: string
      product: {
        _id: string
        name: string
      }
      email: string
      isHidden: boolean
      answered: {
        text: string
        at: string
        by: string | null
        isOutdated: boolean
      } | null
    }
  }
  /** Publishes the shop’s answer to a review, in place of an earlier one */
  'PUT /admin/reviews/{reviewId}/answer': {
    input: {
      path: {
        reviewId: string
      }
      body: {
        text: string
      }
    }
    answer: {
      _id: string
      name: string
      rating: number
      text: string
      fit?: 'small' | 'right' | 'large'
      createdAt: string
      answer?: string
      product: {
        _id: string
        name: string
      }
      email: string
      isHidden: boolean
      answered: {
        text: string
        at: string
        by: string | null
        isOutdated: boolean
      } | null
    }
  }
  /** Removes the shop’s answer to a review; may be repeated */
  'DELETE /admin/reviews/{reviewId}/answer': {
    input: {
      path: {
        reviewId: string
      }
    }
    answer: {
      _id: string
      name: string
      rating: number
      text: string
      fit?: 'small' | 'right' | 'large'
      createdAt: string
      answer?: string
      product: {
        _id: string
        name: string
      }
      email: string
      isHidden: boolean
      answered: {
        text: string
        at: string
        by: string | null
        isOutdated: boolean
      } | null
    }
  }
  /** Every size with its pieces by place and what they have cost, now or at the end of a day; how many in X-Total-Count */
  'GET /admin/stock': {
    input: {
      query?: {
        page?: number
        limit?: number
        search?: string
        product?: string
        on?: string
      }
    }
    answer: Array<StockRow>
  }
  /** Sizes with their pieces by place in the order in which they changed, from a place on. Go on with `next` as the `cursor`: it misses no change and brings none twice, whatever happens meanwhile. */
  'GET /admin/changes/stock': {
    input: {
      query?: {
        cursor?: string
        updatedSince?: string
        limit?: number
      }
    }
    answer: {
      changes: Array<{
        _id: string
        changedAt: string
        deleted: boolean
        item: StockRow | null
      }>
      next: string
      hasMore: boolean
    }
  }
  /** The pieces of each size of a product by place, now or at the end of a day in India */
  'GET /admin/stock/{productId}': {
    input: {
      path: {
        productId: string
      }
      query?: {
        on?: string
      }
    }
    answer: Array<SizePlaces>
  }
  /** The movements of a product’s pieces, newest first: what each number of a place is made of; how many in X-Total-Count */
  'GET /admin/stock/{productId}/movements': {
    input: {
      path: {
        productId: string
      }
      query?: {
        page?: number
        limit?: number
        size?: string
        place?: 'supplier' | 'shelf' | 'held' | 'packed' | 'parcel' | 'customer' | 'coming back' | 'inspection' | 'written off'
        on?: string
      }
    }
    answer: Array<StockMovement>
  }
  /** Sets shelves to what was counted on them, without pieces that are held or packed for orders */
  'POST /admin/stock/count': {
    input: {
      body: {
        lines: Array<{
          _id: string
          counted: number
          was?: number
        }>
        reason: string
      }
    }
    answer: {
      message: string
    }
  }
  /** The bills of suppliers, the last taken in first; how many in X-Total-Count */
  'GET /admin/stock/bills': {
    input: {
      query?: {
        page?: number
        limit?: number
        search?: string
      }
    }
    answer: Array<ListedBill>
  }
  /** Takes in what a supplier’s bill brings: the pieces come to the shelf, and the average cost moves */
  'POST /admin/stock/bills': {
    input: {
      body: {
        supplier: string
        number: string
        date: string
        lines: Array<{
          code: string
          quantity: number
          cost: number
        }>
      }
    }
    answer: {
      message: string
    }
  }
  /** What was taken in, sold and written off on some days, with cost and margin, by product, size, category, month or order */
  'GET /admin/stock/report': {
    input: {
      query?: {
        by?: 'product' | 'size' | 'category' | 'month' | 'order'
        from?: string
        to?: string
        page?: number
        limit?: number
      }
    }
    answer: StockReport
  }
  /** The whole report as CSV */
  'GET /admin/stock/report/export': {
    input: {
      query?: {
        by?: 'product' | 'size' | 'category' | 'month' | 'order'
        from?: string
        to?: string
        page?: number
        limit?: number
      }
    }
    answer: Blob
  }
  /** How many products, categories and orders there are */
  'GET /admin/dashboard': {
    input: Record<string, never>
    answer: Dashboard
  }
  /** What was sold today, in 7 or in 30 days, against the time before; what is low, new and unread */
  'GET /admin/figures': {
    input: {
      query?: {
        days?: '1' | '7' | '30'
      }
    }
    answer: Figures
  }
  /** Who changed what, from what to what; newest first */
  'GET /admin/audit': {
    input: {
      query?: {
        page?: number
        limit?: number
        area?: 'product' | 'category' | 'collection' | 'order' | 'contact' | 'review' | 'offer' | 'delivery' | 'sale' | 'payment' | 'refund' | 'return' | 'reconciliation' | 'user' | 'key' | 'setting' | 'page' | 'address' | 'tax' | 'webhook'
        person?: string
        search?: string
      }
    }
    answer: AuditAnswer
  }
  /** How fast pages were for visitors, by day and kind of page: what three of four visits did not exceed */
  'GET /admin/web-vitals': {
    input: {
      query?: {
        page?: number
        limit?: number
        kind?: 'home' | 'list' | 'product' | 'cart' | 'checkout' | 'other'
        device?: 'phone' | 'desktop'
      }
    }
    answer: Array<{
      day: string
      kind: 'home' | 'list' | 'product' | 'cart' | 'checkout' | 'other'
      visits: number
      LCP?: {
        p75: number
        rating: 'good' | 'needs work' | 'poor'
      }
      INP?: {
        p75: number
        rating: 'good' | 'needs work' | 'poor'
      }
      CLS?: {
        p75: number
        rating: 'good' | 'needs work' | 'poor'
      }
      FCP?: {
        p75: number
        rating: 'good' | 'needs work' | 'poor'
      }
      TTFB?: {
        p75: number
        rating: 'good' | 'needs work' | 'poor'
      }
    }>
  }
  /** Every setting with its value and its default */
  'GET /admin/settings': {
    input: Record<string, never>
    answer: SettingsAnswer
  }
  /** Changes some settings, all or none; every page shows them within a second */
  'PATCH /admin/settings': {
    input: {
      body: {
        values: {
          shopName?: string | null
          palette?: 'Bone and marigold' | 'Indigo' | 'Madder' | 'Leaf' | null
          logo?: string | null
          heroPicture?: string | null
          heroWords?: string | null
          speaksToAgents?: boolean | null
          legalName?: string | null
          addressLines?: string | null
          addressCity?: string | null
          addressState?: string | null
          addressPin?: string | null
          careName?: string | null
          carePhone?: string | null
          careEmail?: string | null
          officerName?: string | null
          officerDesignation?: string | null
          officerPhone?: string | null
          officerEmail?: string | null
          facebook?: string | null
          twitter?: string | null
          instagram?: string | null
          announcementText?: string | null
          announcementLink?: string | null
          announcementFrom?: string | null
          announcementUntil?: string | null
          deliveryDaysEarliest?: number | null
          deliveryDaysLatest?: number | null
          returnDays?: number | null
          refundsUndelivered?: boolean | null
          shippingFee?: number | null
          freeShippingFrom?: number | null
          deliveryElsewhere?: 'Not served' | 'Prepaid only' | 'Prepaid and cash on delivery' | null
          deliveryElsewhereDays?: number | null
          deliveryElsewhereFee?: number | null
          deliveryCutOffHour?: number | null
          deliveryWorkingDays?: string | null
          deliveryClosedDates?: string | null
          parcelPieceGrams?: number | null
          parcelLengthCm?: number | null
          parcelBreadthCm?: number | null
          parcelHeightCm?: number | null
          takesCash?: boolean | null
          cashFee?: number | null
          cashLimit?: number | null
          cashExcludedCategories?: string | null
          takesCashFirst?: boolean | null
          cashNeedsConfirming?: boolean | null
          cashMissedDays?: number | null
          lowStock?: number | null
          isPublishChecked?: boolean | null
          showsSampleRatings?: boolean | null
          strikesLowestPrice?: boolean | null
          demandsSecondFactor?: boolean | null
          taxRegistration?: 'none' | 'composition' | 'regular' | null
          sendsToOtherStates?: boolean | null
          gstin?: string | null
          turnover?: 'up to ₹5 crore' | 'above ₹5 crore' | null
          receiptSeries?: string | null
          refundVoucherSeries?: string | null
          invoiceSeries?: string | null
          billSeries?: string | null
          creditNoteSeries?: string | null
          privacyPolicy?: string | null
          termsPolicy?: string | null
          returnsPolicy?: string | null
          shippingPolicy?: string | null
          arePoliciesRead?: boolean | null
          mainMenu?: string | null
          popularItems?: string | null
          footerMenu?: string | null
          footerLine?: string | null
          footerNote?: string | null
          emptyCart?: string | null
          emptyOrders?: string | null
          emptyWishlist?: string | null
          thanksTitle?: string | null
          thanksPlaced?: string | null
          thanksDelivery?: string | null
          thanksMail?: string | null
          thanksText?: string | null
          slipLine?: string | null
          mailGreeting?: string | null
          mailStatusLead?: string | null
          mailStatusButton?: string | null
          mailClosing?: string | null
          'order-received.subject'?: string | null
          'order-received.preheader'?: string | null
          'order-received.opening'?: string | null
          'order-received.noAddress'?: string | null
          'order-received.confirmLead'?: string | null
          'order-received.confirmButton'?: string | null
          'order-shipped.subject'?: string | null
          'order-shipped.subjectAgain'?: string | null
          'order-shipped.preheader'?: string | null
          'order-shipped.opening'?: string | null
          'order-delivered.subject'?: string | null
          'order-delivered.preheader'?: string | null
          'order-delivered.opening'?: string | null
          'order-cancelled.subject'?: string | null
          'order-cancelled.preheader'?: string | null
          'order-cancelled.opening'?: string | null
          'order-paid.subject'?: string | null
          'order-paid.preheader'?: string | null
          'order-paid.opening'?: string | null
          'cash-order-code.subject'?: string | null
          'cash-order-code.preheader'?: string | null
          'cash-order-code.lead'?: string | null
          'cash-order-code.opening'?: string | null
          'pieces-cancelled.subject'?: string | null
          'pieces-cancelled.preheader'?: string | null
          'pieces-cancelled.opening'?: string | null
          'order-changed.subject'?: string | null
          'order-changed.preheader'?: string | null
          'order-changed.opening'?: string | null
          'order-changed.closing'?: string | null
          'parcel-undelivered.subject'?: string | null
          'parcel-undelivered.preheader'?: string | null
          'parcel-undelivered.opening'?: string | null
          'parcel-undelivered.closing'?: string | null
          'return-asked.subject'?: string | null
          'return-asked.preheader'?: string | null
          'return-asked.opening'?: string | null
          'return-approved.subject'?: string | null
          'return-approved.preheader'?: string | null
          'return-approved.opening'?: string | null
          'return-pick-up.subject'?: string | null
          'return-pick-up.preheader'?: string | null
          'return-pick-up.opening'?: string | null
          'return-refused.subject'?: string | null
          'return-refused.preheader'?: string | null
          'return-refused.opening'?: string | null
          'return-received.subject'?: string | null
          'return-received.preheader'?: string | null
          'return-received.opening'?: string | null
          'return-lost.subject'?: string | null
          'return-lost.preheader'?: string | null
          'return-lost.opening'?: string | null
          'return-delivered.subject'?: string | null
          'return-delivered.preheader'?: string | null
          'return-delivered.opening'?: string | null
          'return-paid.subject'?: string | null
          'return-paid.preheader'?: string | null
          'return-paid.opening'?: string | null
          'return-exchange-ended.subject'?: string | null
          'return-exchange-ended.preheader'?: string | null
          'return-exchange-ended.opening'?: string | null
          'refund-done.subject'?: string | null
          'refund-done.preheader'?: string | null
          'refund-done.opening'?: string | null
          'payment-returned.subject'?: string | null
          'payment-returned.preheader'?: string | null
          'payment-returned.opening'?: string | null
          'first-mail.preheader'?: string | null
          'first-mail.lead'?: string | null
          'first-mail.button'?: string | null
          'first-mail.closing'?: string | null
          'first-mail.paidClosing'?: string | null
          'confirm-address.subject'?: string | null
          'confirm-address.preheader'?: string | null
          'confirm-address.opening'?: string | null
          'confirm-address.lead'?: string | null
          'confirm-address.button'?: string | null
          'confirm-address.closing'?: string | null
          'confirm-new-address.subject'?: string | null
          'confirm-new-address.preheader'?: string | null
          'confirm-new-address.opening'?: string | null
          'confirm-new-address.lead'?: string | null
          'confirm-new-address.button'?: string | null
          'confirm-new-address.closing'?: string | null
          'address-changed.subject'?: string | null
          'address-changed.preheader'?: string | null
          'address-changed.opening'?: string | null
          'address-changed.closing'?: string | null
          'password-changed.subject'?: string | null
          'password-changed.preheader'?: string | null
          'password-changed.opening'?: string | null
          'password-changed.lead'?: string | null
          'password-changed.button'?: string | null
          'passkey-added.subject'?: string | null
          'passkey-added.preheader'?: string | null
          'passkey-added.opening'?: string | null
          'passkey-added.lead'?: string | null
          'passkey-added.button'?: string | null
          'second-factor-on.subject'?: string | null
          'second-factor-on.preheader'?: string | null
          'second-factor-on.opening'?: string | null
          'second-factor-on.lead'?: string | null
          'second-factor-on.button'?: string | null
          'second-factor-off.subject'?: string | null
          'second-factor-off.preheader'?: string | null
          'second-factor-off.opening'?: string | null
          'second-factor-off.lead'?: string | null
          'second-factor-off.button'?: string | null
          'recovery-codes-renewed.subject'?: string | null
          'recovery-codes-renewed.preheader'?: string | null
          'recovery-codes-renewed.opening'?: string | null
          'recovery-codes-renewed.lead'?: string | null
          'recovery-codes-renewed.button'?: string | null
          'recovery-code-used.subject'?: string | null
          'recovery-code-used.preheader'?: string | null
          'recovery-code-used.opening'?: string | null
          'recovery-code-used.lead'?: string | null
          'recovery-code-used.button'?: string | null
          'new-password.subject'?: string | null
          'new-password.preheader'?: string | null
          'new-password.opening'?: string | null
          'new-password.lead'?: string | null
          'new-password.button'?: string | null
          'new-password.closing'?: string | null
          'sign-in-code.subject'?: string | null
          'sign-in-code.preheader'?: string | null
          'sign-in-code.lead'?: string | null
          'sign-in-code.opening'?: string | null
          'sign-in-code.closing'?: string | null
          'account-erasure.subject'?: string | null
          'account-erasure.preheader'?: string | null
          'account-erasure.opening'?: string | null
          'account-erasure.lead'?: string | null
          'account-erasure.button'?: string | null
          'account-erasure.closing'?: string | null
          'back-in-stock.subject'?: string | null
          'back-in-stock.preheader'?: string | null
          'back-in-stock.lead'?: string | null
          'back-in-stock.button'?: string | null
          'back-in-stock.closing'?: string | null
          'credit-given.subject'?: string | null
          'credit-given.preheader'?: string | null
          'credit-given.opening'?: string | null
          'credit-given.ends'?: string | null
          'credit-ends.subject'?: string | null
          'credit-ends.preheader'?: string | null
          'credit-ends.opening'?: string | null
          'message-received.subject'?: string | null
          'message-received.preheader'?: string | null
          'message-received.opening'?: string | null
          'message-received.closing'?: string | null
          'message-answered.subject'?: string | null
          'message-answered.closing'?: string | null
          'staff-invitation.subject'?: string | null
          'staff-invitation.preheader'?: string | null
          'staff-invitation.opening'?: string | null
          'staff-invitation.lead'?: string | null
          'staff-invitation.button'?: string | null
          'staff-invitation.closing'?: string | null
          'key-made.subject'?: string | null
          'key-made.preheader'?: string | null
          'key-made.opening'?: string | null
          'key-made.lead'?: string | null
          'key-made.button'?: string | null
          'webhook-paused.subject'?: string | null
          'webhook-paused.preheader'?: string | null
          'webhook-paused.opening'?: string | null
          'webhook-paused.lead'?: string | null
          'webhook-paused.button'?: string | null
        }
        revisions: Record<string, number>
      }
    }
    answer: SettingsAnswer
  }
  /** Brings back the value that a setting had before its last change */
  'POST /admin/settings/{name}/undo': {
    input: {
      path: {
        name: string
      }
      body: {
        revision: number
      }
    }
    answer: SettingsAnswer
  }
  /** What a setting was, newest first: the last 50 values */
  'GET /admin/settings/{name}/versions': {
    input: {
      path: {
        name: string
      }
    }
    answer: SettingVersions
  }
  /** A policy as its page would show it; nothing is saved */
  'POST /admin/settings/preview': {
    input: {
      body: {
        text: string
      }
    }
    answer: {
      html: string
    }
  }
  /** Home, about and the shop’s own pages; how many own ones there are in all is in X-Total-Count */
  'GET /admin/pages': {
    input: {
      query?: {
        page?: number
        limit?: number
        search?: string
      }
    }
    answer: Array<ListedPage>
  }
  /** Makes an empty page, which visitors do not see until it is published */
  'POST /admin/pages': {
    input: {
      body: {
        title: string
        slug?: string
      }
    }
    answer: PageAnswer
  }
  /** The titles and addresses of all pages that visitors can read, to link to */
  'GET /admin/pages/names': {
    input: Record<string, never>
    answer: PageNames
  }
  /** A page with its draft and its versions */
  'GET /admin/pages/{pageId}': {
    input: {
      path: {
        pageId: string
      }
    }
    answer: EditedPage
  }
  /** Deletes a page of the shop’s own; it can be restored */
  'DELETE /admin/pages/{pageId}': {
    input: {
      path: {
        pageId: string
      }
    }
    answer: {
      message: string
    }
  }
  /** Saves a draft; visitors see nothing of it */
  'PUT /admin/pages/{pageId}/draft': {
    input: {
      path: {
        pageId: string
      }
      body: {
        revision: number
        title: string
        description: string
        place: 'neither' | 'menu' | 'footer' | 'both'
        slug?: string
        blocks: Array<{
          id: string
          kind: 'hero'
          isHidden?: boolean
          fields: {
            badge?: string
            headline?: string
            text?: string
            button?: string
            buttonLink?: string
            secondButton?: string
            secondLink?: string
            picture?: string
            pictureWords?: string
          }
        } | {
          id: string
          kind: 'statement'
          isHidden?: boolean
          fields: {
            heading?: string
            text?: string
            look?: 'centred' | 'side by side' | 'title of the page'
            button?: string
            buttonLink?: string
          }
        } | {
          id: string
          kind: 'text'
          isHidden?: boolean
          fields: {
            heading?: string
            text?: string
          }
        } | {
          id: string
          kind: 'productRow'
          isHidden?: boolean
          fields: {
            heading?: string
            title?: string
            source?: 'newest' | 'best sold' | 'reduced' | 'of a category' | 'of a collection' | 'chosen by hand'
            category?: string
            collection?: string
            products?: Array<string>
            isNight?: boolean
          }
        } | {
          id: string
          kind: 'categoryRow'
          isHidden?: boolean
          fields: {
            title?: string
          }
        } | {
          id: string
          kind: 'pictureWithText'
          isHidden?: boolean
          fields: {
            picture?: string
            pictureWords?: string
            side?: 'left' | 'right'
            heading?: string
            text?: string
            button?: string
            buttonLink?: string
          }
        } | {
          id: string
          kind: 'picturePair'
          isHidden?: boolean
          fields: {
            picture?: string
            pictureWords?: string
            line?: string
            link?: string
            secondPicture?: string
            secondWords?: string
            secondLine?: string
            secondLink?: string
          }
        } | {
          id: string
          kind: 'outfit'
          isHidden?: boolean
          fields: {
            heading?: string
            text?: string
            picture?: string
            pictureWords?: string
            spots?: Array<{
              product?: string
              across?: number
              down?: number
            }>
          }
        } | {
          id: string
          kind: 'outfitRow'
          isHidden?: boolean
          fields: {
            title?: string
            page?: string
          }
        } | {
          id: string
          kind: 'quotations'
          isHidden?: boolean
          fields: {
            heading?: string
            count?: number
          }
        } | {
          id: string
          kind: 'questions'
          isHidden?: boolean
          fields: {
            heading?: string
            items?: Array<{
              question?: string
              answer?: string
            }>
          }
        } | {
          id: string
          kind: 'contactLine'
          isHidden?: boolean
          fields: {
            text?: string
          }
        } | {
          id: string
          kind: 'cards'
          isHidden?: boolean
          fields: {
            heading?: string
            look?: 'signs' | 'round pictures'
            items?: Array<{
              title?: string
              line?: string
              text?: string
              sign?: 'none' | 'pencil' | 'ruler' | 'leaf' | 'sparkles'
              picture?: string
            }>
          }
        } | {
          id: string
          kind: 'divider'
          isHidden?: boolean
          fields: Record<string, never>
        }>
      }
    }
    answer: PageAnswer
  }
  /** What is typed of a page as visitors would get it; nothing of it is saved */
  'POST /admin/page-previews': {
    input: {
      body: {
        title: string
        blocks: Array<{
          id: string
          kind: 'hero'
          isHidden?: boolean
          fields: {
            badge?: string
            headline?: string
            text?: string
            button?: string
            buttonLink?: string
            secondButton?: string
            secondLink?: string
            picture?: string
            pictureWords?: string
          }
        } | {
          id: string
          kind: 'statement'
          isHidden?: boolean
          fields: {
            heading?: string
            text?: string
            look?: 'centred' | 'side by side' | 'title of the page'
            button?: string
            buttonLink?: string
          }
        } | {
          id: string
          kind: 'text'
          isHidden?: boolean
          fields: {
            heading?: string
            text?: string
          }
        } | {
          id: string
          kind: 'productRow'
          isHidden?: boolean
          fields: {
            heading?: string
            title?: string
            source?: 'newest' | 'best sold' | 'reduced' | 'of a category' | 'of a collection' | 'chosen by hand'
            category?: string
            collection?: string
            products?: Array<string>
            isNight?: boolean
          }
        } | {
          id: string
          kind: 'categoryRow'
          isHidden?: boolean
          fields: {
            title?: string
          }
        } | {
          id: string
          kind: 'pictureWithText'
          isHidden?: boolean
          fields: {
            picture?: string
            pictureWords?: string
            side?: 'left' | 'right'
            heading?: string
            text?: string
            button?: string
            buttonLink?: string
          }
        } | {
          id: string
          kind: 'picturePair'
          isHidden?: boolean
          fields: {
            picture?: string
            pictureWords?: string
            line?: string
            link?: string
            secondPicture?: string
            secondWords?: string
            secondLine?: string
            secondLink?: string
          }
        } | {
          id: string
          kind: 'outfit'
          isHidden?: boolean
          fields: {
            heading?: string
            text?: string
            picture?: string
            pictureWords?: string
            spots?: Array<{
              product?: string
              across?: number
              down?: number
            }>
          }
        } | {
          id: string
          kind: 'outfitRow'
          isHidden?: boolean
          fields: {
            title?: string
            page?: string
          }
        } | {
          id: string
          kind: 'quotations'
          isHidden?: boolean
          fields: {
            heading?: string
            count?: number
          }
        } | {
          id: string
          kind: 'questions'
          isHidden?: boolean
          fields: {
            heading?: string
            items?: Array<{
              question?: string
              answer?: string
            }>
          }
        } | {
          id: string
          kind: 'contactLine'
          isHidden?: boolean
          fields: {
            text?: string
          }
        } | {
          id: string
          kind: 'cards'
          isHidden?: boolean
          fields: {
            heading?: string
            look?: 'signs' | 'round pictures'
            items?: Array<{
              title?: string
              line?: string
              text?: string
              sign?: 'none' | 'pencil' | 'ruler' | 'leaf' | 'sparkles'
              picture?: string
            }>
          }
        } | {
          id: string
          kind: 'divider'
          isHidden?: boolean
          fields: Record<string, never>
        }>
      }
    }
    answer: TypedPage
  }
  /** Publishes the draft at once or at a time, which null takes back */
  'POST /admin/pages/{pageId}/publish': {
    input: {
      path: {
        pageId: string
      }
      body: {
        revision: number
        at?: string | null
      }
    }
    answer: PageAnswer
  }
  /** Takes a page from visitors; home and about are as they came again */
  'POST /admin/pages/{pageId}/unpublish': {
    input: {
      path: {
        pageId: string
      }
      body: {
        revision: number
      }
    }
    answer: PageAnswer
  }
  /** Makes an earlier version the draft; version 0 is the page as it came */
  'POST /admin/pages/{pageId}/bring-back': {
    input: {
      path: {
        pageId: string
      }
      body: {
        revision: number
        version: number
      }
    }
    answer: PageAnswer
  }
  /** Makes another link to the preview; the one before leads nowhere */
  'POST /admin/pages/{pageId}/preview-link': {
    input: {
      path: {
        pageId: string
      }
      body: {
        revision: number
      }
    }
    answer: PageAnswer
  }
  /** Brings a deleted page back as it was */
  'POST /admin/pages/{pageId}/restore': {
    input: {
      path: {
        pageId: string
      }
    }
    answer: PageAnswer
  }
  /** Old addresses and where each leads, the newest first; how many there are in all is in X-Total-Count */
  'GET /admin/old-addresses': {
    input: {
      query?: {
        page?: number
        limit?: number
        search?: string
      }
    }
    answer: Array<{
      _id: string
      path: string
      newPath: string
      origin: 'staff' | 'import' | 'change'
      changedAt: string
    }>
  }
  /** Lets an old address lead to a page of this shop */
  'POST /admin/old-addresses': {
    input: {
      body: {
        path: string
        newPath: string
      }
    }
    answer: {
      message: string
      oldAddress: {
        _id: string
        path: string
        newPath: string
        origin: 'staff' | 'import' | 'change'
        changedAt: string
      }
    }
  }
  /** Changes an old address, or where it leads; may be repeated */
  'PUT /admin/old-addresses/{oldAddressId}': {
    input: {
      path: {
        oldAddressId: string
      }
      body: {
        path: string
        newPath: string
      }
    }
    answer: {
      message: string
      oldAddress: {
        _id: string
        path: string
        newPath: string
        origin: 'staff' | 'import' | 'change'
        changedAt: string
      }
    }
  }
  /** Deletes an old address, which leads nowhere then */
  'DELETE /admin/old-addresses/{oldAddressId}': {
    input: {
      path: {
        oldAddressId: string
      }
    }
    answer: {
      message: string
    }
  }
  /** How many products of the demo the shop still has */
  'GET /admin/demo': {
    input: Record<string, never>
    answer: {
      products: number
    }
  }
  /** Takes the demo’s products, empty categories and texts out of the shop; what the owner added stays */
  'POST /admin/demo/empty': {
    input: Record<string, never>
    answer: {
      message: string
      products: number
    }
  }
  /** Reports which accounts an export of customers from Shopify or WooCommerce would make; with the token of that answer, makes them */
  'POST /admin/customers/import': {
    input: {
      body: FormData
    }
    answer: {
      message: string
      isApplied: boolean
      counts: {
        new: number
        existing: number
        rejected: number
      }
      customers: Array<{
        line: number
        status: 'new' | 'rejected'
        name: string
        email: string
        hasAddress: boolean
        notes: Array<{
          line: number
          reason: string
        }>
      }>
      token: string
    }
  }
  /** Puts a product on sale, with one to five pictures, or saves it as a draft; an Idempotency-Key keeps it from being created twice */
  'POST /products/createproducts': {
    input: {
      body: FormData
    }
    answer: ProductAnswer
  }
  /** Reports what a CSV file of products would change; with the token of that answer, changes it */
  'POST /admin/products/import': {
    input: {
      body: FormData
    }
    answer: CsvAnswer
  }
  /** Reports what a sheet of PIN codes would change; with the token of that answer, changes it */
  'POST /admin/delivery/import': {
    input: {
      body: FormData
    }
    answer: {
      message: string
      isApplied: boolean
      counts: {
        new: number
        changed: number
        unchanged: number
        removed: number
        repeated: number
        rejected: number
      }
      columns: Array<{
        heading: string
        means: 'pin' | 'prepaid' | 'cod' | 'days' | 'fee' | 'city' | 'state' | null
        example: string
      }>
      rows: Array<{
        status: 'new' | 'changed' | 'removed' | 'repeated' | 'rejected'
        line: number | null
        pin: string
        changes: Array<{
          what: string
          from: string
          to: string
        }>
        reasons: Array<{
          line: number
          reason: string
        }>
      }>
      moreRows: number
      token: string
    }
  }
  /** Reports which parcels a courier’s sheet pays for, and what differs; with the token of that answer, notes it */
  'POST /admin/cash/remittance/import': {
    input: {
      body: FormData
    }
    answer: {
      message: string
      isApplied: boolean
      counts: {
        matched: number
        noted: number
        findings: number
        known: number
      }
      matchedSum: number
      columns: Array<{
        heading: string
        means: 'number' | 'amount' | 'reference' | null
        example: string
      }>
      rows: Array<{
        status: 'matched' | 'noted' | 'finding'
        line: number
        trackingNumber: string
        amount: string
        orderId: string | null
        reason: string | null
      }>
      moreRows: number
      token: string
    }
  }
  /** Sets the logo or the hero picture to an uploaded file */
  'POST /admin/settings/{name}/picture': {
    input: {
      path: {
        name: string
      }
      body: FormData
    }
    answer: SettingsAnswer
  }
  /** Stores a picture for a block, whose field then has the value of the answer */
  'POST /admin/page-pictures': {
    input: {
      body: FormData
    }
    answer: BlockPicture
  }
  /** Reports what a sheet of old addresses would change; with the token of that answer, changes it */
  'POST /admin/old-addresses/import': {
    input: {
      body: FormData
    }
    answer: {
      message: string
      isApplied: boolean
      counts: {
        new: number
        changed: number
        unchanged: number
        repeated: number
        rejected: number
      }
      columns: Array<{
        heading: string
        means: 'path' | 'newPath' | null
        example: string
      }>
      rows: Array<{
        status: 'new' | 'changed' | 'repeated' | 'rejected'
        line: number | null
        path: string
        changes: Array<{
          what: string
          from: string
          to: string
        }>
        reasons: Array<{
          line: number
          reason: string
        }>
      }>
      moreRows: number
      token: string
    }
  }
}
