import { expect, test } from 'vitest'

import { createShortcutReader } from '#app/admin/shell/keyboard-shortcuts.ts'

const NO_MODIFIER = { ctrlKey: false, metaKey: false, altKey: false }
const press = (key: string, timeStamp = 0, modifiers: Partial<typeof NO_MODIFIER> = {}) => ({
  ...NO_MODIFIER,
  ...modifiers,
  key,
  timeStamp,
})

test('G and then a letter open a screen', () => {
  const read = createShortcutReader()
  expect(read(press('g'), true)).toBeUndefined()
  expect(read(press('O', 900), true)).toEqual({ kind: 'go', to: '/admin/neworders' })
  expect(read(press('o', 950), true)).toBeUndefined()
})

test('the second key must come in time and belong to a screen', () => {
  const read = createShortcutReader()
  read(press('g'), true)
  expect(read(press('o', 1600), true)).toBeUndefined()
  read(press('g', 2000), true)
  expect(read(press('x', 2100), true)).toBeUndefined()
  expect(read(press('o', 2200), true)).toBeUndefined()
})

test('a question mark opens the help, Ctrl or ⌘ with K the palette', () => {
  const read = createShortcutReader()
  expect(read(press('?'), true)).toEqual({ kind: 'help' })
  expect(read(press('k', 0, { ctrlKey: true }), true)).toEqual({ kind: 'palette' })
  expect(read(press('K', 0, { metaKey: true }), true)).toEqual({ kind: 'palette' })
  expect(read(press('k'), true)).toBeUndefined()
})

test('single keys do nothing if they are turned off or with a modifier key', () => {
  const read = createShortcutReader()
  expect(read(press('?'), false)).toBeUndefined()
  expect(read(press('k', 0, { ctrlKey: true }), false)).toEqual({ kind: 'palette' })
  read(press('g'), false)
  expect(read(press('o', 10), true)).toBeUndefined()
  read(press('g', 20, { ctrlKey: true }), true)
  expect(read(press('o', 30), true)).toBeUndefined()
})
