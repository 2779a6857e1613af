import type { Category } from '#contract/catalogue/catalogue.ts'
import type { PublicSettings } from '#contract/settings/public-settings.ts'

/** Good searches, offered below an empty search field. A shop that is no longer as it came names its own goods. */
export function popularSearches({ hasOwnLine }: PublicSettings, categories: readonly Category[]): readonly string[] {
  const goods = hasOwnLine ? categories.slice(0, 3).map(({ name }) => name) : ['White shirt', 'Linen', 'Polo']
  return [...goods, 'Under ₹1,000']
}
