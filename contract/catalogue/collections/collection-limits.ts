/** Collections of a shop, deleted ones not counted. */
export const MAX_COLLECTIONS = 200
export const MAX_COLLECTION_TITLE = 80
export const MAX_COLLECTION_TEXT = 2000
export const MAX_COLLECTION_SLUG = 60
/** Products that are chosen by hand. */
export const MAX_CHOSEN_PRODUCTS = 500
/** The longest time in days that a rule may call a product new. */
export const MAX_NEW_DAYS = 365
/** Values of one condition of a rule. */
export const MAX_RULE_VALUES = 60
/** Products that the form shows of those that match. */
export const PREVIEWED_PRODUCTS = 12
/** Collections that a list counts its products by. */
export const COUNTED_COLLECTIONS = 20
