import { expect, test } from 'vitest'

import { memoryStorage } from '#test/memory-storage.ts'

import { findDraft } from '#app/checkout/address-draft.ts'

const DRAFT = { customerId: 'asha', chosenId: '', values: { street: '12, Lake Road' } }

test('a draft of an address is that of its customer only', () => {
  const storage = memoryStorage({ 'address-draft': JSON.stringify(DRAFT) })
  expect(findDraft('asha', storage)).toEqual(DRAFT)
  expect(findDraft('ravi', storage)).toBeUndefined()
})

test('what is no text of a draft is left out, and a broken one is none', () => {
  const odd = { ...DRAFT, values: { street: '12, Lake Road', city: 7 } }
  expect(findDraft('asha', memoryStorage({ 'address-draft': JSON.stringify(odd) }))).toEqual(DRAFT)
  for (const broken of ['{', 'null', '{"customerId":"asha"}']) {
    expect(findDraft('asha', memoryStorage({ 'address-draft': broken }))).toBeUndefined()
  }
})
