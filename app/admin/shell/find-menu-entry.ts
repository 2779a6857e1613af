import { mayDo, type StaffArea } from '#contract/accounts/staff-areas.ts'
import type { StaffRole } from '#contract/accounts/staff-roles.ts'
import { MENU_ENTRIES } from '#app/admin/shell/menu-entries.ts'
import type { MenuEntry } from '#app/admin/shell/menu-entry.ts'

/** The screen that a path belongs to: the one with the longest address that the path begins with. */
export function menuEntryOf(pathname: string): MenuEntry | undefined {
  const isIn = (path: string) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
  return MENU_ENTRIES.filter(({ to, also }) => isIn(to) || (also !== undefined && isIn(also)))
    .toSorted((a, b) => b.to.length - a.to.length)
    .at(0)
}

/** The screen that a person of this role begins with: the first that they may open. */
export function firstMenuEntryOf(role: StaffRole): MenuEntry | undefined {
  return MENU_ENTRIES.find(({ area }) => mayDo(role, area))
}

/** Whether a person may open the screen of this path; true for a path without a menu entry. */
export function mayOpen(pathname: string, may: (area: StaffArea) => boolean): boolean {
  const entry = menuEntryOf(pathname)
  return !entry || may(entry.area)
}

/** The screens that share a line of the side bar with this one, itself too. */
export const familyOf = (entry: MenuEntry | undefined): readonly MenuEntry[] =>
  entry?.family === undefined ? [] : MENU_ENTRIES.filter(({ family }) => family === entry.family)
