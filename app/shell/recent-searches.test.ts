import { expect, test } from 'vitest'

import { memoryStorage } from '#test/memory-storage.ts'

import { recentSearches, saveSearch } from '#app/shell/recent-searches.ts'

test('the newest four searches are kept, each once, whatever its capitals', () => {
  const storage = memoryStorage()
  for (const search of ['linen', 'polo', ' ', 'chino', 'Polo ', 'jeans', 'check']) saveSearch(search, storage)
  expect(recentSearches(storage)).toEqual(['check', 'jeans', 'Polo', 'chino'])
})

test('a broken entry counts as no searches', () => {
  for (const broken of ['{', 'null', '"linen"', '[1]']) {
    expect(recentSearches(memoryStorage({ searches: broken }))).toEqual([])
  }
})
