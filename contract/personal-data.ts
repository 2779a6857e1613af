import { z } from 'zod'

import { Credentials } from '#contract/accounts.ts'

/** The password again, so that nobody erases an account by a session that he has taken over. */
export const ErasureRequest = z.strictObject({ password: Credentials.shape.password })
export type ErasureRequest = z.infer<typeof ErasureRequest>
