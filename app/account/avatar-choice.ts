import { saveText } from '#app/api/device-storage.ts'
import { lettersOf } from '#contract/words/letters.ts'
import { AVATARS } from '#app/ui/avatars.ts'
import type { User } from '#contract/accounts/accounts.ts'

type Avatar = (typeof AVATARS)[number]

/**
 * The choice is stored under the e-mail address while the customer is signed in, and always under the customer's id.
 */
const keyOf = (name: string) => `avatar:${name.toLowerCase()}`

/** The avatar that was chosen on this device for an e-mail address. */
export function chosenAvatar(email: string, storage: Storage): Avatar | undefined {
  const id = storage.getItem(keyOf(email))
  return AVATARS.find((avatar) => avatar.id === id)
}

/** Saves the choice; undefined means the initials. */
export function chooseAvatar(email: string, avatar: Avatar | undefined, storage: Storage): void {
  if (avatar) saveText(storage, keyOf(email), avatar.id, 'The avatar could not be saved.')
  else storage.removeItem(keyOf(email))
}

/** The customer's choice. After a sign-in only the entry by id is left, so both entries are written again. */
export function restoreAvatar({ _id, email }: Pick<User, '_id' | 'email'>, storage: Storage): Avatar | undefined {
  const avatar = chosenAvatar(email, storage) ?? chosenAvatar(_id, storage)
  for (const name of [email, _id]) chooseAvatar(name, avatar, storage)
  return avatar
}

/** The initials of a person, two letters. */
export function initialsOf({ firstname, lastname }: { firstname: string; lastname: string }): string {
  const [first = '', second = ''] = [firstname, lastname].map((name) => lettersOf(name.trim())[0] ?? '')
  const letters = first && second ? [first, second] : lettersOf((firstname + lastname).trim()).slice(0, 2)
  return letters.join('').toUpperCase()
}
