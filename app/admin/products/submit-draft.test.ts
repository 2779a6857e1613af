import { expect, test } from 'vitest'

import { newDraft } from '#app/admin/products/product-draft.ts'
import { withRefusedPictures, withSmallPictures } from '#app/admin/products/submit-draft.ts'

test('what a save failed of stays in sight when a picture is chosen', () => {
  const offline = { message: 'The shop could not be reached.', fields: {} }
  expect(withRefusedPictures(offline, [])).toEqual(offline)
  const badPrice = { message: 'Price: Too low.', fields: { price: 'Too low.' } }
  expect(withRefusedPictures(badPrice, [])).toEqual(badPrice)
  expect(withRefusedPictures(badPrice, ['a.gif: No.'])?.fields).toEqual({ price: 'Too low.', images: 'a.gif: No.' })
})

test('what was wrong with pictures goes when others are chosen', () => {
  const refused = withRefusedPictures(undefined, ['a.gif: No.', 'b.svg: No.'])
  expect(refused).toEqual({ message: 'a.gif: No. b.svg: No.', fields: { images: 'a.gif: No. b.svg: No.' } })
  expect(withRefusedPictures(refused, [])).toBeUndefined()
  expect(withRefusedPictures(undefined, [])).toBeUndefined()
})

test('a picture that cannot be sent is told of at the field of the pictures, by its name', async () => {
  const file = new File(['GIF89a'], 'loom.gif', { type: 'image/gif' })
  const sentence = 'loom.gif: Only JPEG, PNG, WebP and AVIF pictures can be used.'
  await expect(
    withSmallPictures({ ...newDraft(), pictures: [{ key: 'new-1', src: '', alt: '', file }] }),
  ).rejects.toMatchObject({ message: sentence, fields: { images: sentence } })
})
