import type { MenuEntry } from '#app/admin/shell/menu-entry.ts'
import type { StaffArea } from '#contract/accounts/staff-areas.ts'
import type { Waiting } from '#contract/dashboard/dashboard.ts'

/** A line of the side bar: a screen, or a family of screens by the first of them. */
export interface SideLine {
  entry: MenuEntry
  label: string
  screens: readonly MenuEntry[]
}

/** The screens that the menu offers to a person who may use these areas, while so much waits. */
export const shownScreens = (
  entries: readonly MenuEntry[],
  may: (area: StaffArea) => boolean,
  waiting: Waiting | undefined,
): MenuEntry[] => entries.filter(({ area, isShown }) => may(area) && (isShown?.(waiting) ?? true))

/** The lines of a group of the side bar. */
export function sideLinesOf(own: readonly MenuEntry[]): SideLine[] {
  return own.flatMap((entry): SideLine[] => {
    if (entry.family === undefined) return [{ entry, label: entry.label, screens: [entry] }]
    const screens = own.filter(({ family }) => family === entry.family)
    if (screens[0] !== entry) return []
    return [{ entry, label: screens.length > 1 ? entry.family : entry.label, screens }]
  })
}
