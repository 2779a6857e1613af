import { z } from 'zod'

import { Credentials } from '#contract/accounts/accounts.ts'
import { FORMER_RECOVERY_CODE_LENGTH, RECOVERY_CODE_LENGTH } from '#contract/accounts/recovery-code-limits.ts'
import { codeTyped } from '#contract/schemas/typed-text.ts'

const CODE = new RegExp(
  String.raw`^(?:\d{6}|[a-z\d]{${RECOVERY_CODE_LENGTH}}|[a-z\d]{${FORMER_RECOVERY_CODE_LENGTH}})$`,
)

/** Six digits of the code app, or a recovery code. Spaces, hyphens and case do not count. */
export const FactorCode = z
  .string({ error: 'Please enter the code.' })
  .max(40, { error: 'The code has six digits.', abort: true })
  .transform((code) => codeTyped(code).replaceAll('-', '').toLowerCase())
  .pipe(
    z.string().regex(CODE, {
      error: `The code has six digits; a recovery code has ${RECOVERY_CODE_LENGTH} letters and digits.`,
    }),
  )

/** An account with a second factor sends its code along with the password: there is no session between the two. */
export const AdminCredentials = Credentials.extend({ code: FactorCode.optional() })
export type AdminCredentials = z.input<typeof AdminCredentials>

export const SecondFactor = z.object({
  isOn: z.boolean(),
  /** Whether the owner demands one from all staff. */
  isDemanded: z.boolean(),
  recoveryCodesLeft: z.number().int(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** What a code app needs. The second factor is on once its first code is confirmed. */
export const FactorStarted = z.object({ key: z.string(), uri: z.string() })
export type FactorStarted = z.infer<typeof FactorStarted>

export const FactorConfirming = z.strictObject({ code: FactorCode })

/** Shown once. */
export const RecoveryCodes = z.object({ message: z.string(), recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>
