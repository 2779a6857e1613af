import { expect, test } from 'vitest'

import { readAddress } from '#app/checkout/use-address-form.ts'

test('an address is trimmed, and each empty field is named', () => {
  const form = new FormData()
  form.set('fullName', '  Asha Rao ')
  form.set('city', '   ')
  const { address, missing } = readAddress(form)
  expect(address).toMatchObject({ fullName: 'Asha Rao', city: '' })
  expect(Object.keys(missing)).toEqual(['phone', 'street', 'city', 'state', 'pincode'])
  expect(missing.city).toBe('District / City is missing.')
})
