/** The groups of the settings screen, in its order. */
export const SETTING_GROUPS = [
  'Shop',
  'Seller',
  'Customer care',
  'Grievance officer',
  'Social pages',
  'Delivery and returns',
  'Cash on delivery',
  'Products',
  'Staff',
  'Tax',
  'Policies',
] as const
export type SettingGroup = (typeof SETTING_GROUPS)[number]

/** The settings that stand first on the screen of words (`contract/words/`). */
export const GROUPS_BESIDE_WORDS = ['Menu and footer', 'Announcement'] as const

/** The settings beside the PIN table, on its screen. */
export const PIN_SETTINGS_GROUP = 'Delivery by PIN code'

/**
 * How a setting is entered: `text` has several lines, `moment` is a date and a time in India, `picture` an uploaded
 * file, `categories` some of them.
 */
export const SETTING_INPUTS = [
  'line',
  'text',
  'markdown',
  'number',
  'switch',
  'choice',
  'email',
  'phone',
  'link',
  'path',
  'pin',
  'moment',
  'picture',
  'menu',
  'categories',
] as const
export type SettingInput = (typeof SETTING_INPUTS)[number]
