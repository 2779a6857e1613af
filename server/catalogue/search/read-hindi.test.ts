import { expect, test } from 'vitest'

import { plainText } from '#server/catalogue/search/normalize-text.ts'
import { hindiKey, readHindiPrices } from '#server/catalogue/search/read-hindi.ts'

test.for([
  ['500 se kam', 'under 500'],
  ['1000 ke andar', 'under 1000'],
  ['₹500 tak', 'under ₹500'],
  ['500 rupaye tak shirt', 'under 500 rs shirt'],
  ['1000 se zyada', 'over 1000'],
  ['1000 se jyada', 'over 1000'],
  ['1,000 ke upar', 'over 1,000'],
  ['500 se 1000 tak', 'between 500 and 1000'],
  ['500 aur 1000 ke beech', 'between 500 and 1000'],
  ['kam se kam 2000', 'over 2000'],
  ['zyada se zyada 2000', 'under 2000'],
  ['do hazar se kam', 'under 2000'],
  ['paanch sau tak', 'under 500'],
  ['dedh hazaar ke neeche', 'under 1500'],
  ['५०० से कम', 'under 500'],
  ['१००० से ज़्यादा', 'over 1000'],
  ['पाँच सौ रुपये तक', 'under 500 rs'],
  ['दो हज़ार के अंदर', 'under 2000'],
  ['५०० से १००० के बीच', 'between 500 and 1000'],
  ['under 500', 'under 500'],
  ['kam daam', 'kam daam'],
] as const)('%s is a price: %s', ([said, means]) => {
  expect(readHindiPrices(plainText(said))).toBe(means)
})

test.for([
  ['kameez', 'kamiz', 'kameej'],
  ['safed', 'safaid', 'saphed'],
  ['kaala', 'kala', 'kaalaa'],
  ['bhoora', 'bhura'],
  ['baazu', 'baju', 'baajoo'],
])('%s is spelt in several ways', (spellings) => {
  expect(new Set(spellings.map(hindiKey)).size).toBe(1)
})

test('vowel signs are part of a word; the dot below and accents are not', () => {
  expect(plainText('कुर्ती')).not.toBe(plainText('कुर्ता'))
  expect(plainText('कमीज़')).toBe(plainText('कमीज'))
  expect(plainText('CAFÉ ५००')).toBe('cafe 500')
})
