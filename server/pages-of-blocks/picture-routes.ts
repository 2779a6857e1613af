import { z } from 'zod'

import type { Block } from '#contract/pages-of-blocks/block-kinds.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { BlockPicture } from '#contract/pages-of-blocks/pages.ts'
import { IMAGE_TOO_LARGE } from '#contract/catalogue/upload-limits.ts'
import { PICTURE_VALUE, pictureHashIn, pictureValue } from '#contract/settings/shop-pictures.ts'
import { invalid, invalidField } from '#server/errors.ts'
import { route } from '#server/http/route.ts'
import { readForm, withForms } from '#server/http/uploaded-form.ts'
import { PictureRefused } from '#server/media/decode-picture.ts'

const FILES = { field: 'picture', max: 1, tooMany: 'Please choose one picture.', tooLarge: IMAGE_TOO_LARGE }

/** Every text in a block, with the path of its field. */
function* textsIn(value: unknown, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) yield* textsIn(inner, `${path}.${name}`)
  }
}

/** Throws invalid for a block with a picture that the shop does not have. */
export async function checkBlockPictures({ pictures }: Shop, blocks: readonly Block[]): Promise<void> {
  for (const [index, { fields }] of blocks.entries()) {
    for (const [path, text] of textsIn(fields, `blocks.${index}.fields`)) {
      const hash = PICTURE_VALUE.test(text) ? pictureHashIn(text) : undefined
      if (hash === undefined || (await pictures.has(hash))) continue
      throw invalid('This picture is not there.', { [path]: 'Please choose a picture.' })
    }
  }
}

/** How an administrator brings a picture for a block. Nothing shows it until a draft that names it is published. */
export function registerBlockPictures(api: ShopServer, { pictures }: Shop): void {
  withForms(api, (scope) =>
    route(scope, 'POST /admin/page-pictures', {
      audience: 'admin',
      summary: 'Stores a picture for a block, whose field then has the value of the answer',
      form: { fields: z.strictObject({}), files: FILES.field },
      answer: BlockPicture,
      callsPerMinute: 60,
      handle: async ({ request }) => {
        const { uploads, failure } = await readForm(request, FILES)
        if (failure) throw failure
        const {
          files: [upload],
          networks,
        } = uploads
        if (!upload) throw invalidField('picture', 'Please choose a picture.')
        try {
          return { value: pictureValue(await pictures.add(upload, { networks })) }
        } catch (error) {
          if (!(error instanceof PictureRefused)) throw error
          throw invalidField('picture', error.message)
        }
      },
    }),
  )
}
