import { z } from 'zod'

import { STAFF_ROLES } from '#contract/accounts/staff-roles.ts'
import { email, longText, text, time } from '#contract/schemas/basic-schemas.ts'
import { emailTyped } from '#contract/schemas/email-address.ts'
import { MIN_PASSWORD_CHARACTERS } from '#contract/accounts/password-limits.ts'
import { phoneDigits } from '#contract/schemas/phone-number.ts'

const password = z.string({ error: 'Please enter a password.' })

const MAX_NAME_LENGTH = 60

/** Control characters and characters that change the text direction. Joiners are allowed: Indian scripts need them. */
const INVISIBLE = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u
const ADDRESS = /:\/\/|\bwww\.|@|[\p{L}\d]\.\p{L}{2,}[/?:]/iu
/** A domain that mail programs turn into a link. `K.Rao` is a name. */
const BARE_DOMAIN = /[\p{L}\d]\.(?:com|net|org|info|biz|xyz|top|site|online|shop|link|click|io|ru|co\.in)(?!\p{L})/iu

/** A person's name in any script. Names are part of mails, so they must not contain a link. */
const personName = longText(MAX_NAME_LENGTH)
  .refine((name) => !INVISIBLE.test(name), { error: 'A name holds no control characters.' })
  .refine((name) => !ADDRESS.test(name) && !BARE_DOMAIN.test(name), { error: 'A name holds no address and no link.' })

export const Registration = z.strictObject({
  firstname: personName,
  lastname: personName,
  email,
  password: password
    .min(MIN_PASSWORD_CHARACTERS, { error: `A password has at least ${MIN_PASSWORD_CHARACTERS} characters.` })
    .max(200, { error: 'A password has at most 200 characters.' }),
  phone: text(30, 'Please enter a phone number.')
    .transform(phoneDigits)
    .pipe(z.string().min(1, { error: 'Please enter a phone number.' }).max(15, { error: 'At most 15 digits.' })),
})
export type Registration = z.input<typeof Registration>

export const Credentials = z.strictObject({
  email: z
    .string({ error: 'Please enter an e-mail address.' })
    .max(254 * 4, { abort: true })
    .overwrite(emailTyped)
    .min(1, { error: 'Please enter an e-mail address.' })
    .max(254),
  password: password.min(1, { error: 'Please enter a password.' }).max(200),
})
export type Credentials = z.infer<typeof Credentials>

export const User = z.object({
  _id: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.string(),
  createdAt: time,
})
export type User = z.infer<typeof User>

export const UserAnswer = z.object({ message: z.string(), user: User })
export type UserAnswer = z.infer<typeof UserAnswer>

export const AdminMe = z.object({
  user: User,
  /**
   * What this person may do: `contract/accounts/staff-areas.ts`. Left out for an owner, who is the specified
   * administrator.
   */
  staffRole: z.enum(STAFF_ROLES).exclude(['owner']).optional(),
  /**
   * True if the owner demands a second factor and this session was opened without one: only setting one up goes
   * through.
   */
  needsSecondFactor: z.literal(true).optional(),
})
export type AdminMe = z.infer<typeof AdminMe>

/** The password of the person who is signed in, asked for again. */
export const PasswordAgain = Credentials.pick({ password: true })
export type PasswordAgain = z.infer<typeof PasswordAgain>
