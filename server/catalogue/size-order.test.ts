import { expect, test } from 'vitest'

import { compareSizes } from '#server/catalogue/size-order.ts'

test('sizes are sorted from small to large: letters, then numbers, then other words', () => {
  const mixed = ['34', '३३', 'XL', 'One size', 's', '28', 'XXL', 'M', '32.5', 'L']
  expect(mixed.toSorted(compareSizes)).toStrictEqual(['s', 'M', 'L', 'XL', 'XXL', '28', '32.5', '३३', '34', 'One size'])
})
