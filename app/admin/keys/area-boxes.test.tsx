import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { AreaBoxes } from '#app/admin/keys/area-boxes.tsx'

test('what is wrong with the areas of a key is said of its boxes, which have the name of the error', () => {
  const page = renderToStaticMarkup(<AreaBoxes error="Please choose what the key may do." />)
  expect(page).toContain('aria-describedby="areas-hint areas-error"')
  expect(page).toMatch(/<p id="areas-error".*Please choose what the key may do\./)
  expect(page).toContain('name="areas"')
})
