/** A figure of the shop in a browser: what it should be, and where it fails. */
export interface Budget {
  name: string
  unit: string
  target: number
  limit: number
  /** Scores are better when they are high. */
  isFloor?: boolean
}

const KB = 'kB'

const SCRIPTS_OF_THE_SHOP: Budget = { name: 'JavaScript, gzip', unit: KB, target: 130, limit: 140 }
const SCRIPTS_OF_BUYING: Budget = { name: 'JavaScript, gzip', unit: KB, target: 138, limit: 146 }
const SCRIPTS_OF_ADMIN: Budget = { name: 'JavaScript, gzip', unit: KB, target: 170, limit: 185 }
export const STYLES: Budget = { name: 'CSS, brotli', unit: KB, target: 12, limit: 14 }
export const FONTS: Budget = { name: 'fonts', unit: KB, target: 38, limit: 45 }
export const FIRST_PICTURE: Budget = { name: 'largest picture of the first screen', unit: KB, target: 30, limit: 50 }
export const INTERACTION: Budget = { name: 'interaction, 4× CPU', unit: 'ms', target: 100, limit: 200 }

/** By the route whose first visit is weighed. */
export const SCRIPT_BUDGETS: Readonly<Record<string, Budget>> = {
  'routes/storefront/home': SCRIPTS_OF_THE_SHOP,
  'routes/storefront/category': SCRIPTS_OF_THE_SHOP,
  'routes/storefront/our-products': SCRIPTS_OF_THE_SHOP,
  'routes/storefront/product': SCRIPTS_OF_THE_SHOP,
  'routes/checkout/cart': SCRIPTS_OF_BUYING,
  'routes/checkout/checkout': SCRIPTS_OF_BUYING,
  'routes/admin/dashboard': SCRIPTS_OF_ADMIN,
}

const score = (name: string, target: number, limit: number): Budget => ({
  name,
  unit: '',
  target,
  limit,
  isFloor: true,
})

/** What Lighthouse measures, by the name of its category or audit. */
export const LIGHTHOUSE: Readonly<Record<string, Budget>> = {
  performance: score('performance', 98, 94),
  accessibility: score('accessibility', 100, 100),
  'best-practices': score('best practices', 100, 96),
  seo: score('SEO', 100, 100),
  'first-contentful-paint': { name: 'FCP', unit: 's', target: 0.8, limit: 1.5 },
  'largest-contentful-paint': { name: 'LCP', unit: 's', target: 1.2, limit: 2 },
  'total-blocking-time': { name: 'TBT', unit: 'ms', target: 50, limit: 150 },
  'cumulative-layout-shift': { name: 'CLS', unit: '', target: 0, limit: 0.02 },
}

/** Whether a measured figure is past the budget's limit. A figure that could not be measured counts as past it. */
export function isBroken({ limit, isFloor }: Budget, measured: number): boolean {
  return !(isFloor ? measured >= limit : measured <= limit)
}
