import { z } from 'zod'

import { Credentials, Registration } from '#contract/accounts/accounts.ts'
import { soughtText } from '#contract/schemas/basic-schemas.ts'
import { FactorCode } from '#contract/accounts/second-factor.ts'
import { codeTyped } from '#contract/schemas/typed-text.ts'

/** What the mail brings: a link for a new password, or a code to sign in with. */
export type RecoveryKind = 'password' | 'code'

/** For which address the mail is asked. */
export const RecoveryRequest = Credentials.pick({ email: true })
export type RecoveryRequest = z.infer<typeof RecoveryRequest>

/**
 * A new password by the link that was sent by mail. The token is sent in the body, because logs contain addresses.
 * Somebody of the staff with a second factor sends its code, too.
 */
export const NewPassword = z.strictObject({
  token: soughtText(500),
  password: Registration.shape.password,
  code: FactorCode.optional(),
})
export type NewPassword = z.input<typeof NewPassword>

/** A code that was sent by mail. Spaces and hyphens in it do not count. */
export const mailedCode = z
  .string({ error: 'Please enter the code.' })
  .max(40, { error: 'The code has six digits.', abort: true })
  .transform((code) => codeTyped(code).replaceAll('-', ''))
  .pipe(z.string().regex(/^\d{6}$/, { error: 'The code has six digits.' }))

/** Signing in by it. */
export const CodeSignIn = z.strictObject({ email: Credentials.shape.email, code: mailedCode })
export type CodeSignIn = z.input<typeof CodeSignIn>
