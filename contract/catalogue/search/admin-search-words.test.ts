import { expect, test } from 'vitest'

import { searchWords } from '#contract/catalogue/search/admin-search-words.ts'

test.for([
  '9876543210',
  '98765 43210',
  '98765-43210',
  '+91 98765 43210',
  '+91-98765-43210',
  '(+91) 98765 43210',
  '+919876543210',
  '91 9876543210',
  '098765-43210',
  '0091 98765 43210',
  '+91 0 98765 43210',
  '00910 98765 43210',
  '091 98765 43210',
  '९८७६५ ४३२१०',
  '+९१ ९८७६५४३२१०',
  '௯௮௭௬௫ ௪௩௨௧௦',
  '98 76 54 32 10',
  '98765\u201043210',
  '\u202A+91\u00A098765\u00A043210\u202C',
  'tel: 98765.43210',
  'tel:+919876543210',
  '98765/43210',
  '98765, 43210',
  '+91 98765 / 43210',
  'Flat 12/3, 98765 43210',
])('%j is one phone number', (text) => {
  expect(searchWords(text).at(-1)).toBe('9876543210')
})

test.for([
  ['  nair   tara ', 'nair', 'tara'],
  ['Nair, Tara', 'Nair', 'Tara'],
  ['#D71795', 'D71795'],
  ['# d71795', 'd71795'],
  ['#', '#'],
  ['%', '%'],
  ['50% off', '50%', 'off'],
  ['Flat 4–B', 'Flat', '4-B'],
  ['Nair – Tara', 'Nair', 'Tara'],
  ['“Band Collar” XXL', 'Band', 'Collar', 'XXL'],
  ['Jaipur ३०२००१', 'Jaipur', '302001'],
  ['98765 43210 jaipur', '9876543210', 'jaipur'],
  ['302001 98765 43210', '302001', '98765', '43210'],
  ['98765 432', '98765', '432'],
  ['98765-432', '98765', '432'],
  ['+91 98765', '98765'],
  ['022 2345 6789', '2223456789'],
  ['1234567890123456', '1234567890123456'],
  ['pay_Nq3VvKZ1yJtY0a', 'pay_Nq3VvKZ1yJtY0a'],
  ['asha@example.com', 'asha@example.com'],
  ['asha+9876543210@example.com', 'asha+9876543210@example.com'],
  ['SV26-27/000012', 'SV26-27/000012'],
  ['2627/000012', '2627/000012'],
  ['9876543210,9812345670', '9876543210,9812345670'],
  ['a a b'],
] as const)('%j is read as its words', ([text, ...words]) => {
  expect(searchWords(text)).toStrictEqual(words.length > 0 ? words : ['a', 'b'])
})

test('a text without words is no search, and a long one ends', () => {
  for (const text of [undefined, '', '  ', '\u200B']) expect(searchWords(text)).toStrictEqual([])
  expect(searchWords('a b c d e f g h i j')).toHaveLength(8)
})
