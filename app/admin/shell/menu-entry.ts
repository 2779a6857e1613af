import type { LucideIcon } from 'lucide-react'

import type { StaffArea } from '#contract/accounts/staff-areas.ts'
import type { Waiting } from '#contract/dashboard/dashboard.ts'

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
