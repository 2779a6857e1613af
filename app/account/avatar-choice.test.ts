import { expect, test } from 'vitest'

import { chooseAvatar, chosenAvatar, initialsOf } from '#app/account/avatar-choice.ts'
import { AVATARS } from '#app/ui/avatars.ts'
import { memoryStorage } from '#test/memory-storage.ts'

test('there are 22 avatars, and the choice is saved for each e-mail', () => {
  expect(AVATARS).toHaveLength(22)
  const storage = memoryStorage()
  chooseAvatar('Asha@example.com', AVATARS[3], storage)
  expect(chosenAvatar('asha@example.com', storage)).toBe(AVATARS[3])
  expect(chosenAvatar('ravi@example.com', storage)).toBeUndefined()
  chooseAvatar('asha@example.com', undefined, storage)
  expect(chosenAvatar('asha@example.com', storage)).toBeUndefined()
})

test('initials are two letters', () => {
  expect(initialsOf({ firstname: 'asha', lastname: 'rao' })).toBe('AR')
  expect(initialsOf({ firstname: 'Élan', lastname: '' })).toBe('ÉL')
})
