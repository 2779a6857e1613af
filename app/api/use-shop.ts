import { useRouteLoaderData } from 'react-router'

import type { ShopFacts } from '#app/api/request-context.ts'
import type { Category } from '#contract/catalogue/catalogue.ts'

interface RootData {
  shop: ShopFacts
  categories: Category[]
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
