import type { AdminMe, Credentials, Registration, User, UserAnswer } from '#contract/accounts/accounts.ts'
import type { Chosen, ChosenTaken } from '#contract/programs/agent-choice.ts'
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
import type { FeaturedPlace } from '#contract/catalogue/lists/featured-rows.ts'
import type { ContactForm, ContactSubmitted } from '#contract/contacts/contacts.ts'
import type { Delivery } from '#contract/delivery/delivery.ts'
import type { EmailConfirmation } from '#contract/accounts/email-confirmation.ts'
import type { ShownPage, SitePages } from '#contract/pages-of-blocks/pages.ts'
import type { AdminCredentials } from '#contract/accounts/second-factor.ts'
import type { Seller, TextPage, TextPageName } from '#contract/settings/policies.ts'
import type { SharedOrder } from '#contract/orders/shared-order.ts'
import type { NewReview, OwnReviewAnswer, ReviewAnswer, ReviewsAnswer } from '#contract/catalogue/reviews/reviews.ts'
import type { MessageAnswer } from '#contract/schemas/basic-schemas.ts'
import type {
  SavedProducts,
  SavedProductsAnswer,
  StockRequests,
  Wishlist,
  WishlistIds,
} from '#contract/cart/wishlist.ts'

import {
  createClient,
  keyHeader,
  segment,
  withQuery,
  type ApiFetch,
  type CallOptions,
  type Query,
} from '#contract/api/api-client.ts'

/** The calls of visitors and customers with their types, and the ways in and out of the admin area. */
export function createApi(fetch: ApiFetch) {
  const { call, get } = createClient(fetch)
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
    /** What the shop promises to a PIN code at this moment. */
    getDelivery: (pin: string, options?: CallOptions) => get<Delivery>(`/delivery/${segment(pin)}`, options),
    /** The token of the link in a mail about an order. */
    getSharedOrder: (token: string) => get<SharedOrder>(`/order-status/${segment(token)}`),
    /** What a program has chosen, by the secret of its link; taking it ends the link. */
    getChosen: (token: string) => get<Chosen>(`/chosen/${segment(token)}`),
    takeChosen: (token: string) => call<ChosenTaken>('POST', `/chosen/${segment(token)}/take`),
  }
}

export type Api = ReturnType<typeof createApi>
