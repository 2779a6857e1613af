import { useRouteLoaderData } from 'react-router'

import type { ShopFacts } from '#app/api/request-context.ts'
import type { SpecifiedPage } from '#contract/pages/page-limits.ts'
import type { PageLink } from '#contract/pages/pages.ts'
import type { Category } from '#contract/catalogue/catalogue.ts'

interface RootData {
  shop: ShopFacts
  categories: Category[]
  ownPages?: readonly SpecifiedPage[]
  ownLinks?: readonly PageLink[]
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

/** The shop's own pages that are linked in the menus or in the footer: address and title. */
export const useOwnLinks = (where: 'menu' | 'footer'): (readonly [to: string, title: string])[] =>
  (useRootData().ownLinks ?? [])
    .filter(({ place }) => place === where || place === 'both')
    .map(({ slug, title }) => [`/pages/${slug}`, title])
