import { expect, test } from 'vitest'

import { gstinOrNone } from '#contract/schemas/basic-schemas.ts'
import { indianPhone, phoneSoFar } from '#contract/schemas/phone-number.ts'
import { stateNamed } from '#contract/schemas/state-spellings.ts'
import { pinTyped } from '#contract/schemas/pin-code.ts'
import { details } from '#contract/catalogue/product-input.ts'
import { AdminCredentials } from '#contract/accounts/second-factor.ts'
import { codeTyped, lineTyped, trimTyped } from '#contract/schemas/typed-text.ts'

test.each([
  ['\u200BAsha\u00AD ', 'Asha'],
  ['क्षत्रिय\u200Dराव', 'क्षत्रिय\u200Dराव'],
  ['അവന്\u200D', 'അവന്\u200D'],
  ['❤\uFE0F', '❤\uFE0F'],
  ['👨\u200D👩\u200D👧', '👨\u200D👩\u200D👧'],
  ['\u3164\u2800\u{E0020}', ''],
  ['\u{1D159}', ''],
  ['\u0301\u0903', ''],
  ['A\nB', 'A\nB'],
])('%j is read as %j', (typed, meant) => {
  expect(trimTyped(typed)).toBe(meant)
})

test('a line has no break, tab or other control character', () => {
  expect(lineTyped('Asha\r\nRao\t\u2028\u0007x')).toBe('Asha Rao x')
})

test.each([
  ['27 aapfu 0939f 1zv', '27aapfu0939f1zv'],
  ['ＴＯＤＡＹ１０\u200B', 'TODAY10'],
  ['५६० ००१', '560001'],
  ['௧௨௩–٤', '123-4'],
  ['"560001"', '560001'],
  ['‘27AAPFU0939F1ZV’', '27AAPFU0939F1ZV'],
  ['„123 456“', '123456'],
  ['WAIST-32"', 'WAIST-32"'],
  ['"', '"'],
])('the code %j is read as %s', (typed, meant) => {
  expect(codeTyped(typed)).toBe(meant)
})

test('numbers that people copy are read with their blanks: GSTIN, PIN, HSN and the code of an app', () => {
  expect(gstinOrNone.parse('27 aapfu\u00A00939F 1ZV\u200B')).toBe('27AAPFU0939F1ZV')
  for (const typed of ['27-AAPFU-0939F-1ZV', '27AAPFU0939F1ZV.', 'GSTIN: 27AAPFU0939F1ZV', 'GST No. 27AAPFU0939F1ZV']) {
    expect(gstinOrNone.parse(typed)).toBe('27AAPFU0939F1ZV')
  }
  for (const typed of ['GSTIN/UIN: 27AAPFU0939F1ZV', '(27AAPFU0939F1ZV)', '27/AAPFU/0939F/1ZV']) {
    expect(gstinOrNone.parse(typed)).toBe('27AAPFU0939F1ZV')
  }
  for (const none of ['NA', 'n/a', 'None', 'nil', '-', 'URP', 'Not applicable']) {
    expect(gstinOrNone.parse(none)).toBe('')
  }
  expect(gstinOrNone.safeParse('27 AAPFU 0939F 1ZW').success).toBe(false)
  expect(['56 00 01', '560-001', 'PIN: 560001', '060001', 'none'].map(pinTyped)).toEqual([
    '560001',
    '560001',
    '560001',
    '060001',
    'none',
  ])
  for (const typed of ['PINCODE 560001', 'Pin code: 560 001', '560001.', '560001.0', 'पिन कोड: ५६०००१']) {
    expect(pinTyped(typed)).toBe('560001')
  }
  const written = ['State of Kerala', 'UT of Ladakh', 'IN-MH', 'NCT', 'D&NH', 'Odhisa']
  expect(written.map((typed) => stateNamed(typed)?.gstCode)).toEqual(['32', '38', '27', '07', '26', '21'])
  const states = ['27', '9', '२७', 'A&N', 'National Capital Territory of Delhi', 'उ.प्र.', '99']
  expect(['Leh', 'लेह'].map((typed) => stateNamed(typed)?.name)).toEqual(['Ladakh', 'Ladakh'])
  expect(states.map((typed) => stateNamed(typed)?.gstCode)).toEqual(['27', '09', '27', '35', '07', '09', undefined])
  expect(details.hsn.parse('६२०५ 20')).toBe('620520')
  const { code } = AdminCredentials.parse({ email: 'a@example.com', password: 'x', code: '123\u2011\u00A0456\u200B' })
  expect(code).toBe('123456')
})

test('a phone number is read as it is copied from a link', () => {
  expect(indianPhone('tel:+91-98765-43210')).toBe('9876543210')
  expect(indianPhone('phone 9876543210')).toBeUndefined()
})

/** What a field for ten digits shows after each of these keys, as long as nothing is refused. */
function typeInto(keys: string): { shown: string; refused: number } {
  let [shown, refused] = ['', 0]
  for (const key of keys) {
    const next = phoneSoFar(shown + key)
    if (next === undefined) refused += 1
    else shown = next
  }
  return { shown, refused }
}

test.each(['+91 98765 43210', '0091 98765-43210', '919876543210', '09876543210', '९८७६५४३२१०', '98765 43210'])(
  '%s typed key by key fills a field for ten digits',
  (keys) => {
    expect(typeInto(keys)).toEqual({ shown: '9876543210', refused: 0 })
    expect(phoneSoFar(keys)).toBe('9876543210')
  },
)

test('an eleventh digit is refused', () => {
  expect(typeInto('98765432101')).toEqual({ shown: '9876543210', refused: 1 })
  expect(typeInto('12345678901')).toEqual({ shown: '1234567890', refused: 1 })
  expect(phoneSoFar('98765432101')).toBeUndefined()
})
