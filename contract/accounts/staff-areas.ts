import { OWN_ACCOUNT_AREAS } from '#contract/accounts/own-account-areas.ts'
import { OWNERS_ONLY_AREAS } from '#contract/accounts/owners-only-areas.ts'
import { staffArea, type StaffRole } from '#contract/accounts/staff-roles.ts'

/**
 * The areas of the admin pages: which roles have each, and its calls. The API refuses the calls to every other role,
 * and the menu does not show the pages. Only owners may make a call that stands nowhere here.
 */
export const STAFF_AREAS = {
  ...OWN_ACCOUNT_AREAS,
  figures: staffArea({
    roles: ['manager', 'accountant'],
    calls: ['GET /admin/dashboard', 'GET /admin/figures', 'GET /admin/web-vitals'],
  }),
  orders: staffArea({
    roles: ['manager', 'packer', 'accountant', 'support'],
    calls: [
      'GET /admin/getallorders',
      'GET /admin/order-counts',
      'GET /admin/orders/:orderId',
      'GET /admin/changes/orders',
    ],
  }),
  shipping: staffArea({
    roles: ['manager', 'packer'],
    calls: [
      'PATCH /admin/orders/:orderId/status',
      'PUT /admin/orders/:orderId/shipment',
      'PATCH /admin/orders/:orderId/cash',
      'POST /admin/orders/ship',
      'POST /admin/orders/:orderId/undo-shipping',
      'GET /admin/orders/slips',
      'GET /admin/orders/labels',
      'GET /admin/packing',
      'POST /admin/packing/:orderId/items',
      'PUT /admin/packing/:orderId/aside',
      'GET /admin/packing/papers',
      'GET /admin/packing/:orderId/papers',
      'POST /admin/parcels/book',
      'POST /admin/parcels/:parcelId/check',
      'POST /admin/parcels/:parcelId/cancel',
      'POST /admin/parcels/:parcelId/label',
      'GET /admin/parcels/manifest',
      'POST /admin/returns/:returnId/pick-up',
    ],
  }),
  // Also a part of the call that changes an order's status.
  cancelling: staffArea({ roles: ['manager'], calls: ['POST /admin/orders/:orderId/cancel'] }),
  // The sizes and the address of an order that waits.
  orderChanges: staffArea({
    roles: ['manager', 'support'],
    calls: ['PUT /admin/orders/:orderId/size', 'PUT /admin/orders/:orderId/address'],
  }),
  // Receiving and inspecting what comes back. Its money belongs to 'cancelling'.
  returns: staffArea({
    roles: ['manager', 'packer', 'support'],
    calls: [
      'GET /admin/returns',
      'GET /admin/changes/returns',
      'GET /admin/returns/:returnId',
      'GET /admin/returns/:returnId/pictures/:index',
      'PATCH /admin/returns/:returnId',
    ],
  }),
  // Whether something is taken back, and why it comes. Also a part of the call that moves a return.
  returnDecisions: staffArea({
    roles: ['manager', 'support'],
    calls: ['POST /admin/orders/:orderId/returns', 'GET /admin/returns/reasons'],
  }),
  // A part of the calls about orders: the e-mail address, the payment and the money. Who only ships neither sees them
  // nor finds orders by them.
  payers: staffArea({ roles: ['manager', 'accountant', 'support'], calls: [] }),
  orderFiles: staffArea({ roles: ['manager', 'accountant'], calls: ['GET /admin/orders/export'] }),
  documents: staffArea({ roles: ['manager', 'accountant', 'support'], calls: ['GET /admin/documents/:documentId'] }),
  catalogue: staffArea({
    roles: ['manager'],
    calls: [
      'GET /admin/products',
      'GET /admin/products/list',
      'GET /admin/changes/products',
      'GET /admin/products/:id',
      'PATCH /admin/products/:id',
      'POST /admin/products/:id/restore',
      'POST /admin/products/bulk',
      'POST /admin/products/bulk/preview',
      'POST /admin/products/undo-prices',
      'GET /admin/products/export',
      'GET /admin/products/labels',
      'POST /admin/products/import',
      'GET /admin/imported-pictures',
      'POST /admin/imported-pictures/retry',
      'POST /products/createproducts',
      'DELETE /products/product/:id',
      'PATCH /products/update-price/:id',
      'PATCH /products/add-stock/:id',
      'PATCH /products/reduce-stock/:id',
      'PATCH /products/set-stock/:id',
      'GET /admin/colour-groups',
      'GET /admin/categories',
      'POST /admin/categories/rename',
      'POST /admin/categories/defaults',
      'POST /admin/categories/order',
      'POST /admin/categories/return-days',
      'POST /categories/create',
      'POST /categories/delete/categ',
      'GET /admin/collections',
      'POST /admin/collections',
      'GET /admin/collections/names',
      'GET /admin/collections/rule-choices',
      'POST /admin/collections/preview',
      'GET /admin/collections/:collectionId',
      'PUT /admin/collections/:collectionId',
      'DELETE /admin/collections/:collectionId',
      'POST /admin/collections/:collectionId/restore',
      'GET /admin/products/:id/prices',
      'GET /admin/search-settings',
      'PUT /admin/search-settings',
    ],
  }),
  // Cost and margin too.
  stock: staffArea({
    roles: ['manager', 'accountant'],
    calls: [
      'GET /admin/stock',
      'GET /admin/changes/stock',
      'GET /admin/stock/:productId',
      'GET /admin/stock/:productId/movements',
      'GET /admin/stock/bills',
      'GET /admin/stock/report',
      'GET /admin/stock/report/export',
    ],
  }),
  stockChanges: staffArea({ roles: ['manager'], calls: ['POST /admin/stock/count', 'POST /admin/stock/bills'] }),
  delivery: staffArea({
    roles: ['manager'],
    calls: [
      'GET /admin/delivery',
      'GET /admin/delivery/export',
      'GET /admin/delivery/pins/:pin',
      'POST /admin/delivery/import',
      'POST /admin/delivery/empty',
      'POST /admin/delivery/undo',
    ],
  }),
  offers: staffArea({
    roles: ['manager'],
    calls: [
      'GET /admin/offers',
      'GET /admin/offers/:offerId',
      'POST /admin/offers',
      'PATCH /admin/offers/:offerId',
      'POST /admin/offers/:offerId/switch',
      'POST /admin/offers/preview',
    ],
  }),
  sales: staffArea({
    roles: ['manager'],
    calls: [
      'GET /admin/sales',
      'GET /admin/sales/:saleId',
      'POST /admin/sales',
      'PATCH /admin/sales/:saleId',
      'POST /admin/sales/:saleId/stop',
      'POST /admin/sales/preview',
      'GET /admin/shop-at',
      'GET /admin/shop-at/:id',
    ],
  }),
  messages: staffArea({
    roles: ['manager', 'support'],
    calls: [
      'GET /admin/getallcontacts',
      'GET /admin/contact-counts',
      'GET /admin/contact/:id',
      'POST /admin/contact/:id/answers',
      'PATCH /admin/contact/:id/closed',
      'PATCH /admin/contact/:id/toggle-read',
      'DELETE /admin/contact/:id',
      'POST /admin/contacts/mark',
      'POST /admin/contacts/delete',
    ],
  }),
  reviews: staffArea({
    roles: ['manager', 'support'],
    calls: [
      'GET /admin/reviews',
      'PATCH /admin/reviews/:reviewId/toggle-hidden',
      'PUT /admin/reviews/:reviewId/answer',
      'DELETE /admin/reviews/:reviewId/answer',
    ],
  }),
  reconciliation: staffArea({
    roles: ['manager', 'accountant'],
    calls: [
      'GET /admin/reconciliations',
      'POST /admin/reconciliations',
      'GET /admin/findings',
      'POST /admin/findings/deal',
      'POST /admin/findings/reopen',
      'GET /admin/cash',
      'GET /admin/cash/parcels',
      'GET /admin/cash/findings',
      'PATCH /admin/cash/findings/:findingId',
      'POST /admin/cash/remittance',
      'POST /admin/cash/remittance/import',
      'POST /admin/orders/:orderId/remittance',
    ],
  }),
  tax: staffArea({
    roles: ['accountant'],
    calls: [
      'GET /admin/tax',
      'GET /admin/tax/gstr1',
      'GET /admin/tax/gstr1/:section',
      'GET /admin/tax/archive',
      'GET /admin/tax/register',
      'POST /admin/documents/:documentId/e-invoice',
    ],
  }),
  mails: staffArea({ roles: ['manager', 'support'], calls: ['GET /admin/mails'] }),
  pages: staffArea({
    roles: ['manager'],
    calls: [
      'GET /admin/pages',
      'POST /admin/pages',
      'GET /admin/pages/names',
      'GET /admin/pages/:pageId',
      'DELETE /admin/pages/:pageId',
      'PUT /admin/pages/:pageId/draft',
      'POST /admin/pages/:pageId/publish',
      'POST /admin/pages/:pageId/unpublish',
      'POST /admin/pages/:pageId/bring-back',
      'POST /admin/pages/:pageId/preview-link',
      'POST /admin/pages/:pageId/restore',
      'POST /admin/page-previews',
      'POST /admin/page-pictures',
    ],
  }),
  oldAddresses: staffArea({
    roles: ['manager'],
    calls: [
      'GET /admin/old-addresses',
      'POST /admin/old-addresses',
      'PUT /admin/old-addresses/:oldAddressId',
      'DELETE /admin/old-addresses/:oldAddressId',
      'POST /admin/old-addresses/import',
    ],
  }),
  auditLog: staffArea({ roles: ['manager'], calls: ['GET /admin/audit'] }),
  storeCredit: staffArea({
    roles: ['manager', 'accountant', 'support'],
    calls: [
      'GET /admin/store-credit',
      'GET /admin/store-credit/sums',
      'GET /admin/store-credit/export',
      'GET /admin/customers/:userId/store-credit',
    ],
  }),
  givingCredit: staffArea({
    roles: ['manager'],
    calls: ['POST /admin/customers/:userId/store-credit', 'POST /admin/customers/:userId/store-credit/take-back'],
  }),
  ...OWNERS_ONLY_AREAS,
} as const

export type StaffArea = keyof typeof STAFF_AREAS

/** Reading is what a call with GET does; everything else is writing. */
export type Access = 'read' | 'write'

/** What the key of a program may do in an area: read it, change it, or both with the bare name. */
export type KeyScope = StaffArea | `${StaffArea}:${Access}`

/** What a caller may do: a person by their role, a program by the scopes of its key. */
export type StaffRights = StaffRole | readonly KeyScope[]

/** Whether a caller has a part of the admin area. A role may always both read and write its parts. */
export function mayDo(rights: StaffRights | null, area: StaffArea, access: Access = 'read'): boolean {
  if (rights === null) return false
  if (typeof rights !== 'string') return rights.includes(area) || rights.includes(`${area}:${access}`)
  return rights === 'owner' || STAFF_AREAS[area].roles.includes(rights)
}

/** Whether a caller may make a call, named as in its route: `GET /admin/orders/:orderId`. */
export function mayCall(rights: StaffRights, call: string): boolean {
  const access = call.startsWith('GET ') ? 'read' : 'write'
  return rights === 'owner' || areasOf(call).some((area) => mayDo(rights, area, access))
}

/** The areas that a call belongs to. */
export const areasOf = (call: string): StaffArea[] =>
  (Object.keys(STAFF_AREAS) as StaffArea[]).filter((area) => STAFF_AREAS[area].calls.includes(call))
