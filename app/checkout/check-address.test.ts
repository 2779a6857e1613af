import { expect, test } from 'vitest'

import { checkAddress, STATE_NAMES } from '#app/checkout/check-address.ts'
import { placeOfSupply } from '#contract/tax/place-of-supply.ts'
import { INDIAN_STATES, statesOfPin } from '#contract/schemas/indian-states.ts'
import { stateNamed } from '#contract/schemas/state-spellings.ts'

const PUNE = {
  fullName: 'Asha Rao',
  phone: '9876543210',
  street: '12, Lake Road',
  city: 'Pune',
  state: 'Maharashtra',
  pincode: '411001',
}

const hint = (change: Partial<typeof PUNE>, field: 'phone' | 'state' | 'pincode') =>
  checkAddress({ ...PUNE, ...change })[field]

test('a complete address has no hint, however its state, phone and PIN are spaced', () => {
  const none = { phone: undefined, state: undefined, pincode: undefined }
  expect(checkAddress(PUNE)).toEqual(none)
  expect(checkAddress({ ...PUNE, phone: '+91 98765-43210', state: ' maharashtra', pincode: '411 001' })).toEqual(none)
  expect(
    checkAddress({ ...PUNE, state: 'Tamilnadu', city: 'Chennai', pincode: '600001', phone: '044 12345678' }),
  ).toEqual(none)
})

test('a phone number of another length, an unknown state and a short PIN are doubted', () => {
  expect(hint({ phone: '12' }, 'phone')?.text).toContain('ten digits')
  expect(hint({ phone: 'ring twice' }, 'phone')?.text).toContain('ten digits')
  expect(hint({ state: 'State' }, 'state')?.text).toContain('not the name of a state')
  expect(hint({ pincode: '4110' }, 'pincode')?.text).toContain('six digits')
  expect(hint({ pincode: '001234' }, 'pincode')?.text).toBe('No PIN begins with 001.')
})

test('a PIN of another state is doubted, and shared ranges and the army’s are not', () => {
  expect(hint({ state: 'Kerala' }, 'pincode')?.text).toBe('411001 is a PIN of Maharashtra, not of Kerala.')
  expect(hint({ state: 'Punjab', pincode: '160055' }, 'pincode')).toBeUndefined()
  expect(hint({ state: 'Chandigarh', pincode: '160017' }, 'pincode')).toBeUndefined()
  expect(hint({ state: 'Pondicherry', pincode: '605001' }, 'pincode')).toBeUndefined()
  expect(hint({ pincode: '900056' }, 'pincode')).toBeUndefined()
})

test.each([
  ['UP', '09'],
  ['U.P.', '09'],
  ['mp', '23'],
  ['T N', '33'],
  ['J&K', '01'],
  ['J. and K.', '01'],
  ['UK', '05'],
  ['UA', '05'],
  ['TS', '36'],
  ['TG', '36'],
  ['AR', '12'],
  ['CG', '22'],
  ['Orissa', '21'],
  ['Pondicherry', '34'],
  ['Telengana', '36'],
  ['Uttaranchal', '05'],
  ['Karnatka', '29'],
  ['Tamilnadu', '33'],
  ['Maharastra', '27'],
  ['Chattisgarh', '22'],
  ['Dehli', '07'],
  ['West Bengal, India', '19'],
  ['महाराष्ट्र', '27'],
  ['उत्तरप्रदेश', '09'],
  ['தமிழ் நாடு', '33'],
  ['কলকাতা', undefined],
  ['ಕರ್ನಾಟಕ', '29'],
  ['ગુજરાત', '24'],
  ['Foo', undefined],
  ['Army', undefined],
  ['London', undefined],
  ['Goaa', undefined],
])('the state written %j has the GST code %s', (written, code) => {
  expect(stateNamed(written)?.gstCode).toBe(code)
})

test.each([
  [
    { state: 'UP', pincode: '२४७ ००१' },
    { code: '09', name: 'Uttar Pradesh' },
  ],
  [
    { state: 'Karnatka', pincode: '56 00 01' },
    { code: '29', name: 'Karnataka' },
  ],
  [
    { state: 'Foo', pincode: '411001' },
    { code: '27', name: 'Maharashtra' },
  ],
  [
    { state: 'Punjab', pincode: '900056' },
    { code: '03', name: 'Punjab' },
  ],
  [
    { state: 'Foo', pincode: '247001' },
    { field: 'state', fault: expect.stringContaining('247001 is in Uttar Pradesh or Uttarakhand.') },
  ],
  [
    { state: 'Army', pincode: '900056' },
    { field: 'state', fault: expect.stringContaining('army’s post') },
  ],
  [
    // A named state suffices: the shop has no format check on a PIN.
    { state: 'Maharashtra', pincode: '411' },
    { code: '27', name: 'Maharashtra' },
  ],
  [
    { state: 'Maharashtra', pincode: '060001' },
    { code: '27', name: 'Maharashtra' },
  ],
])('the place of supply of %j is %j', (address, place) => {
  expect(placeOfSupply(address)).toEqual(place)
})

test('a state that is not understood is doubted with the states of its PIN, and the army’s post with a sentence', () => {
  expect(hint({ state: 'Foo', pincode: '247001' }, 'state')?.text).toContain('Uttar Pradesh or Uttarakhand')
  expect(hint({ state: 'Army', pincode: '900056' }, 'pincode')?.text).toContain('army’s post')
  expect(checkAddress({ ...PUNE, state: 'Maharastra', phone: '०९८७६५-४३२१०', pincode: '४११ ००१' })).toEqual({})
})

test('a PIN offers its city and state, and a city its state, where they are empty', () => {
  expect(hint({ city: '', state: '' }, 'pincode')?.fill).toEqual({ city: 'Pune', state: 'Maharashtra' })
  expect(hint({ state: '', pincode: '411001' }, 'state')?.fill).toEqual({ state: 'Maharashtra' })
  expect(hint({ city: '', state: '', pincode: '160017' }, 'pincode')).toBeUndefined()
  // Khanna has a PIN that begins like those of Ludhiana.
  expect(hint({ city: '', state: '', pincode: '141401' }, 'pincode')?.fill).toEqual({ state: 'Punjab' })
  expect(hint({ city: 'Mumbai', state: '', pincode: '' }, 'state')?.fill).toEqual({ state: 'Maharashtra' })
  expect(hint({ city: 'Nowhere', state: '', pincode: '' }, 'state')).toBeUndefined()
})

test('each state has a GST code and PINs of its own', () => {
  expect(new Set(INDIAN_STATES.map(({ gstCode }) => gstCode)).size).toBe(36)
  expect(STATE_NAMES).toEqual(STATE_NAMES.toSorted())
  for (const state of INDIAN_STATES) {
    expect(state.gstCode).toMatch(/^\d\d$/)
    expect(stateNamed(state.name)).toBe(state)
    for (const prefix of state.pins.split(' ')) expect(prefix).toMatch(/^[1-8]\d\d?$/)
  }
})

test.each([
  ['110001', ['Delhi']],
  ['194101', ['Ladakh']],
  ['248001', ['Uttarakhand']],
  ['247667', ['Uttar Pradesh', 'Uttarakhand']],
  ['403001', ['Goa']],
  ['560001', ['Karnataka']],
  ['682555', ['Kerala', 'Lakshadweep']],
  ['737101', ['Sikkim']],
  ['744101', ['Andaman and Nicobar Islands']],
  ['796001', ['Mizoram']],
  ['834001', ['Jharkhand']],
  ['800001', ['Bihar']],
  ['290001', []],
])('the PIN %s is in %j', (pin, names) => {
  expect(statesOfPin(pin).map(({ name }) => name)).toEqual(names)
})
