import type { AdminMe, Credentials, Registration, User, UserAnswer } from '#contract/accounts.ts'
import type {
  AdminListAnswer,
  AdminListQuery,
  BulkAnswer,
  BulkChange,
  EditableAnswer,
  EditableProduct,
  Repricing,
  CsvAnswer,
  ColourGroupAnswer,
} from '#contract/admin-catalogue.ts'
import type { Cart, CartAnswer } from '#contract/cart.ts'
import type {
  CategoriesAnswer,
  CategoryAnswer,
  FeaturedAnswer,
  PriceSetting,
  ProductAnswer,
  ProductDetail,
  ProductListAnswer,
  ProductListQuery,
  RelatedAnswer,
  SuggestionsAnswer,
} from '#contract/catalogue.ts'
import type { FeaturedPlace } from '#contract/featured-rules.ts'
import type { Contact, ContactForm, ContactListQuery, ContactsAnswer, ContactsGone } from '#contract/contacts.ts'
import type { EmailConfirmation } from '#contract/email-confirmation.ts'
import type {
  Offer,
  OfferAnswer,
  OfferChange,
  OfferInput,
  OfferListQuery,
  OfferPreview,
  OfferPreviewQuestion,
} from '#contract/offers.ts'
import type { OrderStatus } from '#contract/order-states.ts'
import type { Order, OrderAnswer, OrderCounts, OrderListQuery, OrderDetail, BuyAgainAnswer } from '#contract/orders.ts'
import type { Address, SavedAddresses } from '#contract/address.ts'
import type { PaymentOrder, PaymentProof, PaymentVerified } from '#contract/payments.ts'
import type { ProductChange } from '#contract/product-input.ts'
import type { Reconciliation, ReconciliationAnswer, ReconciliationQuery } from '#contract/reconciliation.ts'
import type {
  AdminProducts,
  AdminProductsQuery,
  AuditAnswer,
  AuditQuery,
  Dashboard,
  Figures,
  FiguresQuery,
} from '#contract/reports.ts'
import type { AdminReview, NewReview, ReviewAnswer, ReviewListQuery, ReviewsAnswer } from '#contract/reviews.ts'
import type { SearchSettings, SearchSettingsChange } from '#contract/search-settings.ts'
import type { MessageAnswer } from '#contract/shapes.ts'

import { ShopError, type ErrorBody } from '#contract/errors.ts'
import { WORDINGS } from '#contract/wordings.ts'

/** The part of `fetch` that the client needs; the path starts with `/api`. */
export type ApiFetch = (path: string, init: RequestInit) => Promise<ApiAnswer>

/** The part of a `Response` that the client needs. */
export interface ApiAnswer extends Pick<Response, 'ok' | 'status' | 'json' | 'text' | 'blob'> {
  headers: Pick<Headers, 'get' | 'has'>
}

export interface CallOptions {
  signal?: AbortSignal | undefined
}

export interface List<Item> {
  items: Item[]
  total: number
}

type Query = Record<string, string | number | boolean | undefined>

const segment = encodeURIComponent

const keyHeader = (idempotencyKey: string | undefined): Record<string, string> =>
  idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}

function withQuery(path: string, query: Query = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  if (entries.length === 0) return path
  return `${path}?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}

async function failureOf(answer: ApiAnswer): Promise<ShopError> {
  const body = (await answer.json().catch(() => undefined)) as Partial<ErrorBody> | undefined
  const options = {
    status: answer.status,
    ...(body?.fields && { fields: body.fields }),
    ...(answer.headers.has('retry-after') && { retryAfterSeconds: Number(answer.headers.get('retry-after')) }),
  }
  return new ShopError(body?.code ?? 'internal', body?.message ?? WORDINGS.fallback, options)
}

/**
 * The shop's calls with their types, over any fetch: the browser's, the server's in-process one, a test's.
 * Each call resolves with the answer's body and rejects with a `ShopError` that carries the server's sentence; a
 * connection that fails rejects with whatever that fetch throws.
 */
export function createApi(fetch: ApiFetch) {
  async function send(method: string, path: string, body?: unknown, init: RequestInit = {}): Promise<ApiAnswer> {
    const headers = new Headers(init.headers)
    headers.set('accept', 'application/json')
    const isForm = body instanceof FormData
    if (body !== undefined && !isForm) headers.set('content-type', 'application/json')
    const answer = await fetch(`/api${path}`, {
      ...init,
      method,
      headers,
      credentials: 'include',
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!answer.ok) throw await failureOf(answer)
    return answer
  }
  async function call<Answer>(method: string, path: string, body?: unknown, init?: RequestInit): Promise<Answer> {
    return (await send(method, path, body, init)).json() as Promise<Answer>
  }
  async function list<Item>(path: string, options: CallOptions = {}): Promise<List<Item>> {
    const answer = await send('GET', path, undefined, init(options))
    const items = (await answer.json()) as Item[]
    return { items, total: Number(answer.headers.get('x-total-count') ?? items.length) }
  }
  const init = (options: CallOptions): RequestInit => (options.signal ? { signal: options.signal } : {})
  const get = <Answer>(path: string, options: CallOptions = {}) => call<Answer>('GET', path, undefined, init(options))

  return {
    getMe: () => get<User>('/users/me'),
    login: (credentials: Credentials) => call<UserAnswer>('POST', '/users/login', credentials),
    logout: () => get<MessageAnswer>('/users/logout'),
    register: (registration: Registration) => call<UserAnswer>('POST', '/users/register', registration),
    getEmailConfirmation: () => get<EmailConfirmation>('/users/email-confirmation'),
    requestEmailConfirmation: () => call<MessageAnswer>('POST', '/users/email-confirmation'),
    /** The token of the link that was sent to the address. */
    confirmEmail: (token: string) => call<MessageAnswer>('POST', '/users/confirm-email', { token }),

    adminLogin: (credentials: Credentials) => call<UserAnswer>('POST', '/admin/login', credentials),
    adminLogout: () => get<MessageAnswer>('/admin/logout'),
    getAdminMe: () => get<AdminMe>('/admin/me'),
    getDashboard: () => call<Dashboard>('GET', '/admin/dashboard', undefined, { cache: 'no-store' }),
    getAdminProducts: (query: AdminProductsQuery = {}) =>
      get<AdminProducts>(withQuery('/admin/products', query as Query)),
    listProductsForAdmin: (query: AdminListQuery = {}, options?: CallOptions) =>
      get<AdminListAnswer>(withQuery('/admin/products/list', query as Query), options),
    getEditableProduct: (id: string, options?: CallOptions) =>
      get<EditableProduct>(`/admin/products/${segment(id)}`, options),
    /** The uploads are those that the change's pictures name by their place. */
    editProduct: (id: string, change: ProductChange, uploads: readonly File[] = []) => {
      const form = new FormData()
      form.set('change', JSON.stringify(change))
      for (const upload of uploads) form.append('images', upload)
      return call<EditableAnswer>('PATCH', `/admin/products/${segment(id)}`, form)
    },
    restoreProduct: (id: string) => call<EditableAnswer>('POST', `/admin/products/${segment(id)}/restore`, {}),
    /** Without a token it only tells what would change; with the answer's token it is done. */
    importProducts: (sheet: File, token?: string) => {
      const form = new FormData()
      if (token !== undefined) form.set('token', token)
      form.append('sheet', sheet)
      return call<CsvAnswer>('POST', '/admin/products/import', form)
    },
    getSearchSettings: () => get<SearchSettings>('/admin/search-settings'),
    changeSearchSettings: (change: SearchSettingsChange) =>
      call<SearchSettings>('PUT', '/admin/search-settings', change),
    /** Names of groups that hold the text, and the products of the one that is called so. */
    findColourGroups: (name: string, options?: CallOptions) =>
      get<ColourGroupAnswer>(withQuery('/admin/colour-groups', { name }), options),
    changeProducts: (change: BulkChange, idempotencyKey?: string) =>
      call<BulkAnswer>('POST', '/admin/products/bulk', change, { headers: keyHeader(idempotencyKey) }),
    previewPrices: (change: Repricing) => call<BulkAnswer>('POST', '/admin/products/bulk/preview', change),
    listAllOrders: (query: OrderListQuery = {}, options?: CallOptions) =>
      list<Order>(withQuery('/admin/getallorders', query as Query), options),
    countOrders: (search?: string) => get<OrderCounts>(withQuery('/admin/order-counts', { search })),
    getOrderDetail: (orderId: string) => get<OrderDetail>(`/admin/orders/${segment(orderId)}`),
    changeOrderStatus: (orderId: string, status: OrderStatus) =>
      call<OrderAnswer>('PATCH', `/admin/orders/${segment(orderId)}/status`, { status }),
    listContacts: (query: ContactListQuery = {}, options?: CallOptions) =>
      list<Contact>(withQuery('/admin/getallcontacts', query as Query), options),
    toggleContactRead: (id: string) => call<Contact>('PATCH', `/admin/contact/${segment(id)}/toggle-read`, {}),
    markContacts: (ids: readonly string[], isRead: boolean) =>
      call<ContactsAnswer>('POST', '/admin/contacts/mark', { ids, isRead }),
    deleteContacts: (ids: readonly string[]) => call<ContactsGone>('POST', '/admin/contacts/delete', { ids }),
    deleteContact: (id: string) => call<MessageAnswer>('DELETE', `/admin/contact/${segment(id)}`),

    listAllReviews: (query: ReviewListQuery = {}) => list<AdminReview>(withQuery('/admin/reviews', query as Query)),
    toggleReview: (id: string) => call<AdminReview>('PATCH', `/admin/reviews/${segment(id)}/toggle-hidden`, {}),

    listOffers: (query: OfferListQuery = {}) => list<Offer>(withQuery('/admin/offers', query as Query)),
    getOffer: (id: string) => get<Offer>(`/admin/offers/${segment(id)}`),
    createOffer: (offer: OfferInput) => call<OfferAnswer>('POST', '/admin/offers', offer),
    editOffer: (id: string, change: OfferChange) => call<OfferAnswer>('PATCH', `/admin/offers/${segment(id)}`, change),
    switchOffer: (id: string, isActive: boolean) =>
      call<OfferAnswer>('POST', `/admin/offers/${segment(id)}/switch`, { isActive }),
    previewOffer: (question: OfferPreviewQuestion) => call<OfferPreview>('POST', '/admin/offers/preview', question),

    getFigures: (query: FiguresQuery = {}) => get<Figures>(withQuery('/admin/figures', query)),
    listAudit: (query: AuditQuery = {}) => get<AuditAnswer>(withQuery('/admin/audit', query as Query)),

    getCategories: (options?: CallOptions) => get<CategoriesAnswer>('/categories/getcateg', options),
    createCategory: (name: string) => call<CategoryAnswer>('POST', '/categories/create', { name }),
    renameCategory: (id: string, name: string) =>
      call<CategoryAnswer>('POST', '/admin/categories/rename', { _id: id, name }),
    sortCategories: (ids: readonly string[]) => call<CategoriesAnswer>('POST', '/admin/categories/order', { ids }),
    deleteCategory: (categoryName: string) =>
      call<MessageAnswer>('POST', '/categories/delete/categ', { category_name: categoryName }),

    listProducts: (query: ProductListQuery = {}, options?: CallOptions) =>
      get<ProductListAnswer>(withQuery('/products/getallproductsindb', query as Query), options),
    listCategoryProducts: (slug: string, query: ProductListQuery = {}, options?: CallOptions) =>
      get<ProductListAnswer>(withQuery(`/products/category/${segment(slug)}`, query as Query), options),
    listFeatured: (place: FeaturedPlace) => get<FeaturedAnswer>(withQuery('/products/featured', { place })),
    suggest: (search: string, options?: CallOptions) =>
      get<SuggestionsAnswer>(withQuery('/products/suggestions', { search }), options),
    getProduct: (id: string, options?: CallOptions) => get<ProductDetail>(`/products/product/${segment(id)}`, options),
    listRelated: (id: string) => get<RelatedAnswer>(`/products/product/${segment(id)}/related`),
    listReviews: (productId: string, options?: CallOptions) =>
      get<ReviewsAnswer>(`/products/reviews/${segment(productId)}`, options),
    review: (productId: string, review: NewReview) =>
      call<ReviewAnswer>('POST', `/products/reviews/${segment(productId)}`, review),
    createProduct: (form: FormData, idempotencyKey?: string) =>
      call<ProductAnswer>('POST', '/products/createproducts', form, { headers: keyHeader(idempotencyKey) }),
    deleteProduct: (id: string) => call<ProductAnswer>('DELETE', `/products/product/${segment(id)}`),
    addStock: (id: string, size?: string) =>
      call<ProductAnswer>('PATCH', `/products/add-stock/${segment(id)}`, { size }),
    reduceStock: (id: string, size?: string) =>
      call<ProductAnswer>('PATCH', `/products/reduce-stock/${segment(id)}`, { size }),
    /** With `was`, a stock that is another one by now is a conflict. */
    setStock: (id: string, stock: number, size?: string, was?: number) =>
      call<ProductAnswer>('PATCH', `/products/set-stock/${segment(id)}`, { stock, size, was }),
    updatePrice: (id: string, prices: PriceSetting) =>
      call<ProductAnswer>('PATCH', `/products/update-price/${segment(id)}`, prices),

    submitContact: (form: ContactForm) => call<MessageAnswer>('POST', '/contact', form),

    getCart: () => get<Cart>('/cart'),
    addToCart: (productId: string, size?: string, idempotencyKey?: string) =>
      call<CartAnswer>('GET', withQuery(`/cart/add/${segment(productId)}`, { size }), undefined, {
        headers: keyHeader(idempotencyKey),
      }),
    updateCartLine: (lineId: string, quantity: number) =>
      call<CartAnswer>('PATCH', `/cart/update/${segment(lineId)}`, { quantity }),
    removeCartLine: (lineId: string) => get<CartAnswer>(`/cart/remove/${segment(lineId)}`),
    enterCode: (code: string) => call<CartAnswer>('POST', '/cart/code', { code }),
    removeCode: () => call<CartAnswer>('DELETE', '/cart/code'),

    startPayment: (address?: Address, expectedTotal?: number) =>
      call<PaymentOrder>('POST', '/payment/create/orderId', { address, expectedTotal }),
    verifyPayment: (proof: PaymentProof) => call<PaymentVerified>('POST', '/payment/api/payment/verify', proof),
    getOrder: (userId: string, { razorpayOrderId, razorpayPaymentId, signature }: PaymentProof) =>
      get<Order>(`/order/${[userId, razorpayOrderId, razorpayPaymentId, signature].map(segment).join('/')}`),
    saveAddress: (orderId: string, address: Address) =>
      call<OrderAnswer>('POST', `/order/address/${segment(orderId)}`, { address }),
    listMyAddresses: () => get<SavedAddresses>('/order/addresses'),
    removeMyAddress: (addressId: string) => call<SavedAddresses>('DELETE', `/order/addresses/${segment(addressId)}`),
    /** A PDF. */
    getMyInvoice: async (orderId: string) => (await send('GET', `/order/invoice/${segment(orderId)}`)).blob(),
    requestReconciliation: () => call<ReconciliationAnswer>('POST', '/admin/reconciliations'),
    listReconciliations: (query: ReconciliationQuery = {}, options?: CallOptions) =>
      list<Reconciliation>(withQuery('/admin/reconciliations', query as Query), options),
    /** A PDF. */
    getInvoice: async (orderId: string) => (await send('GET', `/admin/orders/${segment(orderId)}/invoice`)).blob(),
    cancelMyOrder: (orderId: string) => call<OrderAnswer>('POST', `/order/cancel/${segment(orderId)}`),
    buyAgain: (orderId: string) => call<BuyAgainAnswer>('POST', `/order/reorder/${segment(orderId)}`),
    listMyOrders: (userId: string) => call<Order[]>('POST', `/order/getuserorders/${segment(userId)}`, {}),
  }
}

export type Api = ReturnType<typeof createApi>
