import type { Db } from '#server/db/database.ts'

import { findPictureHash } from '#server/catalogue/product-queries.ts'

/** The hash of the picture at this place of a product that is not deleted; undefined if there is none. */
export async function findPicture(db: Db, productId: string, index: string): Promise<string | undefined> {
  return /^\d{1,3}$/.test(index) ? findPictureHash(db, productId, Number(index)) : undefined
}
