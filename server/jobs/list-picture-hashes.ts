import type { Db } from '#server/db/open.ts'

/** The picture hashes of all products that are sold. */
export async function listPictureHashes(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('productImages')
    .innerJoin('products', 'products.id', 'productImages.productId')
    .select('pictureHash')
    .distinct()
    .where('products.deletedAt', 'is', null)
    .orderBy('pictureHash')
    .execute()
  return rows.map(({ pictureHash }) => pictureHash)
}
