import { emailKey } from '#contract/shapes.ts'
import { invalid } from '#server/errors.ts'

/** How many of the most common passwords are refused, of those that are long enough (OWASP ASVS 5.0, 6.2.4). */
const COMMONEST = 3000
/** The same as in `contract/accounts.ts`. */
const LEAST_CHARACTERS = 8

let commonest: Promise<ReadonlySet<string>> | undefined

/** Loaded with the first new password, so that a start without one stays fast. */
async function readCommonest(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const byRank = dictionary['passwords-common'].filter((password) => password.length >= LEAST_CHARACTERS)
  return new Set(byRank.slice(0, COMMONEST))
}

/** Whether it is exactly one of the most common passwords. */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonest ??= readCommonest()
  return (await commonest).has(password)
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

/** Throws `invalid` for a password that a guesser tries first: a very common one, or the person's own e-mail or name. */
export async function checkNewPassword(password: string, person: Person): Promise<void> {
  if (isOwnName(password, person)) throw invalid('A password cannot be your e-mail address or your name.')
  if (await isCommonPassword(password)) {
    throw invalid('This password is one that is guessed first. Please choose another one.')
  }
}
