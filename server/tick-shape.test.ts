import { expect, test } from 'vitest'

import { holdTickShape } from '#server/tick-shape.ts'

test('one tick is held, with all that Node keeps for it', () => {
  expect(holdTickShape()).toMatchObject([{ callback: expect.any(Function), args: undefined }])
})
