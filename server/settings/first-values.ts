import type { Settings } from '#contract/settings/settings.ts'
import type { Config } from '#server/start/config.ts'

/** What a real shop does not show until its owner wants it: made-up stars, and links to pages that are not its own. */
const OF_A_REAL_SHOP = {
  showsSampleRatings: false,
  facebook: '',
  twitter: '',
  instagram: '',
} satisfies Partial<Settings>

/** What the environment says of settings that the owner has not changed. */
export const firstValuesOf = ({
  shopName,
  hasDemoCatalogue,
  isProduction,
}: Pick<Config, 'shopName' | 'hasDemoCatalogue' | 'isProduction'>): Partial<Settings> => ({
  shopName,
  isPublishChecked: hasDemoCatalogue,
  // The note is about the demo's pictures.
  ...(!hasDemoCatalogue && { footerNote: '' }),
  ...(isProduction && OF_A_REAL_SHOP),
})
