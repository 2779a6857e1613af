import { MIN_PASSWORD_CHARACTERS } from '#contract/accounts/password-limits.ts'
import { phoneDigits } from '#contract/schemas/phone-number.ts'
import { withLatinDigits } from '#contract/schemas/typed-text.ts'
import { invalid } from '#server/errors.ts'

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/**
 * The 18,000 most common of the passwords that became known by breaches and are long enough (OWASP ASVS 5.0, 6.2.4 and
 * 6.2.12). Loads the list with the first new password, so that the shop starts without it.
 */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= MIN_PASSWORD_CHARACTERS))
}

/** Whether it is exactly one of the most common passwords. */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords()
  return (await commonPasswords).has(password)
}

export interface Person {
  email: string
  firstname?: string | undefined
  lastname?: string | undefined
  phone?: string | undefined
}

/** Shorter names are part of many passwords by chance. */
const MIN_NAME_CHARACTERS = 4
/** What stands before the @ is often a word, such as `owner`. */
const MIN_MAILBOX_CHARACTERS = 6
/** Some accounts have a short number, such as that of a desk. */
const MIN_PHONE_DIGITS = 8

/** Without case, accents of writing and everything that is neither letter nor digit: `Sel-vedge` is `selvedge`. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number}]/gu, '')

const isOneOf = (password: string, names: readonly string[]) =>
  names.some((name) => plain(name) !== '' && plain(name) === plain(password))

/** Whether the password contains a name that is long enough to be meant. */
const containsOneOf = (password: string, names: readonly string[], minCharacters = MIN_NAME_CHARACTERS) =>
  names.some((name) => plain(name).length >= minCharacters && plain(password).includes(plain(name)))

/**
 * Throws `invalid` for a password that is easy to guess: a common one, or one that contains the person's own e-mail,
 * name or phone, or the shop's name.
 */
export async function checkNewPassword(password: string, person: Person, shopName: string): Promise<void> {
  const { email, firstname = '', lastname = '', phone = '' } = person
  const mailbox = email.split('@')[0] ?? ''
  const own = [email, firstname, lastname, `${firstname}${lastname}`, `${lastname}${firstname}`]
  if (isOneOf(password, [...own, mailbox])) throw invalid('A password cannot be your e-mail address or your name.')
  if (containsOneOf(password, own) || containsOneOf(password, [mailbox], MIN_MAILBOX_CHARACTERS)) {
    throw invalid('A password cannot contain your e-mail address or your name.')
  }
  if (containsOneOf(withLatinDigits(password), [phoneDigits(phone)], MIN_PHONE_DIGITS)) {
    throw invalid('A password cannot contain your phone number.')
  }
  if (containsOneOf(password, [shopName])) throw invalid('A password cannot contain the name of the shop.')
  if (await isCommonPassword(password.normalize('NFKC'))) {
    throw invalid('This password is one that is guessed first. Please choose another one.')
  }
}
