import { expect, test } from 'vitest'

import { choiceIn, listAddress, pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'

const query = (text: string) => new URLSearchParams(text)

test.each(['', 'page=0', 'page=-3', 'page=1.5', 'page=x', 'page=1e9'])('“%s” is the first page', (text) => {
  expect(pageIn(query(text))).toBe(1)
})

test('an address is read, and invalid values are ignored', () => {
  expect(pageIn(query('page=7'))).toBe(7)
  expect(wordsIn(query('search=%20blue%20'), 'search')).toBe('blue')
  expect(wordsIn(query('search=%20'), 'search')).toBeUndefined()
  expect(wordsIn(query(`search=${'a'.repeat(500)}`), 'search')).toHaveLength(100)
  expect(choiceIn(query('sort=total'), 'sort', ['total', 'created'])).toBe('total')
  expect(choiceIn(query('sort=password'), 'sort', ['total', 'created'])).toBeUndefined()
})

test('an address contains only what was chosen', () => {
  expect(listAddress('/admin/x', { search: undefined, page: 1 })).toBe('/admin/x')
  expect(listAddress('/admin/x', { search: 'a b', sort: '', page: 3 })).toBe('/admin/x?search=a+b&page=3')
})
