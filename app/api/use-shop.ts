import { useRouteLoaderData } from 'react-router'

import type { ShopFacts } from '#app/api/request-context.ts'
import type { SpecifiedPage } from '#contract/pages-of-blocks/page-limits.ts'
import { DEFAULT_MENUS, menuColumns, type MenuColumn, type MenuName } from '#contract/pages-of-blocks/menus.ts'
import type { PageLink, SiteMenus } from '#contract/pages-of-blocks/pages.ts'
import type { Category } from '#contract/catalogue/catalogue.ts'

interface RootData {
  shop: ShopFacts
  categories: Category[]
  ownPages?: readonly SpecifiedPage[]
  ownLinks?: readonly PageLink[]
  /** The owner's menus; one that is missing is as at first. */
  menus?: SiteMenus
}

const UNKNOWN: RootData = {
  shop: {
    shopName: 'Selvedge',
    today: '',
    social: [],
    deliveryDays: [8, 12],
    returnDays: 7,
    words: {} as ShopFacts['words'],
    publicUrl: '',
    isSandbox: false,
    hasSandboxNotice: false,
    sendsMail: false,
    checkoutUrl: '',
  },
  categories: [],
}

// On the error screen the root's data may be missing, and the frame around it must still render.
const useRootData = () => useRouteLoaderData<RootData>('root') ?? UNKNOWN

/** The facts that are the same for every visitor: the shop's name, its origin, its payment provider. */
export const useShop = (): ShopFacts => useRootData().shop

/** The categories as they were when the page was made. */
export const useFirstCategories = (): Category[] => useRootData().categories

/** The specified pages that the owner has replaced; undefined while there are none. */
export const useOwnPages = (): readonly SpecifiedPage[] | undefined => useRootData().ownPages

/** A menu with the links that lead somewhere. */
export const useMenu = (name: MenuName): readonly MenuColumn[] =>
  useRootData().menus?.[name] ?? menuColumns(DEFAULT_MENUS[name])

/**
 * The shop's own pages that are linked in the menus or in the footer, besides those that the owner has put there:
 * address and title.
 */
export function useOwnLinks(where: 'menu' | 'footer'): (readonly [to: string, title: string])[] {
  const columns = useMenu(where === 'menu' ? 'mainMenu' : 'footerMenu')
  return (useRootData().ownLinks ?? [])
    .filter(({ place }) => place === where || place === 'both')
    .map(({ slug, title }) => [`/pages/${slug}`, title] as const)
    .filter(([address]) => !columns.some(({ links }) => links.some(({ to }) => to === address)))
}

/** The links of the main menu; own pages stand before the last one. */
export function useMainMenu(): readonly (readonly [to: string, label: string])[] {
  const links = useMenu('mainMenu').flatMap((column) => column.links.map(({ to, label }) => [to, label] as const))
  return links.toSpliced(-1, 0, ...useOwnLinks('menu'))
}
