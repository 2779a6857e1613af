import { z } from 'zod'

import { Registration } from '#contract/accounts/accounts.ts'
import { soughtText } from '#contract/schemas/basic-schemas.ts'

/** Whether the account's e-mail address is confirmed by the link that was sent to it. */
export const EmailConfirmation = z.object({ isConfirmed: z.boolean() })
export type EmailConfirmation = z.infer<typeof EmailConfirmation>

/** Sent in the body, because logs contain addresses. */
export const ConfirmationLink = z.strictObject({ token: soughtText(500) })
export type ConfirmationLink = z.infer<typeof ConfirmationLink>

/**
 * The link that confirms an address. A browser that is not signed in to its account sends a new password, too: somebody
 * else may have registered the address.
 */
export const ClaimingLink = ConfirmationLink.extend({ password: Registration.shape.password.optional() })
export type ClaimingLink = z.input<typeof ClaimingLink>
