import type { LinkPurpose } from '#server/db/account-tables.ts'
import type { Db } from '#server/db/database.ts'
import type { ShopError } from '#contract/api/errors.ts'

import { deleteLink, findLink, upsertLink, type AccountLink } from '#server/accounts/link-queries.ts'
import { hashOf, newToken } from '#server/accounts/link-tokens.ts'
import { endedLink } from '#server/errors.ts'

/** A link, unlike a code that is typed in. */
export type TokenPurpose = Exclude<LinkPurpose, 'sign-in code' | 'cash order code'>

/** What a link is called, and what to do instead of one that has ended. */
const ENDED: Record<TokenPurpose, [wayOn: string, what?: string]> = {
  'new password': ['Please ask for a new one.'],
  'confirm address': ['Please sign in and ask for a new mail on your profile, or use the newest mail that you have.'],
  'new address': ['Please log in and enter the new address again.'],
  'keep account': ['If your account is still to be erased, log in to keep it.'],
  'confirm cash order': ['Please look at your order on your profile, or write to us.'],
  'join staff': ['Please ask the shop’s owner for a new one.', 'invitation'],
}

/** The error of a link that is unknown, used or too old. */
export const ended = (purpose: TokenPurpose): ShopError => endedLink(...ENDED[purpose])

type NewLink = Omit<Parameters<typeof upsertLink>[1], 'purpose' | 'tokenHash'>

/**
 * A new link, in place of an earlier one of the same purpose and key. Returns its token: only the hash is stored. A new
 * kind of link is a purpose, what `ENDED` says, and this call where its mail is written.
 */
export async function createLink(db: Db, purpose: TokenPurpose, link: NewLink): Promise<string> {
  const token = newToken()
  await upsertLink(db, { ...link, purpose, tokenHash: hashOf(token) })
  return token
}

/** The link of this token. Throws `not_found` if it is unknown, used or too old. */
export async function getLink(db: Db, purpose: TokenPurpose, token: string): Promise<AccountLink> {
  const link = await findLink(db, purpose, hashOf(token))
  if (!link) throw ended(purpose)
  return link
}

/** The same, and uses the link up: of several callers one gets it. */
export async function takeLink(db: Db, purpose: TokenPurpose, token: string): Promise<AccountLink> {
  const link = await deleteLink(db, purpose, hashOf(token))
  if (!link) throw ended(purpose)
  return link
}
