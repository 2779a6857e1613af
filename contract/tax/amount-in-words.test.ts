import { expect, test } from 'vitest'

import { amountInWords } from '#contract/tax/amount-in-words.ts'

test('an amount is written as India counts', () => {
  expect([0, 5, 100, 149_900, 25_000_005, 10_000_000_00, 123_456_789_12].map(amountInWords)).toEqual([
    'Rupees zero only',
    'Rupees zero and paise five only',
    'Rupees one only',
    'Rupees one thousand four hundred ninety-nine only',
    'Rupees two lakh fifty thousand and paise five only',
    'Rupees one crore only',
    'Rupees twelve crore thirty-four lakh fifty-six thousand seven hundred eighty-nine and paise twelve only',
  ])
})
