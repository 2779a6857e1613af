import { emailKey } from '#contract/basic-schemas.ts'
import { MIN_PASSWORD_CHARACTERS } from '#contract/password-limits.ts'
import { invalid } from '#server/errors.ts'

/** How many of the most common passwords that are long enough are refused (OWASP ASVS 5.0, 6.2.4). */
const REFUSED_PASSWORDS = 3000

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Loads the list with the first new password, so that the shop starts without it. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const byRank = dictionary['passwords-common'].filter((password) => password.length >= MIN_PASSWORD_CHARACTERS)
  return new Set(byRank.slice(0, REFUSED_PASSWORDS))
}

/** Whether it is exactly one of the most common passwords. */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords()
  return (await commonPasswords).has(password)
}

interface Person {
  email: string
  firstname?: string | undefined
  lastname?: string | undefined
}

function isOwnName(password: string, { email, firstname = '', lastname = '' }: Person): boolean {
  const names = [email, firstname, lastname, `${firstname} ${lastname}`, `${firstname}${lastname}`]
  return names.some((name) => emailKey(name) === emailKey(password))
}

/** Throws `invalid` for a password that is easy to guess: a common one, or the person's own e-mail or name. */
export async function checkNewPassword(password: string, person: Person): Promise<void> {
  if (isOwnName(password, person)) throw invalid('A password cannot be your e-mail address or your name.')
  if (await isCommonPassword(password)) {
    throw invalid('This password is one that is guessed first. Please choose another one.')
  }
}
