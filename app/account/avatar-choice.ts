import { AVATARS } from '#app/ui/avatars.ts'

type Avatar = (typeof AVATARS)[number]

const keyOf = (email: string) => `avatar:${email.toLowerCase()}`

/** The avatar that was chosen on this device for an e-mail address. */
export function chosenAvatar(email: string, storage: Storage): Avatar | undefined {
  const id = storage.getItem(keyOf(email))
  return AVATARS.find((avatar) => avatar.id === id)
}

/** Keeps the choice; undefined goes back to the initials. */
export function chooseAvatar(email: string, avatar: Avatar | undefined, storage: Storage): void {
  try {
    if (avatar) storage.setItem(keyOf(email), avatar.id)
    else storage.removeItem(keyOf(email))
  } catch {
    console.warn('The avatar could not be kept.')
  }
}

const graphemes = new Intl.Segmenter('en-IN', { granularity: 'grapheme' })
const lettersOf = (name: string) => Array.from(graphemes.segment(name.trim()), ({ segment }) => segment)

/** Two letters that stand for a person. */
export function initialsOf({ firstname, lastname }: { firstname: string; lastname: string }): string {
  const [first = '', second = ''] = [firstname, lastname].map((name) => lettersOf(name)[0] ?? '')
  const letters =
    first && second
      ? first + second
      : lettersOf(firstname + lastname)
          .slice(0, 2)
          .join('')
  return letters.toUpperCase()
}
