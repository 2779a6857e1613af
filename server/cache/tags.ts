import type { OpenDatabase } from '#server/db/database.ts'

/**
 * Everything in the catalogue except stock and what sales make of prices. Every response that shows something of the
 * catalogue has it.
 */
export const CATALOGUE = 'catalogue'
/** Which sizes are in stock anywhere: what filters and counts show. */
export const AVAILABILITY = 'availability'
/** How many pieces of each size a product has. */
export const stockTag = (productId: string): string => `stock:${productId}`
/** What a list shows of a product's stock: sold out, a few left, and in which sizes. */
export const availabilityTag = (productId: string): string => `availability:${productId}`
/** Any price at all: what is sorted or narrowed by prices, and whatever does not name those that it shows. */
export const PRICES = 'prices'
/** What a product costs by itself while the rest of it stays as it is: a sale begins or ends. */
export const priceTag = (productId: string): string => `price:${productId}`
/** Which sales there are, and when they begin and end. No response shows it. */
export const SALES_TAG = 'sales'
/** What the owner has set: the shop's name, its policies and the like. Every page shows something of it. */
export const SETTINGS_TAG = 'settings'
/** What the owner has published, and where it is linked. */
export const PAGES_TAG = 'pages'
/** The PIN table. What pages show of it has the tag of the settings. */
export const DELIVERY_TAG = 'delivery'
/** Which products a collection shows: one leaves it as time goes by. */
export const collectionTag = (slug: string): string => `collection:${slug.toLowerCase()}`
/** What customers say of a product. */
export const reviewsTag = (productId: string): string => `reviews:${productId}`

/** Remembers when each tag last changed, here or in another process on the same database. */
export interface Tags {
  /** The moment to compare with later. Read it before the response is made, so that a change meanwhile counts. */
  now(): number
  /** Whether nothing that these tags name has changed since then. */
  isCurrent(tags: readonly string[], since: number): boolean
  /**
   * Call it after the change is committed, so that the very next response shows it. Other processes hear it from the
   * database.
   */
  outdate(...tags: string[]): void
  /** Calls the listener whenever this tag may have changed, here or elsewhere; the result ends that. */
  follow(tag: string, listener: () => void): () => void
  close(): Promise<void>
}

/**
 * Follows the channel `catalogue`, on which the database announces the tags of each committed change, separated by
 * spaces.
 */
export async function followTags(database: Pick<OpenDatabase, 'listen'>): Promise<Tags> {
  let moment = 1
  const changedAt = new Map<string, number>()
  const followers = new Set<{ tag: string; listener: () => void }>()

  function outdate(...tags: string[]) {
    moment += 1
    // A change of the catalogue outdates whatever shows stock too, so the map stays small.
    if (tags.includes(CATALOGUE)) changedAt.clear()
    for (const tag of tags) changedAt.set(tag, moment)
    for (const { tag, listener } of followers) if (tags.includes(tag) || tags.includes(CATALOGUE)) listener()
  }

  // An empty payload means that something may have been missed.
  const stop = await database.listen('catalogue', (payload) => outdate(...(payload ? payload.split(' ') : [CATALOGUE])))

  return {
    now: () => moment,
    isCurrent: (tags, since) => tags.every((tag) => (changedAt.get(tag) ?? 0) <= since),
    outdate,
    follow(tag, listener) {
      const follower = { tag, listener }
      followers.add(follower)
      return () => void followers.delete(follower)
    },
    close: stop,
  }
}
