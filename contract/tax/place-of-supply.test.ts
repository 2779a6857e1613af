import { expect, test } from 'vitest'

import { placeOfSupply } from '#contract/tax/place-of-supply.ts'

test('a state and a PIN code must fit each other', () => {
  const place = (state: string, pincode: string) => placeOfSupply({ state, pincode })
  expect(place('karnataka ', '570001')).toEqual({ code: '29', name: 'Karnataka' })
  expect(place('Chandigarh', '160017')).toEqual({ code: '04', name: 'Chandigarh' })
  expect(place('Punjab', '160055')).toEqual({ code: '03', name: 'Punjab' })
  expect(place('Ladakh', '900056')).toEqual({ code: '38', name: 'Ladakh' })
  expect(place('K’taka', '570001')).toEqual({ code: '29', name: 'Karnataka' })
  expect(place('Kerala', '570001')).toEqual({
    field: 'pincode',
    fault: 'The PIN code 570001 is in Karnataka, not in Kerala.',
  })
  expect(place('Kerala', '5700')).toEqual({ code: '32', name: 'Kerala' })
  expect(place('Kerala', '012345')).toEqual({ code: '32', name: 'Kerala' })
  expect(place('State', '605001')).toMatchObject({ field: 'state' })
  expect(place('State', '1')).toMatchObject({ field: 'state' })
})
