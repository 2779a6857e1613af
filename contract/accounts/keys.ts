import { z } from 'zod'

import { id, sentTime, text, time } from '#contract/schemas/basic-schemas.ts'
import { KEY_SCOPES } from '#contract/accounts/key-scopes.ts'
import { KEY_LIMITS } from '#contract/accounts/key-limits.ts'

const scope = z.enum(KEY_SCOPES, { error: 'There is no such area for keys.' })

/** A key by which another program calls the shop. The key itself is shown once, when it is made. */
export const Key = z.object({
  _id: z.string(),
  name: z.string(),
  areas: z.array(scope),
  madeAt: time,
  /** The e-mail address of the owner who made it; null if the account is gone. */
  madeBy: z.string().nullable(),
  expiresAt: time,
  /** When an owner ended it; null if nobody has. */
  endedAt: time.nullable(),
  /** True until it has ended or expired. */
  isLive: z.boolean(),
  lastUsedAt: time.nullable(),
  /** The network that it was last used from: of IPv4 the /24, of IPv6 the /48. */
  lastNetwork: z.string().nullable(),
})
export type Key = z.infer<typeof Key>

export const KeysAnswer = z.object({ keys: z.array(Key) })
export type KeysAnswer = z.infer<typeof KeysAnswer>

export const KeyMaking = z.strictObject({
  name: text(KEY_LIMITS.name),
  areas: z
    .array(scope, { error: 'Please choose what the key may do.' })
    .min(1, { error: 'Please choose what the key may do.' })
    .max(KEY_SCOPES.length)
    .overwrite((areas) => [...new Set(areas)]),
  /** At most a year ahead, which is also what holds without it. */
  expiresAt: sentTime().optional(),
})
export type KeyMaking = z.input<typeof KeyMaking>

export const KeyMade = Key.extend({ message: z.string(), key: z.string() })
export type KeyMade = z.infer<typeof KeyMade>

export const KeyParams = z.object({ keyId: id })
