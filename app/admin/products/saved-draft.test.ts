import { expect, test } from 'vitest'

import { memoryStorage } from '#test/memory-storage.ts'

import { findSavedDraft, deleteSavedDraft, saveDraft } from './saved-draft.ts'

test('what was typed comes back, with its sizes, until it is forgotten', () => {
  const storage = memoryStorage()
  expect(findSavedDraft(storage)).toBeUndefined()
  const form = new FormData()
  form.set('name', 'Half a shirt')
  form.set('price', '12')
  saveDraft(storage, form, [{ key: 'k', size: 'M', stock: '4', measurements: {} }])
  expect(findSavedDraft(storage)).toMatchObject({
    fields: { name: 'Half a shirt', price: '12' },
    sizes: [{ size: 'M', stock: '4' }],
  })
  deleteSavedDraft(storage)
  expect(findSavedDraft(storage)).toBeUndefined()
})

test('an empty form and nonsense are no draft', () => {
  const storage = memoryStorage()
  saveDraft(storage, new FormData(), [])
  expect(findSavedDraft(storage)).toBeUndefined()
  for (const nonsense of ['{', 'null', '[]', '{"fields":7,"sizes":[1]}', '{"fields":{"name":5}}']) {
    storage.setItem('selvedge.new-product', nonsense)
    expect(findSavedDraft(storage)).toBeUndefined()
  }
})

test('a storage that is full loses nothing but the draft', () => {
  const storage = memoryStorage({}, true)
  expect(() => saveDraft(storage, new FormData(), [])).not.toThrow()
})
