import type { CodeSignIn, NewPassword } from '#contract/accounts/account-recovery.ts'
import type {
  AdminMe,
  Credentials,
  PasswordAgain,
  Registration,
  User,
  UserAnswer,
} from '#contract/accounts/accounts.ts'
import type { Cart, CartAnswer } from '#contract/cart/cart.ts'
import type {
  CategoriesAnswer,
  CollectionsAnswer,
  FeaturedAnswer,
  ProductDetail,
  ProductListAnswer,
  ProductListQuery,
  RelatedAnswer,
  SuggestionsAnswer,
} from '#contract/catalogue/catalogue.ts'
import type { FeaturedPlace } from '#contract/catalogue/featured-limits.ts'
import type { ContactForm, ContactSubmitted } from '#contract/contacts/contacts.ts'
import type { Delivery } from '#contract/delivery/delivery.ts'
import type { EmailConfirmation } from '#contract/accounts/email-confirmation.ts'
import type { CancelOrder } from '#contract/orders/cancellations.ts'
import type { Order, OrderAnswer, BuyAgainAnswer } from '#contract/orders/orders.ts'
import type { Address, SavedAddresses, SavedAddressesAnswer, SavedAddressInput } from '#contract/schemas/address.ts'
import type { ShownPage, SitePages } from '#contract/pages/pages.ts'
import type { EmailChange, PasswordChange, ProfileDetails, SignIns, SignInsAnswer } from '#contract/accounts/profile.ts'
import type { CashOrder, CreditOrder, PaymentOrder, PaymentProof, PaymentVerified } from '#contract/orders/payments.ts'
import type { AdminCredentials } from '#contract/accounts/second-factor.ts'
import type { Seller, TextPage, TextPageName } from '#contract/settings/policies.ts'
import type { RefundToChange, Return, OrderReturns, ReturnAnswer, ReturnRequest } from '#contract/returns/returns.ts'
import type { SharedOrder } from '#contract/orders/shared-order.ts'
import type { NewReview, OwnReviewAnswer, ReviewAnswer, ReviewsAnswer } from '#contract/reviews/reviews.ts'
import type { MessageAnswer } from '#contract/schemas/basic-schemas.ts'
import type { StoreCredit } from '#contract/store-credit/store-credit.ts'
import type {
  SavedProducts,
  SavedProductsAnswer,
  StockRequests,
  Wishlist,
  WishlistIds,
} from '#contract/wishlist/wishlist.ts'

import {
  createClient,
  keyHeader,
  segment,
  withQuery,
  type ApiFetch,
  type CallOptions,
  type Query,
} from '#contract/http/api-client.ts'

/** The calls of visitors and customers with their types, and the ways in and out of the admin area. */
export function createApi(fetch: ApiFetch) {
  const { send, call, get } = createClient(fetch)
  return {
    getMe: () => get<User>('/users/me'),
    login: (credentials: Credentials) => call<UserAnswer>('POST', '/users/login', credentials),
    logout: () => get<MessageAnswer>('/users/logout'),
    register: (registration: Registration) => call<UserAnswer>('POST', '/users/register', registration),
    getEmailConfirmation: () => get<EmailConfirmation>('/users/email-confirmation'),
    requestEmailConfirmation: () => call<MessageAnswer>('POST', '/users/email-confirmation'),
    /** The token of the link that was sent to the address. */
    confirmEmail: (token: string, password?: string) =>
      call<MessageAnswer>('POST', '/users/confirm-email', { token, password }),

    forgotPassword: (email: string) => call<MessageAnswer>('POST', '/users/forgot-password', { email }),
    /** The token of the link that was sent to the address. */
    resetPassword: (reset: NewPassword) => call<MessageAnswer>('POST', '/users/reset-password', reset),
    sendCode: (email: string) => call<MessageAnswer>('POST', '/users/send-code', { email }),
    loginByCode: (signIn: CodeSignIn) => call<UserAnswer>('POST', '/users/login-by-code', signIn),

    changeDetails: (details: ProfileDetails) => call<UserAnswer>('PATCH', '/users/me', details),
    changePassword: (change: PasswordChange) => call<MessageAnswer>('POST', '/users/change-password', change),
    changeEmail: (change: EmailChange) => call<MessageAnswer>('POST', '/users/change-email', change),
    /** The token of the link that was sent to the new address. */
    confirmNewEmail: (token: string, password?: string) =>
      call<MessageAnswer>('POST', '/users/confirm-new-email', { token, password }),
    listMySessions: () => get<SignIns>('/users/sessions'),
    endMySession: (id: string) => call<SignInsAnswer>('DELETE', `/users/sessions/${segment(id)}`),
    endMyOtherSessions: () => call<SignInsAnswer>('DELETE', '/users/sessions'),

    /** Asks for the account to be erased and ends its sessions. */
    eraseAccount: (request: PasswordAgain) => call<MessageAnswer>('POST', '/users/erasure', request),
    /** The token of the link that was sent to the address. */
    keepAccount: (token: string) => call<MessageAnswer>('POST', '/users/keep-account', { token }),
    getStoreCredit: () => get<StoreCredit>('/users/store-credit'),
    getOwnData: () => get<Record<string, unknown>>('/users/data'),

    /** `code` is the second factor, for accounts that have one. */
    adminLogin: (credentials: AdminCredentials) => call<UserAnswer>('POST', '/admin/login', credentials),
    adminLogout: () => get<MessageAnswer>('/admin/logout'),
    getAdminMe: () => get<AdminMe>('/admin/me'),
    getCategories: (options?: CallOptions) => get<CategoriesAnswer>('/categories/getcateg', options),
    listProducts: (query: ProductListQuery = {}, options?: CallOptions) =>
      get<ProductListAnswer>(withQuery('/products/getallproductsindb', query as Query), options),
    listCategoryProducts: (slug: string, query: ProductListQuery = {}, options?: CallOptions) =>
      get<ProductListAnswer>(withQuery(`/products/category/${segment(slug)}`, query as Query), options),
    listCollectionProducts: (slug: string, query: ProductListQuery = {}, options?: CallOptions) =>
      get<ProductListAnswer>(withQuery(`/products/collection/${segment(slug)}`, query as Query), options),
    getCollections: (options?: CallOptions) => get<CollectionsAnswer>('/collections', options),
    listFeatured: (place: FeaturedPlace) => get<FeaturedAnswer>(withQuery('/products/featured', { place })),
    suggest: (search: string, options?: CallOptions) =>
      get<SuggestionsAnswer>(withQuery('/products/suggestions', { search }), options),
    getProduct: (id: string, options?: CallOptions) => get<ProductDetail>(`/products/product/${segment(id)}`, options),
    listRelated: (id: string) => get<RelatedAnswer>(`/products/product/${segment(id)}/related`),
    listReviews: (productId: string, options?: CallOptions) =>
      get<ReviewsAnswer>(`/products/reviews/${segment(productId)}`, options),
    review: (productId: string, review: NewReview) =>
      call<ReviewAnswer>('POST', `/products/reviews/${segment(productId)}`, review),
    getOwnReview: (productId: string) => get<OwnReviewAnswer>(`/products/reviews/${segment(productId)}/own`),
    removeOwnReview: (productId: string) =>
      call<MessageAnswer>('DELETE', `/products/reviews/${segment(productId)}/own`),
    submitContact: (form: ContactForm) => call<ContactSubmitted>('POST', '/contact', form),
    getTextPage: (page: TextPageName) => get<TextPage>(`/pages/${page}`),
    /** Which of the specified pages the owner has replaced. */
    getSitePages: () => get<SitePages>('/block-pages'),
    getBlockPage: (slug: string) => get<ShownPage>(`/block-pages/${segment(slug)}`),
    /** The token of the link to a draft. */
    getPagePreview: (token: string) => get<ShownPage>(`/page-previews/${segment(token)}`),
    getSeller: () => get<Seller>('/seller'),

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

    getWishlist: () => get<Wishlist>('/wishlist'),
    /** Those of these products that are for sale. */
    listSavedProducts: (ids: readonly string[]) =>
      get<SavedProductsAnswer>(withQuery('/wishlist/products', { ids: ids.join(',') })),
    joinWishlist: (saved: SavedProducts['saved']) => call<WishlistIds>('POST', '/wishlist/join', { saved }),
    saveProduct: (productId: string) => call<WishlistIds>('POST', `/wishlist/${segment(productId)}`),
    unsaveProduct: (productId: string) => call<WishlistIds>('DELETE', `/wishlist/${segment(productId)}`),
    listStockRequests: () => get<StockRequests>('/stock-requests'),
    requestStock: (productId: string, size?: string) =>
      call<MessageAnswer>('POST', withQuery(`/stock-requests/${segment(productId)}`, { size })),
    cancelStockRequest: (productId: string, size?: string) =>
      call<MessageAnswer>('DELETE', withQuery(`/stock-requests/${segment(productId)}`, { size })),

    startPayment: (
      address?: Address,
      expectedTotal?: number,
      buyerGstin?: string,
      buyerFirm?: string,
      credit?: number,
    ) =>
      call<PaymentOrder>('POST', '/payment/create/orderId', { address, expectedTotal, buyerGstin, buyerFirm, credit }),
    orderForCash: (order: CashOrder) => call<Order>('POST', '/order/cash', order),
    orderByCredit: (order: CreditOrder) => call<Order>('POST', '/order/credit', order),
    /** Payment in advance of an order for cash. */
    payCashOrder: (orderId: string) => call<PaymentOrder>('POST', `/order/${segment(orderId)}/pay`),
    /** The token of the link in the order's mail. */
    confirmCashOrder: (token: string) => call<MessageAnswer>('POST', '/order/cash/confirm', { token }),
    /** Sends a code that confirms one's own order for cash, in this browser. */
    sendOrderCode: (orderId: string) => call<MessageAnswer>('POST', `/order/${segment(orderId)}/confirmation-code`),
    confirmOrderByCode: (orderId: string, code: string) =>
      call<MessageAnswer>('POST', `/order/${segment(orderId)}/confirm`, { code }),
    verifyPayment: (proof: PaymentProof) => call<PaymentVerified>('POST', '/payment/api/payment/verify', proof),
    getOrder: (userId: string, { razorpayOrderId, razorpayPaymentId, signature }: PaymentProof) =>
      get<Order>(`/order/${[userId, razorpayOrderId, razorpayPaymentId, signature].map(segment).join('/')}`),
    saveAddress: (orderId: string, address: Address, buyerGstin?: string, buyerFirm?: string) =>
      call<OrderAnswer>('POST', `/order/address/${segment(orderId)}`, { address, buyerGstin, buyerFirm }),
    listMyAddresses: () => get<SavedAddresses>('/order/addresses'),
    addMyAddress: (address: SavedAddressInput) => call<SavedAddressesAnswer>('POST', '/order/addresses', address),
    changeMyAddress: (addressId: string, address: SavedAddressInput) =>
      call<SavedAddressesAnswer>('PUT', `/order/addresses/${segment(addressId)}`, address),
    chooseDefaultAddress: (addressId: string) =>
      call<SavedAddressesAnswer>('POST', `/order/addresses/${segment(addressId)}/default`),
    removeMyAddress: (addressId: string) => call<SavedAddresses>('DELETE', `/order/addresses/${segment(addressId)}`),
    /** A PDF. */
    getMyDocument: async (documentId: string) => (await send('GET', `/order/documents/${segment(documentId)}`)).blob(),
    /** Without lines the whole order. */
    cancelMyOrder: (orderId: string, cancelled: CancelOrder = {}) =>
      call<OrderAnswer>('POST', `/order/${segment(orderId)}/cancel`, cancelled),
    /** What came or comes back of one's own order, and what of it may still come back. */
    listMyReturns: (orderId: string) => get<OrderReturns>(`/order/${segment(orderId)}/returns`),
    askForReturn: (orderId: string, request: ReturnRequest) =>
      call<Return>('POST', `/order/${segment(orderId)}/returns`, request),
    withdrawReturn: (orderId: string, returnId: string) =>
      call<ReturnAnswer>('POST', `/order/${segment(orderId)}/returns/${segment(returnId)}/withdraw`, {}),
    /** At most five in all. */
    addReturnPictures: (orderId: string, returnId: string, files: readonly File[]) => {
      const form = new FormData()
      for (const file of files) form.append('images', file)
      return call<ReturnAnswer>('POST', `/order/${segment(orderId)}/returns/${segment(returnId)}/pictures`, form)
    },
    /** Where the money goes of an order that was paid at the door. */
    changeRefundTo: (orderId: string, returnId: string, refundTo: RefundToChange['refundTo']) =>
      call<ReturnAnswer>('PUT', `/order/${segment(orderId)}/returns/${segment(returnId)}/refund-to`, { refundTo }),
    buyAgain: (orderId: string) => call<BuyAgainAnswer>('POST', `/order/reorder/${segment(orderId)}`),
    /** The token of the link in a mail about an order. */
    /** What the shop promises to a PIN code at this moment. */
    getDelivery: (pin: string, options?: CallOptions) => get<Delivery>(`/delivery/${segment(pin)}`, options),
    getSharedOrder: (token: string) => get<SharedOrder>(`/order-status/${segment(token)}`),
    listMyOrders: (userId: string) => call<Order[]>('POST', `/order/getuserorders/${segment(userId)}`, {}),
  }
}

export type Api = ReturnType<typeof createApi>
