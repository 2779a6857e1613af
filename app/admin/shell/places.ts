import {
  ClipboardList,
  FileUp,
  House,
  MessageSquare,
  Package,
  Receipt,
  Scale,
  ScrollText,
  Search,
  Settings,
  Shapes,
  Star,
  TicketPercent,
  type LucideIcon,
} from 'lucide-react'

import type { Waiting } from '#contract/reports.ts'

/** A screen of the admin area, under the one name that the frame, the palette and the keys have for it. */
export interface Place {
  label: string
  to: string
  icon: LucideIcon
  /** The letter that opens it after G. */
  key?: string
  /** Other words that find it in the palette. */
  words?: string
  /** The paths that belong to it besides those that begin with its own. */
  also?: string
  /** What waits there, and what its number counts. */
  waits?: { count: keyof Waiting; words: string }
  /** Stands in the bar of narrow screens. */
  isAtHand?: boolean
}

/** The screens in the order of a shop's day. */
export const PLACE_GROUPS: readonly (readonly Place[])[] = [
  [
    { label: 'Today', to: '/admin/dashboard', icon: House, key: 'd', words: 'dashboard sales', isAtHand: true },
    {
      label: 'Orders',
      to: '/admin/neworders',
      icon: Package,
      key: 'o',
      words: 'new orders',
      also: '/admin/orders/',
      waits: { count: 'toShip', words: 'to ship' },
      isAtHand: true,
    },
  ],
  [
    { label: 'Products', to: '/admin/products', icon: Shapes, key: 'p', words: 'product page stock', isAtHand: true },
    { label: 'Categories', to: '/admin/categories', icon: ClipboardList, words: 'product page' },
    { label: 'Offers', to: '/admin/offers', icon: TicketPercent, key: 'f', words: 'codes discounts' },
    { label: 'Import', to: '/admin/products/import', icon: FileUp, words: 'csv products' },
    { label: 'Search', to: '/admin/search-settings', icon: Search, key: 's', words: 'search settings colours' },
  ],
  [
    {
      label: 'Messages',
      to: '/admin/contacts',
      icon: MessageSquare,
      key: 'c',
      words: 'contacts',
      waits: { count: 'messages', words: 'unread' },
      isAtHand: true,
    },
    { label: 'Reviews', to: '/admin/reviews', icon: Star, key: 'r' },
  ],
  [
    { label: 'Reconciliation', to: '/admin/reconciliation', icon: Scale, key: 'm', words: 'money payments' },
    { label: 'Tax', to: '/admin/tax', icon: Receipt, key: 't', words: 'gst month end invoices' },
  ],
  [
    {
      label: 'Settings',
      to: '/admin/settings',
      icon: Settings,
      key: 'e',
      words: 'shop name address policies announcement delivery',
    },
    { label: 'Audit log', to: '/admin/audit', icon: ScrollText, key: 'a' },
  ],
]

export const PLACES: readonly Place[] = PLACE_GROUPS.flat()

/** The screen that a path belongs to: the one with the longest address that the path begins with. */
export function placeOf(pathname: string): Place | undefined {
  const isIn = (path: string) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
  return PLACES.filter(({ to, also }) => isIn(to) || (also !== undefined && isIn(also)))
    .toSorted((a, b) => b.to.length - a.to.length)
    .at(0)
}
