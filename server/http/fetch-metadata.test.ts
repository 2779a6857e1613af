import { expect, test } from 'vitest'

import { isForeignChange } from '#server/http/fetch-metadata.ts'

const SHOP = 'https://shop.example'
const FRIEND = 'https://friend.example'
const isForeign = (headers: Record<string, string>) => isForeignChange(headers, { own: [SHOP], allowed: [FRIEND] })

test.each([
  ['a client that is no browser', {}],
  ['a program that calls itself a script', { 'sec-fetch-mode': 'cors' }],
  ['a script of the shop', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ['a script of an allowed origin', { origin: FRIEND, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
])('%s may change something', (_, headers) => {
  expect(isForeign(headers)).toBe(false)
})

test.each([
  ['a navigation that tells no site', { 'sec-fetch-mode': 'navigate' }],
  ['a picture of the shop itself', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }],
  ['a picture that tells no site', { 'sec-fetch-dest': 'image' }],
  ['a frame of the shop itself', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }],
  ['a prefetch of an allowed origin', { origin: FRIEND, 'sec-fetch-site': 'cross-site', 'sec-purpose': 'prefetch' }],
  [
    'a navigation of an allowed origin',
    { origin: FRIEND, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  ],
  ['an allowed origin under another scheme', { origin: 'http://friend.example' }],
])('%s may not', (_, headers) => {
  expect(isForeign(headers)).toBe(true)
})
