import { z } from 'zod'

import { soughtText } from '#contract/basic-schemas.ts'

/** Whether the account's e-mail address is confirmed by the link that was sent to it. */
export const EmailConfirmation = z.object({ isConfirmed: z.boolean() })
export type EmailConfirmation = z.infer<typeof EmailConfirmation>

/** Sent in the body, because logs contain addresses. */
export const ConfirmationLink = z.strictObject({ token: soughtText(500) })
export type ConfirmationLink = z.infer<typeof ConfirmationLink>
