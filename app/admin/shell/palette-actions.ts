import type { StaffArea } from '#contract/accounts/staff-areas.ts'

/** What an action does where it leads to no screen. */
type PaletteDeed = 'dark' | 'light' | 'sign out'

/** Something that a person of the staff wants to do, as the palette offers it. */
export interface PaletteAction {
  label: string
  /** Other words that find it. */
  words: string
  /** Who may do it: `contract/accounts/staff-areas.ts`. Everybody if none is given. */
  area?: StaffArea
  does: { to: string } | { deed: PaletteDeed }
}

/** The actions in the order in which the palette shows them. Each leads to the screen where it is done, or does it. */
export const PALETTE_ACTIONS: readonly PaletteAction[] = [
  {
    label: 'Ship orders',
    words: 'send dispatch parcels pack courier couriers tracking awb number delivery waiting bulk',
    area: 'shipping',
    does: { to: '/admin/neworders?waits=shipment&sort=oldest' },
  },
  {
    label: 'Add a courier or mark as delivered',
    words: 'couriers tracking awb number delivered deliver shipped shipments parcels',
    area: 'shipping',
    does: { to: '/admin/neworders?status=shipped' },
  },
  {
    label: 'Print packing slips',
    words: 'slip label labels pack address parcels',
    area: 'shipping',
    does: { to: '/admin/neworders?waits=shipment&sort=oldest' },
  },
  {
    label: 'Cancel or refund an order',
    words: 'refunds return money back reverse cancellation cancelling',
    area: 'cancelling',
    does: { to: '/admin/neworders' },
  },
  {
    label: 'Receive and inspect returns',
    words: 'return returned exchange rma back arrived condition damaged worn restock',
    area: 'returns',
    does: { to: '/admin/returns?waits=receive' },
  },
  {
    label: 'Refunds that failed',
    words: 'refund money waiting dispute chargeback problem',
    area: 'payers',
    does: { to: '/admin/neworders?waits=refund' },
  },
  {
    label: 'Export orders',
    words: 'download csv excel spreadsheet sheet',
    area: 'orderFiles',
    does: { to: '/admin/neworders' },
  },
  {
    label: 'Take in stock',
    words: 'supplier bill purchase cost pieces receive restock',
    area: 'stockChanges',
    does: { to: '/admin/stock/take-in' },
  },
  {
    label: 'New offer',
    words:
      'create add coupon coupons code codes discount discounts voucher promotion promo sale deal percent off festival',
    area: 'offers',
    does: { to: '/admin/offers/new' },
  },
  {
    label: 'New sale',
    words: 'create add reduce reduction discount price prices days diwali festival from until schedule',
    area: 'sales',
    does: { to: '/admin/sales/new' },
  },
  {
    label: 'Create product',
    words: 'new add item article garment piece draft',
    area: 'catalogue',
    does: { to: '/admin/dashboard#create-product' },
  },
  {
    label: 'Create category',
    words: 'new add department',
    area: 'catalogue',
    does: { to: '/admin/dashboard#create-category' },
  },
  {
    label: 'Create collection',
    words: 'new add group occasion wedding together rule by hand',
    area: 'catalogue',
    does: { to: '/admin/collections/new' },
  },
  {
    label: 'Restock',
    words: 'stock low inventory quantity pieces sold out add reduce count',
    area: 'catalogue',
    does: { to: '/admin/products?stock=low-sizes' },
  },
  {
    label: 'Change prices',
    words: 'price reprice discount mrp cost rate bulk edit products',
    area: 'catalogue',
    does: { to: '/admin/products' },
  },
  {
    label: 'Import products',
    words: 'upload csv excel spreadsheet sheet bulk export download',
    area: 'catalogue',
    does: { to: '/admin/products/import' },
  },
  {
    label: 'Teach the search a word',
    words: 'synonym synonyms colour colours family meaning',
    area: 'catalogue',
    does: { to: '/admin/search-settings' },
  },
  {
    label: 'Answer messages',
    words: 'reply customer customers support ticket tickets complaint grievance contact unread',
    area: 'messages',
    does: { to: '/admin/contacts?show=unread' },
  },
  {
    label: 'Answer or hide reviews',
    words: 'rating ratings stars feedback reply',
    area: 'reviews',
    does: { to: '/admin/reviews' },
  },
  {
    label: 'GST and invoices of a month',
    words: 'tax gstin gstr hsn invoice invoices credit note accountant month end return cgst sgst igst',
    area: 'tax',
    does: { to: '/admin/tax' },
  },
  {
    label: 'Compare with the payment provider',
    words: 'razorpay payments payouts reconcile settlement bank money',
    area: 'reconciliation',
    does: { to: '/admin/reconciliation' },
  },
  {
    label: 'Change the shop’s settings',
    words: 'setting configure preferences name address logo policy policies privacy terms shipping seller hours phone',
    area: 'settings',
    does: { to: '/admin/settings' },
  },
  {
    label: 'Choose the shop’s colours',
    words: 'palette colour theme look brand logo wordmark first steps empty remove delete demo',
    area: 'settings',
    does: { to: '/admin/first-steps' },
  },
  {
    label: 'Change the shop’s words',
    words:
      'announcement banner text texts wording mail mails e-mail subject subjects footer thank thanks packing slip line empty cart greeting',
    area: 'settings',
    does: { to: '/admin/words' },
  },
  {
    label: 'Invite staff',
    words: 'add new employee person user role packer manager accountant permission permissions team',
    area: 'staff',
    does: { to: '/admin/staff' },
  },
  {
    label: 'Sales and figures',
    words: 'report reports revenue turnover statistics chart earnings best sellers bestsellers today',
    area: 'figures',
    does: { to: '/admin/dashboard' },
  },
  {
    label: 'Who changed what',
    words: 'history log changes undo audit activity',
    area: 'auditLog',
    does: { to: '/admin/audit' },
  },
  {
    label: 'Change how you sign in',
    words: 'password passkey passkeys security second factor two 2fa authenticator profile account',
    area: 'ownSignIn',
    does: { to: '/admin/account' },
  },
  { label: 'View shop', words: 'storefront site website open home customer', does: { to: '/' } },
  { label: 'Dark theme', words: 'dark mode night black appearance', does: { deed: 'dark' } },
  { label: 'Light theme', words: 'light mode day bright white appearance', does: { deed: 'light' } },
  { label: 'Sign out', words: 'signout log out logout leave exit', does: { deed: 'sign out' } },
]

const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(Boolean)

/** Whether each word that is typed begins a word of the label or of the other words. */
export function isCalled(typed: string, { label, words = '' }: { label: string; words?: string | undefined }): boolean {
  const sought = wordsIn(typed)
  const known = wordsIn(`${label} ${words}`)
  return sought.length > 0 && sought.every((word) => known.some((each) => each.startsWith(word)))
}
