import { expect, test } from 'vitest'

import { fillPlaceholders, placeholderFault } from '#contract/words/placeholders.ts'

test('placeholders are filled in once: a name that reads like a placeholder stays a name', () => {
  expect(fillPlaceholders('Hello {name}, about {order}', { name: '{order}', order: '#A' })).toBe(
    'Hello {order}, about #A',
  )
  expect(fillPlaceholders('{order} of {unknown}', { order: '#A' })).toBe('#A of {unknown}')
})

test.each([
  ['Hello {name},', 'Hello,'],
  ['Thank you, {name}!', 'Thank you!'],
  ['{name}, your order is here.', 'Your order is here.'],
  ['{name}', ''],
  ['One line\n{name}: another', 'One line\nanother'],
])('a placeholder that nobody knows leaves %j as %j', (text, filled) => {
  expect(fillPlaceholders(text, { name: undefined })).toBe(filled)
})

test.each([
  ['Hello {nobody}', 'There is no {nobody} here. You can use {shop} and {order}.'],
  ['Order {order', 'Braces stand around a placeholder alone. You can use {shop} and {order}.'],
  ['{{order}}', 'Braces stand around a placeholder alone. You can use {shop} and {order}.'],
  ['{}', 'Braces stand around a placeholder alone. You can use {shop} and {order}.'],
  ['It is here', 'Please keep {order}: it says the order’s number.'],
  ['{constructor} {order}', 'There is no {constructor} here. You can use {shop} and {order}.'],
  ['{order} from {shop}', undefined],
])('of %j is said: %s', (text, sentence) => {
  expect(placeholderFault(text, ['shop', 'order'], ['order'])).toBe(sentence)
})
