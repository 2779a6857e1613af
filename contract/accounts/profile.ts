import { z } from 'zod'

import { Credentials, Registration } from '#contract/accounts/accounts.ts'
import { time } from '#contract/schemas/basic-schemas.ts'

/** What a customer changes without a password. */
export const ProfileDetails = Registration.pick({ firstname: true, lastname: true, phone: true })
export type ProfileDetails = z.input<typeof ProfileDetails>

/** Whether the passkeys of the account end with the change. */
const removesPasskeys = z.boolean({ error: 'True or false.' }).optional()

/** The present password and the new one. */
export const PasswordChange = z.strictObject({
  password: Credentials.shape.password,
  newPassword: Registration.shape.password,
  removesPasskeys,
})
export type PasswordChange = z.infer<typeof PasswordChange>

/** Another e-mail address, and the account's password. */
export const EmailChange = z.strictObject({
  email: Registration.shape.email,
  password: Credentials.shape.password,
  removesPasskeys,
})
export type EmailChange = z.infer<typeof EmailChange>

/** A session of the caller. It is not called so, because no key of an answer may look like that of a secret. */
export const SignIn = z.object({
  _id: z.string(),
  /** Browser and system in plain words; empty where nothing is known. */
  device: z.string(),
  /** Such as `203.0.113.0/24`; empty where nothing is known. */
  network: z.string(),
  signedInAt: time,
  /** To the hour. */
  lastUsedAt: time,
  /** The caller's own. */
  isCurrent: z.boolean(),
})
export type SignIn = z.infer<typeof SignIn>

export const SignIns = z.object({ signIns: z.array(SignIn) })
export type SignIns = z.infer<typeof SignIns>

export const SignInsAnswer = SignIns.extend({ message: z.string() })
export type SignInsAnswer = z.infer<typeof SignInsAnswer>
