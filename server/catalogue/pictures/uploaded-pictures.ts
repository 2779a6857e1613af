import type { Db } from '#server/db/database.ts'
import type { Uploads } from '#server/http/uploaded-form.ts'
import type { Pictures, PreparedPicture } from '#server/media/stored-pictures.ts'

import { MAX_IMAGES, TOO_MANY_IMAGES } from '#contract/catalogue/upload-limits.ts'
import { isPictureUsed } from '#server/catalogue/product-queries.ts'
import { invalidField } from '#server/errors.ts'
import { PictureRefused } from '#server/media/decode-picture.ts'

/**
 * Decodes uploads one after the other, because each takes much memory for a moment, in the queue of all pictures, and
 * stores nothing. Throws invalid (400) for too many pictures and for a file that is no picture, and unavailable (503)
 * when too many wait.
 */
export async function preparePictures(pictures: Pictures, { files, networks }: Uploads): Promise<PreparedPicture[]> {
  if (files.length > MAX_IMAGES) throw invalidField('images', TOO_MANY_IMAGES)
  const prepared: PreparedPicture[] = []
  for (const [index, file] of files.entries()) {
    try {
      prepared.push(await pictures.prepare(file, { networks }))
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error
      // Of several it is said which.
      throw invalidField('images', `${files.length > 1 ? `Picture ${index + 1}: ` : ''}${error.message}`)
    }
  }
  return prepared
}

/**
 * Stores the files, then runs `work`, which writes rows, so that a product never appears without its pictures. If
 * `work` fails, unused files are removed. Another request may add the same picture at that moment, so each side checks
 * again: after removing a file, whether a row uses it now; after `work`, whether the files are still there.
 */
export async function withStoredFiles<Result>(
  { db, pictures }: { db: Db; pictures: Pictures },
  prepared: readonly PreparedPicture[],
  work: () => Promise<Result>,
): Promise<Result> {
  const storeFiles = async () => {
    for (const { bytes, facts } of prepared) await pictures.addPrepared(bytes, facts)
  }
  const result = await storeFiles()
    .then(work)
    .catch(async (error: unknown) => {
      for (const { bytes, facts } of prepared) {
        if (await isPictureUsed(db, facts.hash)) continue
        await pictures.remove(facts.hash)
        if (await isPictureUsed(db, facts.hash)) await pictures.addPrepared(bytes, facts)
      }
      throw error
    })
  await storeFiles()
  return result
}
