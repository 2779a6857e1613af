import {
  Banknote,
  CalendarClock,
  ClipboardList,
  FileUp,
  House,
  KeyRound,
  LibraryBig,
  Mail,
  Menu as MenuIcon,
  MessageSquare,
  Package,
  PackageOpen,
  PanelsTopLeft,
  PencilLine,
  Receipt,
  Rocket,
  Scale,
  ScrollText,
  Search,
  Settings,
  ShieldCheck,
  Shapes,
  Signpost,
  Star,
  TicketPercent,
  Truck,
  Undo2,
  UserPlus,
  UserRound,
  Users,
  WalletCards,
  Warehouse,
  type LucideIcon,
} from 'lucide-react'

import type { Waiting } from '#contract/reports/reports.ts'
import type { StaffArea } from '#contract/accounts/staff-areas.ts'

/** A screen of the admin area, as the menu, the command palette and the keyboard shortcuts offer it. */
export interface MenuEntry {
  label: string
  to: string
  icon: LucideIcon
  /** Who may open it: `contract/accounts/staff-areas.ts`. */
  area: StaffArea
  /** The letter that opens it after G. */
  key?: string
  /** Other words that find it in the palette. */
  words?: string
  /** The paths that belong to it besides those that begin with its own. */
  also?: string
  /** Which count of waiting work stands beside it, and what it counts. */
  waits?: { count: 'toShip' | 'messages'; words: string }
  /** Only shown while this is so. */
  isShown?(waiting: Waiting | undefined): boolean
  /** Screens of the same family share one line of the side bar and are tabs of each other. */
  family?: string
  /** Also stands in the bottom bar of narrow screens. */
  isInBottomBar?: boolean
}

/** What the shop looks like and says. */
const LOOK = 'Shop’s look'
const GROUPS_OF_GOODS = 'Categories'
const REDUCTIONS = 'Offers and sales'
const WHO_COMES_IN = 'Staff and keys'
const FROM_ELSEWHERE = 'From another shop'

/** The screens in the order in which a day needs them. */
export const MENU_GROUPS: readonly (readonly MenuEntry[])[] = [
  [
    {
      label: 'Today',
      to: '/admin/dashboard',
      icon: House,
      area: 'figures',
      key: 'd',
      words: 'dashboard sales',
      isInBottomBar: true,
    },
    {
      label: 'Orders',
      to: '/admin/neworders',
      icon: Package,
      area: 'orders',
      key: 'o',
      words: 'new orders',
      also: '/admin/orders/',
      waits: { count: 'toShip', words: 'to ship' },
      isInBottomBar: true,
    },
    {
      label: 'Packing',
      to: '/admin/packing',
      icon: PackageOpen,
      area: 'shipping',
      key: 'k',
      words: 'scan pick list parcels labels couriers',
    },
    {
      label: 'Returns',
      to: '/admin/returns',
      icon: Undo2,
      area: 'returns',
      key: 'n',
      words: 'return exchange rma take back receive inspect refund comes back',
    },
  ],
  [
    {
      label: 'Products',
      to: '/admin/products',
      icon: Shapes,
      area: 'catalogue',
      key: 'p',
      words: 'product page stock',
      isInBottomBar: true,
    },
    {
      label: 'Stock',
      to: '/admin/stock',
      icon: Warehouse,
      area: 'stock',
      key: 'i',
      words: 'inventory pieces places shelf count suppliers bills cost margin value movements',
    },
    {
      label: 'Categories',
      to: '/admin/categories',
      icon: ClipboardList,
      area: 'catalogue',
      words: 'product page',
      family: GROUPS_OF_GOODS,
    },
    {
      label: 'Collections',
      to: '/admin/collections',
      icon: LibraryBig,
      area: 'catalogue',
      words: 'together occasion rule wedding new',
      family: GROUPS_OF_GOODS,
    },
    {
      label: 'Offers',
      to: '/admin/offers',
      icon: TicketPercent,
      area: 'offers',
      key: 'f',
      words: 'codes discounts',
      family: REDUCTIONS,
    },
    {
      label: 'Sales',
      to: '/admin/sales',
      icon: CalendarClock,
      area: 'sales',
      also: '/admin/shop-at',
      words: 'sale reductions discounts prices days',
      family: REDUCTIONS,
    },
    {
      label: 'Delivery',
      to: '/admin/delivery',
      icon: Truck,
      area: 'delivery',
      words: 'pin codes couriers days cash on delivery working days',
    },
    { label: 'Import', to: '/admin/products/import', icon: FileUp, area: 'catalogue', words: 'csv products' },
    {
      label: 'Search',
      to: '/admin/search-settings',
      icon: Search,
      area: 'catalogue',
      key: 's',
      words: 'search settings colours',
    },
  ],
  [
    {
      label: 'Messages',
      to: '/admin/contacts',
      icon: MessageSquare,
      area: 'messages',
      key: 'c',
      words: 'contacts',
      waits: { count: 'messages', words: 'unread' },
      isInBottomBar: true,
    },
    { label: 'Reviews', to: '/admin/reviews', icon: Star, area: 'reviews', key: 'r' },
  ],
  [
    {
      label: 'Reconciliation',
      to: '/admin/reconciliation',
      icon: Scale,
      area: 'reconciliation',
      key: 'm',
      words: 'money payments',
    },
    {
      label: 'Cash',
      to: '/admin/cash',
      icon: Banknote,
      area: 'reconciliation',
      key: 'h',
      words: 'cash on delivery cod couriers owe remittance money door',
      isShown: (waiting) => waiting?.cash !== undefined,
    },
    {
      label: 'Store credit',
      to: '/admin/store-credit',
      icon: WalletCards,
      area: 'storeCredit',
      words: 'credit gift voucher owe balance customer goodwill',
    },
    { label: 'Tax', to: '/admin/tax', icon: Receipt, area: 'tax', key: 't', words: 'gst month end invoices' },
  ],
  [
    {
      label: 'Pages',
      to: '/admin/pages',
      icon: PanelsTopLeft,
      area: 'pages',
      key: 'b',
      words: 'home about blocks texts editor',
      family: LOOK,
    },
    {
      label: 'Settings',
      to: '/admin/settings',
      icon: Settings,
      area: 'settings',
      key: 'e',
      words: 'shop name address policies delivery setting',
    },
    {
      label: 'Staff',
      to: '/admin/staff',
      icon: Users,
      area: 'staff',
      key: 'w',
      words: 'people roles invite',
      family: WHO_COMES_IN,
    },
    {
      label: 'Keys',
      to: '/admin/keys',
      icon: KeyRound,
      area: 'keys',
      words: 'api programs tokens tally warehouse bot',
      family: WHO_COMES_IN,
    },
    {
      label: 'Words',
      to: '/admin/words',
      icon: PencilLine,
      area: 'settings',
      words: 'texts announcement banner footer mail subjects packing slip thank you empty cart',
      family: LOOK,
    },
    { label: 'Mails', to: '/admin/mails', icon: Mail, area: 'mails', words: 'e-mail preview letters', family: LOOK },
    {
      label: 'Menu and footer',
      to: '/admin/words/menu-and-footer',
      icon: MenuIcon,
      area: 'settings',
      words: 'navigation links popular items header',
      family: LOOK,
    },
    {
      label: 'Import customers',
      to: '/admin/customers/import',
      icon: UserPlus,
      area: 'customerImport',
      words: 'shopify csv accounts',
      family: FROM_ELSEWHERE,
    },
    {
      label: 'Old addresses',
      to: '/admin/old-addresses',
      icon: Signpost,
      area: 'oldAddresses',
      words: 'redirects links moved shopify woocommerce',
      family: FROM_ELSEWHERE,
    },
    {
      label: 'First steps',
      to: '/admin/first-steps',
      icon: Rocket,
      area: 'settings',
      words: 'open new shop colours palette logo name empty demo',
      family: LOOK,
    },
    {
      label: 'Second factor',
      to: '/admin/second-factor',
      icon: ShieldCheck,
      area: 'ownSignIn',
      words: 'sign in code app password',
    },
    { label: 'Audit log', to: '/admin/audit', icon: ScrollText, area: 'auditLog', key: 'a' },
    { label: 'Your account', to: '/admin/account', icon: UserRound, area: 'ownSignIn', words: 'passkeys' },
  ],
]

export const MENU_ENTRIES: readonly MenuEntry[] = MENU_GROUPS.flat()

/** The screens that share a line of the side bar with this one, itself too. */
export const familyOf = (entry: MenuEntry | undefined): readonly MenuEntry[] =>
  entry?.family === undefined ? [] : MENU_ENTRIES.filter(({ family }) => family === entry.family)
