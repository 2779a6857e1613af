import type { LinkTargets } from '#server/pages-of-blocks/live-links.ts'

import {
  CATEGORIES_ENTRY,
  DEFAULT_MENUS,
  liveColumns,
  MENU_NAMES,
  menuColumns,
  type MenuName,
} from '#contract/pages/menus.ts'
import type { SiteMenus } from '#contract/pages/pages.ts'
import { isLive } from '#server/pages-of-blocks/live-links.ts'

/**
 * The owner's menus with the links that lead somewhere now. One that is as every shop has it at first is left out: the pages know it
 * themselves.
 */
export function liveMenus(texts: Readonly<Record<MenuName, string>>, targets: LinkTargets): SiteMenus {
  const isShown = (to: string) => to === CATEGORIES_ENTRY || isLive(to, targets)
  const menus = MENU_NAMES.flatMap((name) => {
    const own = liveColumns(menuColumns(texts[name]), isShown)
    const isAsAtFirst = JSON.stringify(own) === JSON.stringify(menuColumns(DEFAULT_MENUS[name]))
    return isAsAtFirst ? [] : [[name, own] as const]
  })
  return Object.fromEntries(menus)
}
