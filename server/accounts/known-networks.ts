import { createHash } from 'node:crypto'

import type { User } from '#contract/accounts.ts'
import type { Db } from '#server/db/open.ts'
import type { Network } from '#server/rate-limits/network.ts'

import { emailKey } from '#contract/shapes.ts'
import { deleteOldNetworks, hasSignedInFrom, keepNetwork } from '#server/accounts/queries.ts'

const KEPT_SECONDS = 90 * 24 * 60 * 60

/** Only this hash is stored, so the table alone does not tell where somebody was. */
const hashOf = (key: string, { name }: Network) => createHash('sha256').update(`${key} ${name}`).digest()

/** Whether the account of this e-mail has signed in from this network within the last 90 days. */
export async function isKnownNetwork(db: Db, key: string, network: Network): Promise<boolean> {
  return hasSignedInFrom(db, key, hashOf(key, network))
}

/** Records that the account has signed in from this network. */
export async function rememberNetwork(db: Db, user: User, network: Network): Promise<void> {
  await keepNetwork(db, user._id, hashOf(emailKey(user.email), network))
}

/** Removes the networks from which nobody has signed in for 90 days. */
export async function forgetOldNetworks(db: Db): Promise<void> {
  await deleteOldNetworks(db, KEPT_SECONDS)
}
