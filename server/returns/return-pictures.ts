import type { Shop } from '#server/start/shop.ts'

import { counted } from '#contract/words/counted.ts'
import { MAX_RETURN_PICTURES } from '#contract/returns/return-limits.ts'
import { ENDED_STATUSES } from '#contract/states/return-states.ts'
import { preparePictures, withStoredFiles } from '#server/catalogue/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, conflictIn, invalidField, notFound } from '#server/errors.ts'
import type { ServedPicture } from '#server/http/responses/send-picture.ts'
import type { Uploads } from '#server/http/uploaded-form.ts'
import type { WantedPicture } from '#server/media/stored-pictures.ts'
import { getReturn, lockReturn } from '#server/returns/get-return.ts'
import { countPictures, findPictureHash, insertPictures } from '#server/returns/picture-queries.ts'
import type { ReturnRow } from '#server/returns/return-queries.ts'

interface CustomersReturn {
  orderId: string
  returnId: string
  userId: string
}

function checkOpen({ status }: ReturnRow): void {
  if (ENDED_STATUSES.some((ended) => ended === status)) {
    throw conflict(`This return was ${status}, so it needs no pictures.`)
  }
}

function checkCount(before: number, added: number): void {
  if (before + added <= MAX_RETURN_PICTURES) return
  throw conflictIn('images', `A return has at most ${counted(MAX_RETURN_PICTURES, 'picture')}.`)
}

/**
 * Throws not-found for somebody else's return, and a conflict for one that ended or has too many pictures for so many
 * more. Ask before files are read: nobody else's are then.
 */
export async function checkTakesPictures({ db }: Pick<Shop, 'db'>, key: CustomersReturn, added = 1): Promise<void> {
  checkOpen(await getReturn(db, key))
  checkCount(await countPictures(db, key.returnId), added)
}

/**
 * Adds pictures to a customer's own return, decoded and stored as those of products are: all of them, or none. Nobody
 * but them and the staff sees one. Throws not-found for somebody else's return, invalid for a file that is no picture,
 * and a conflict for too many and for a return that ended.
 */
export async function addReturnPictures(
  shop: Pick<Shop, 'db' | 'pictures'>,
  { uploads, ...key }: CustomersReturn & { uploads: Uploads },
): Promise<ReturnRow> {
  const { db } = shop
  const { returnId } = key
  if (uploads.files.length === 0) throw invalidField('images', 'Please choose a picture.')
  await checkTakesPictures(shop, key, uploads.files.length)
  const prepared = await preparePictures(shop.pictures, uploads)
  const hashes = prepared.map(({ facts }) => facts.hash)
  return withStoredFiles(shop, prepared, () =>
    inTransaction(db, async (db) => {
      checkOpen(await lockReturn(db, key))
      checkCount(await countPictures(db, returnId), hashes.length)
      await insertPictures(db, returnId, hashes)
      return getReturn(db, key)
    }),
  )
}

/** A picture of a return; with `userId` only of that customer's own. Throws not-found. */
export async function getReturnPicture(
  { db, pictures }: Pick<Shop, 'db' | 'pictures'>,
  {
    accept,
    networks = [],
    ...key
  }: { returnId: string; index: number; userId?: string } & Omit<WantedPicture, 'width'>,
): Promise<ServedPicture> {
  const hash = await findPictureHash(db, key)
  if (hash === undefined) throw notFound('Picture')
  return pictures.serve(hash, { accept, networks })
}
