import type {
  AdminCategories,
  AdminCategoryAnswer,
  CategoryDefaults,
  CategoryReturnDays,
} from '#contract/catalogue/admin-categories.ts'
import type {
  AdminListAnswer,
  AdminListQuery,
  AdminProducts,
  AdminProductsQuery,
  BulkAnswer,
  BulkChange,
  EditableAnswer,
  EditableProduct,
  ProductAnswer,
  Repricing,
  CsvAnswer,
  StockConflict,
  ColourGroupAnswer,
} from '#contract/catalogue/admin-catalogue.ts'
import type { HandParcelInput } from '#contract/orders/hand-parcels.ts'
import type { CategoriesAnswer, CategoryAnswer, PriceSetting } from '#contract/catalogue/catalogue.ts'
import type {
  Offer,
  OfferAnswer,
  OfferChange,
  OfferInput,
  OfferListQuery,
  OfferPreview,
  OfferPreviewQuestion,
} from '#contract/offers/offers.ts'
import type { DemoAnswer, DemoFacts } from '#contract/catalogue/demo.ts'
import type { MailPreview, MailPreviews, MailQuery, WordsPreview } from '#contract/words/mail-names.ts'
import type { OrderStatus } from '#contract/states/order-states.ts'
import type {
  StaffOrder,
  StaffOrderAnswer,
  OrderCounts,
  OrderCountsQuery,
  OrderListQuery,
  OrderDetail,
} from '#contract/orders/orders.ts'
import type { CancelOrder } from '#contract/orders/cancellations.ts'
import type { ShipmentInput, ShipOrders, ShipOrdersAnswer } from '#contract/orders/shipments.ts'
import type { EmailChange, PasswordChange, ProfileDetails, SignIns, SignInsAnswer } from '#contract/accounts/profile.ts'
import type { UserAnswer } from '#contract/accounts/accounts.ts'
import type { SettingsAnswer, SettingsChange, SettingVersions } from '#contract/settings/setting-calls.ts'
import type { ProductChange } from '#contract/catalogue/product-input.ts'
import type {
  FindingDealing,
  FindingKey,
  FindingQuery,
  ListedFinding,
  Reconciliation,
  ReconciliationAnswer,
  ReconciliationQuery,
} from '#contract/orders/reconciliation.ts'
import type { AuditAnswer, AuditQuery } from '#contract/audit/audit.ts'
import type { Dashboard, Figures, FiguresQuery, Waiting } from '#contract/dashboard/dashboard.ts'
import type { VitalsOfDay, VitalsQuery } from '#contract/dashboard/vitals.ts'
import type { AdminReview, ReviewListQuery } from '#contract/catalogue/reviews/reviews.ts'
import type { SearchSettings, SearchSettingsChange } from '#contract/catalogue/search/search-settings.ts'
import type { FactorStarted, RecoveryCodes, SecondFactor } from '#contract/accounts/second-factor.ts'
import type { Gstr1Section } from '#contract/tax/gstr1-sections.ts'
import type { MessageAnswer } from '#contract/schemas/basic-schemas.ts'
import type { EInvoiceInput } from '#contract/tax/documents.ts'
import type {
  StaffAnswer,
  StaffChange,
  StaffChanged,
  StaffInvited,
  StaffInviting,
  StaffJoining,
} from '#contract/accounts/staff.ts'
import type { TaxMonth, TaxQuery } from '#contract/tax/tax-month.ts'

import { createCustomerApi } from '#contract/api/customer-api.ts'
import {
  createClient,
  keyHeader,
  segment,
  withQuery,
  type ApiFetch,
  type CallOptions,
  type Query,
} from '#contract/api/api-client.ts'
import { cashCalls } from '#contract/orders/cash-calls.ts'
import { changeCalls } from '#contract/programs/change-feed-calls.ts'
import { contactCalls } from '#contract/contacts/contact-calls.ts'
import { collectionCalls } from '#contract/catalogue/collections/collection-calls.ts'
import { importCalls } from '#contract/catalogue/import/import-calls.ts'
import { keyCalls } from '#contract/accounts/key-calls.ts'
import { saleCalls } from '#contract/catalogue/sales/sale-calls.ts'
import { orderChangeCalls } from '#contract/orders/order-change-calls.ts'
import { parcelCalls } from '#contract/orders/parcel-calls.ts'
import { packingCalls } from '#contract/orders/packing-calls.ts'
import { pinTableCalls } from '#contract/delivery/pin-table-calls.ts'
import { creditCalls } from '#contract/accounts/store-credit-calls.ts'
import { oldAddressCalls } from '#contract/catalogue/old-addresses/old-address-calls.ts'
import { returnCalls } from '#contract/returns/return-calls.ts'
import { pageCalls } from '#contract/pages-of-blocks/page-calls.ts'
import { stockCalls } from '#contract/stock/stock-calls.ts'
import { webhookCalls } from '#contract/programs/webhook-calls.ts'

/**
 * Every call of the shop. The storefront has `createApi` and `createCustomerApi`: it loads no code of the admin area.
 */
export function createAdminApi(fetch: ApiFetch) {
  const client = createClient(fetch)
  const { send, call, list, get, now } = client
  return {
    ...createCustomerApi(fetch),
    ...cashCalls(client),
    ...changeCalls(client),
    ...collectionCalls(client),
    ...contactCalls(client),
    ...creditCalls(client),
    ...importCalls(client),
    ...keyCalls(client),
    ...oldAddressCalls(client),
    ...pinTableCalls(client),
    ...returnCalls(client),
    ...saleCalls(client),
    ...orderChangeCalls(client),
    ...packingCalls(client),
    ...parcelCalls(client),
    ...pageCalls(client),
    ...stockCalls(client),
    ...webhookCalls(client),
    /** This moment by the server's clock, in milliseconds: that of the device may be wrong. */
    now,
    getDashboard: () => call<Dashboard>('GET', '/admin/dashboard', undefined, { cache: 'no-store' }),
    getWaiting: (options?: CallOptions) => get<Waiting>('/admin/waiting', options),
    getAdminProducts: (query: AdminProductsQuery = {}) =>
      get<AdminProducts>(withQuery('/admin/products', query as Query)),
    listProductsForAdmin: (query: AdminListQuery = {}, options?: CallOptions) =>
      get<AdminListAnswer>(withQuery('/admin/products/list', query as Query), options),
    getEditableProduct: (id: string, options?: CallOptions) =>
      get<EditableProduct>(`/admin/products/${segment(id)}`, options),
    /** The change's pictures name an upload by its position. */
    editProduct: (id: string, change: ProductChange, uploads: readonly File[] = []) => {
      const form = new FormData()
      form.set('change', JSON.stringify(change))
      for (const upload of uploads) form.append('images', upload)
      return call<EditableAnswer>('PATCH', `/admin/products/${segment(id)}`, form)
    },
    restoreProduct: (id: string) => call<EditableAnswer>('POST', `/admin/products/${segment(id)}/restore`, {}),
    /** Without a token it only tells what would change; with the answer's token the changes are made. */
    importProducts: (file: File, token?: string, stockConflict?: StockConflict) => {
      const form = new FormData()
      if (token !== undefined) form.set('token', token)
      if (stockConflict !== undefined) form.set('stockConflict', stockConflict)
      form.append('sheet', file)
      return call<CsvAnswer>('POST', '/admin/products/import', form)
    },
    getSearchSettings: () => get<SearchSettings>('/admin/search-settings'),
    changeSearchSettings: (change: SearchSettingsChange) =>
      call<SearchSettings>('PUT', '/admin/search-settings', change),
    /** The names of groups that contain the text, and the products of the group with exactly this name. */
    findColourGroups: (name: string, options?: CallOptions) =>
      get<ColourGroupAnswer>(withQuery('/admin/colour-groups', { name }), options),
    changeProducts: (change: BulkChange, idempotencyKey?: string) =>
      call<BulkAnswer>('POST', '/admin/products/bulk', change, { headers: keyHeader(idempotencyKey) }),
    /** By the id of an entry of the audit log. */
    undoPrices: (entry: string) => call<BulkAnswer>('POST', '/admin/products/undo-prices', { entry: Number(entry) }),
    previewPrices: (change: Repricing) => call<BulkAnswer>('POST', '/admin/products/bulk/preview', change),
    listAllOrders: (query: OrderListQuery = {}, options?: CallOptions) =>
      list<StaffOrder>(withQuery('/admin/getallorders', query as Query), options),
    countOrders: (query: OrderCountsQuery = {}) => get<OrderCounts>(withQuery('/admin/order-counts', query)),
    getOrderDetail: (orderId: string) => get<OrderDetail>(`/admin/orders/${segment(orderId)}`),
    changeOrderStatus: (orderId: string, status: OrderStatus, shipment?: ShipmentInput, reason?: string) =>
      call<StaffOrderAnswer>('PATCH', `/admin/orders/${segment(orderId)}/status`, { status, shipment, reason }),
    /** Cancels an order whose parcel is lost, and writes its pieces off. */
    giveUpParcel: (orderId: string) =>
      call<StaffOrderAnswer>('PATCH', `/admin/orders/${segment(orderId)}/status`, {
        status: 'cancelled',
        isLost: true,
      }),
    /** Without lines the whole order. */
    cancelItems: (orderId: string, cancelled: CancelOrder) =>
      call<StaffOrderAnswer>('POST', `/admin/orders/${segment(orderId)}/cancel`, cancelled),
    undoShipping: (orderId: string) =>
      call<StaffOrderAnswer>('POST', `/admin/orders/${segment(orderId)}/undo-shipping`, {}),
    shipOrders: (orders: ShipOrders['orders']) => call<ShipOrdersAnswer>('POST', '/admin/orders/ship', { orders }),
    /** Null removes the courier. */
    changeShipment: (orderId: string, shipment: ShipmentInput | null, byHand?: HandParcelInput) =>
      call<StaffOrderAnswer>('PUT', `/admin/orders/${segment(orderId)}/shipment`, { shipment, byHand }),
    exportOrders: async (query: OrderListQuery & { ids?: string | undefined } = {}) =>
      (await send('GET', withQuery('/admin/orders/export', query as Query))).text(),

    listAllReviews: (query: ReviewListQuery = {}) => list<AdminReview>(withQuery('/admin/reviews', query as Query)),
    toggleReview: (id: string) => call<AdminReview>('PATCH', `/admin/reviews/${segment(id)}/toggle-hidden`, {}),
    answerReview: (id: string, text: string) =>
      call<AdminReview>('PUT', `/admin/reviews/${segment(id)}/answer`, { text }),
    removeReviewAnswer: (id: string) => call<AdminReview>('DELETE', `/admin/reviews/${segment(id)}/answer`),

    listOffers: (query: OfferListQuery = {}) => list<Offer>(withQuery('/admin/offers', query as Query)),
    getOffer: (id: string) => get<Offer>(`/admin/offers/${segment(id)}`),
    createOffer: (offer: OfferInput) => call<OfferAnswer>('POST', '/admin/offers', offer),
    editOffer: (id: string, change: OfferChange) => call<OfferAnswer>('PATCH', `/admin/offers/${segment(id)}`, change),
    switchOffer: (id: string, isActive: boolean) =>
      call<OfferAnswer>('POST', `/admin/offers/${segment(id)}/switch`, { isActive }),
    previewOffer: (question: OfferPreviewQuestion) => call<OfferPreview>('POST', '/admin/offers/preview', question),

    getFigures: (query: FiguresQuery = {}) => get<Figures>(withQuery('/admin/figures', query)),
    listAudit: (query: AuditQuery = {}) => get<AuditAnswer>(withQuery('/admin/audit', query as Query)),

    createCategory: (name: string) => call<CategoryAnswer>('POST', '/categories/create', { name }),
    renameCategory: (id: string, name: string) =>
      call<CategoryAnswer>('POST', '/admin/categories/rename', { _id: id, name }),
    listAdminCategories: () => get<AdminCategories>('/admin/categories'),
    changeCategoryDefaults: (change: CategoryDefaults) =>
      call<AdminCategoryAnswer>('POST', '/admin/categories/defaults', change),
    changeReturnDays: (change: CategoryReturnDays) =>
      call<AdminCategoryAnswer>('POST', '/admin/categories/return-days', change),
    sortCategories: (ids: readonly string[]) => call<CategoriesAnswer>('POST', '/admin/categories/order', { ids }),
    deleteCategory: (categoryName: string) =>
      call<MessageAnswer>('POST', '/categories/delete/categ', { category_name: categoryName }),

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

    changeAdminDetails: (details: ProfileDetails) => call<UserAnswer>('PATCH', '/admin/me', details),
    changeAdminPassword: (change: PasswordChange) => call<MessageAnswer>('POST', '/admin/change-password', change),
    changeAdminEmail: (change: EmailChange) => call<MessageAnswer>('POST', '/admin/change-email', change),
    listAdminSessions: () => get<SignIns>('/admin/sessions'),
    endAdminSession: (id: string) => call<SignInsAnswer>('DELETE', `/admin/sessions/${segment(id)}`),
    endOtherAdminSessions: () => call<SignInsAnswer>('DELETE', '/admin/sessions'),
    listStaffSessions: (userId: string) => get<SignIns>(`/admin/staff/${segment(userId)}/sessions`),
    endStaffSessions: (userId: string) => call<MessageAnswer>('DELETE', `/admin/staff/${segment(userId)}/sessions`),
    listCustomerSessions: (userId: string) => get<SignIns>(`/admin/customers/${segment(userId)}/sessions`),
    endCustomerSessions: (userId: string) =>
      call<MessageAnswer>('DELETE', `/admin/customers/${segment(userId)}/sessions`),
    getAdminData: () => get<Record<string, unknown>>('/admin/data'),
    getSecondFactor: () => get<SecondFactor>('/admin/second-factor'),
    startSecondFactor: () => call<FactorStarted>('POST', '/admin/second-factor/start', {}),
    confirmSecondFactor: (code: string) => call<RecoveryCodes>('POST', '/admin/second-factor/confirm', { code }),
    renewRecoveryCodes: () => call<RecoveryCodes>('POST', '/admin/second-factor/recovery-codes', {}),
    removeSecondFactor: () => call<MessageAnswer>('DELETE', '/admin/second-factor'),
    confirmPassword: (password: string) => call<MessageAnswer>('POST', '/admin/confirm-password', { password }),
    listStaff: () => get<StaffAnswer>('/admin/staff'),
    inviteStaff: (inviting: StaffInviting) => call<StaffInvited>('POST', '/admin/staff/invitations', inviting),
    withdrawInvitation: (id: string) => call<MessageAnswer>('DELETE', `/admin/staff/invitations/${segment(id)}`),
    changeStaff: (id: string, change: StaffChange) =>
      call<StaffChanged>('PATCH', `/admin/staff/${segment(id)}`, change),
    /** The token of the link of an invitation. */
    joinStaff: (joining: StaffJoining) => call<MessageAnswer>('POST', '/admin/join', joining),

    listSettings: () => get<SettingsAnswer>('/admin/settings'),
    changeSettings: (change: SettingsChange) => call<SettingsAnswer>('PATCH', '/admin/settings', change),
    undoSetting: (name: string, revision: number) =>
      call<SettingsAnswer>('POST', `/admin/settings/${segment(name)}/undo`, { revision }),
    /** `form` has the field `picture` with the file, and `revision`. */
    setShopPicture: (name: string, form: FormData) =>
      call<SettingsAnswer>('POST', `/admin/settings/${segment(name)}/picture`, form),
    listSettingVersions: (name: string) => get<SettingVersions>(`/admin/settings/${segment(name)}/versions`),

    previewPolicy: (text: string) => call<{ html: string }>('POST', '/admin/settings/preview', { text }),

    getDemo: () => get<DemoFacts>('/admin/demo'),
    emptyDemo: () => call<DemoAnswer>('POST', '/admin/demo/empty'),
    previewWords: (preview: WordsPreview) => call<MailPreview>('POST', '/admin/mails/preview', preview),
    previewMails: (query: MailQuery = {}) => get<MailPreviews>(withQuery('/admin/mails', query)),
    requestReconciliation: () => call<ReconciliationAnswer>('POST', '/admin/reconciliations'),
    listReconciliations: (query: ReconciliationQuery = {}, options?: CallOptions) =>
      list<Reconciliation>(withQuery('/admin/reconciliations', query as Query), options),
    listFindings: (query: FindingQuery = {}) => list<ListedFinding>(withQuery('/admin/findings', query as Query)),
    dealWithFinding: (dealing: FindingDealing) => call<ListedFinding>('POST', '/admin/findings/deal', dealing),
    reopenFinding: (finding: FindingKey) => call<ListedFinding>('POST', '/admin/findings/reopen', finding),
    listVitals: (query: VitalsQuery = {}) => list<VitalsOfDay>(withQuery('/admin/web-vitals', query as Query)),
    getTaxMonth: async (query: TaxQuery = {}) => {
      const answer = await send('GET', withQuery('/admin/tax', query as Query))
      return { ...((await answer.json()) as TaxMonth), documentsInAll: Number(answer.headers.get('x-total-count')) }
    },
    getGstr1: async (month?: string, gstin?: string) =>
      (await send('GET', withQuery('/admin/tax/gstr1', { month, gstin }))).json() as Promise<Record<string, unknown>>,
    getGstr1Csv: async (section: Gstr1Section, month?: string, gstin?: string) =>
      (await send('GET', withQuery(`/admin/tax/gstr1/${section}`, { month, gstin }))).text(),
    getTaxRegister: async (month?: string) => (await send('GET', withQuery('/admin/tax/register', { month }))).text(),
    /** A ZIP. */
    getMonthArchive: async (month?: string) => (await send('GET', withQuery('/admin/tax/archive', { month }))).blob(),
    enterEInvoice: (documentId: string, eInvoice: EInvoiceInput) =>
      call<MessageAnswer>('POST', `/admin/documents/${segment(documentId)}/e-invoice`, eInvoice),
    /** A PDF. */
    getDocument: async (documentId: string) => (await send('GET', `/admin/documents/${segment(documentId)}`)).blob(),
  }
}

export type AdminApi = ReturnType<typeof createAdminApi>
