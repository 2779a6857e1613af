import { expect, test } from 'vitest'

import { decodeCode128 } from '#test/read-bar-codes.ts'

import { barCode } from './code-128.ts'

/** Bars and spaces as a scanner sees them: 1 for a dark module. */
function modulesOf(text: string): string {
  const { bars, width } = barCode(text) ?? { bars: [], width: 0 }
  const modules = Array.from({ length: width }, () => '0')
  for (const bar of bars) modules.fill('1', bar.at, bar.at + bar.width)
  return modules.join('')
}

test('a text is its signs between start and stop, with a check', () => {
  // The example of the standard: P, J, J, 1, 2, 3, C and the check 55.
  const signs = [
    '11101110110',
    '10110111000',
    '10110111000',
    '10011100110',
    '11001110010',
    '11001011100',
    '10001000110',
  ]
  expect(modulesOf('PJJ123C')).toBe(['11010010000', ...signs, '11101000110', '1100011101011'].join(''))
})

test('every sign has eleven modules of its own, and the dark ones are even in number', () => {
  const signs = Array.from({ length: 95 }, (_, index) => modulesOf(String.fromCharCode(32 + index)).slice(11, 22))
  expect(new Set(signs).size).toBe(95)
  for (const sign of signs) expect(sign.replaceAll('0', '').length % 2).toBe(0)
})

test('a decoder with a table of its own reads each sign and any length of digits', () => {
  const all = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
  for (const text of [
    all,
    'S1001',
    '20000001',
    '8901234567894',
    '12345',
    '1234',
    '123',
    '0000',
    'AWB 00-1',
    '99100105',
  ]) {
    expect(decodeCode128(modulesOf(text))).toBe(text)
  }
  for (let pair = 0; pair < 100; pair += 1) {
    const digits = `${String(pair).padStart(2, '0')}42`
    expect(decodeCode128(modulesOf(digits))).toBe(digits)
  }
  expect(modulesOf('20000001')).toHaveLength(79)
  // The sign 1 read as a 2.
  expect(() => decodeCode128(modulesOf('S1001').replace('10011100110', '11001110010'))).toThrow('check')
})

test('a text that the code does not have is no bar code', () => {
  expect(barCode('दिल्ली')).toBeUndefined()
  expect(barCode('')).toBeUndefined()
})
