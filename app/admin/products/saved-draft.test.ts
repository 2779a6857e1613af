import { expect, test } from 'vitest'

import { memoryStorage } from '#test/memory-storage.ts'

import { newDraft } from './product-draft.ts'
import { findSavedDraft, deleteSavedDraft, saveDraft } from './saved-draft.ts'

test('what was typed comes back, with its sizes, until it is forgotten', () => {
  const storage = memoryStorage()
  expect(findSavedDraft(storage)).toBeUndefined()
  const fields = { ...newDraft().fields, name: 'Half a shirt', price: '12', fabric: 'Linen' }
  const sizes = [{ key: 'k', size: 'M', stock: '4', measurements: { chest: '104' } }]
  saveDraft(storage, { ...newDraft(), fields, stock: '9', sizes })
  expect(findSavedDraft(storage)).toMatchObject({
    fields: { name: 'Half a shirt', price: '12', fabric: 'Linen', category: '' },
    stock: '9',
    sizes: [{ size: 'M', stock: '4', measurements: { chest: '104' } }],
  })
  deleteSavedDraft(storage)
  expect(findSavedDraft(storage)).toBeUndefined()
})

test('an empty form and nonsense are no draft', () => {
  const storage = memoryStorage()
  saveDraft(storage, newDraft())
  expect(findSavedDraft(storage)).toBeUndefined()
  for (const nonsense of [
    '{',
    'null',
    '[]',
    '{"fields":7,"sizes":[1]}',
    '{"fields":{"name":5}}',
    '{"sizes":[{"size":"M"}]}',
  ]) {
    storage.setItem('selvedge.new-product', nonsense)
    expect(findSavedDraft(storage)).toBeUndefined()
  }
})

test('a storage that is full loses nothing but the draft', () => {
  const storage = memoryStorage({}, true)
  expect(() => saveDraft(storage, newDraft())).not.toThrow()
})
