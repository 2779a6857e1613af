import { z } from 'zod'

import { soughtText } from '#contract/shapes.ts'

/** Whether somebody has confirmed the address of the account by the link that was sent there. */
export const EmailConfirmation = z.object({ isConfirmed: z.boolean() })
export type EmailConfirmation = z.infer<typeof EmailConfirmation>

/** In the body, because addresses end up in logs. */
export const ConfirmationLink = z.strictObject({ token: soughtText(500) })
export type ConfirmationLink = z.infer<typeof ConfirmationLink>
