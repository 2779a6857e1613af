import type { User } from '#contract/accounts.ts'
import type { Db } from '#server/db/open.ts'
import type { Network } from '#server/caller-networks.ts'

import { emailKey } from '#contract/basic-schemas.ts'
import { hasSignedInFrom, upsertNetwork } from '#server/accounts/queries.ts'
import { hashOf } from '#server/accounts/link-tokens.ts'

/** Only this hash is stored, so the table alone does not reveal where somebody was. */
const networkHashOf = (key: string, { name }: Network) => hashOf(`${key} ${name}`)

/** Whether the account of this e-mail has signed in from this network within the last 90 days. */
export const isKnownNetwork = (db: Db, key: string, network: Network): Promise<boolean> =>
  hasSignedInFrom(db, key, networkHashOf(key, network))

/** Records that the account has signed in from this network. */
export const rememberNetwork = (db: Db, user: User, network: Network): Promise<void> =>
  upsertNetwork(db, user._id, networkHashOf(emailKey(user.email), network))
