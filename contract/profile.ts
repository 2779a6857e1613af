import { z } from 'zod'

import { Credentials, Registration } from '#contract/accounts.ts'

/** What a customer changes without a password. */
export const ProfileDetails = Registration.pick({ firstname: true, lastname: true, phone: true })
export type ProfileDetails = z.input<typeof ProfileDetails>

/** The present password and the new one. */
export const PasswordChange = z.strictObject({
  password: Credentials.shape.password,
  newPassword: Registration.shape.password,
})
export type PasswordChange = z.infer<typeof PasswordChange>
