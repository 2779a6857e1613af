import { useRouteLoaderData } from 'react-router'

import type { ShopFacts } from '#app/api/context.ts'
import type { Category } from '#contract/catalogue.ts'

interface RootData {
  shop: ShopFacts
  categories: Category[]
}

const UNKNOWN: RootData = {
  shop: {
    shopName: 'Selvedge',
    publicUrl: '',
    isSandbox: false,
    hasSandboxNotice: false,
    sendsMail: false,
    checkoutUrl: '',
  },
  categories: [],
}

// On the error screen the root's data may be missing; the frame around it still has to stand.
const useRootData = () => useRouteLoaderData<RootData>('root') ?? UNKNOWN

/** What is the same for every visitor: the shop's name, its origin, its provider. */
export const useShop = (): ShopFacts => useRootData().shop

/** The categories as they were when the page was made. */
export const useFirstCategories = (): Category[] => useRootData().categories
