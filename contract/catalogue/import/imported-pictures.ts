import { z } from 'zod'

/** How the pictures of imported products come along. */
export const ImportedPictures = z.object({
  waiting: z.number().int(),
  fetched: z.number().int(),
  failed: z.number().int(),
  /** The first that failed, in the order of the file. */
  failures: z.array(
    z.object({
      _id: z.string(),
      productId: z.string(),
      /** Of its product. */
      name: z.string(),
      line: z.number().int(),
      address: z.string(),
      reason: z.string(),
    }),
  ),
  /** Imported products that have their pictures and stay drafts all the same, by what they lack, as a sentence. */
  heldBack: z.array(z.object({ reason: z.string(), products: z.number().int() })),
})
export type ImportedPictures = z.infer<typeof ImportedPictures>

/** The pictures that are to be tried again; all that failed unless ids are given. */
export const PictureRetry = z.strictObject({
  ids: z
    .array(z.string().regex(/^\d{1,15}$/))
    .max(200)
    .optional(),
})
export type PictureRetry = z.infer<typeof PictureRetry>

export const PicturesRetried = ImportedPictures.extend({ message: z.string() })
export type PicturesRetried = z.infer<typeof PicturesRetried>
