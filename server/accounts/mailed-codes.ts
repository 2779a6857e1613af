import { randomInt, timingSafeEqual } from 'node:crypto'

import type { Db } from '#server/db/database.ts'
import type { LinkPayload } from '#server/db/account-tables.ts'

import { countTry, deleteLink, upsertLink } from '#server/accounts/link-queries.ts'
import { codeHashOf, hashOf } from '#server/accounts/link-tokens.ts'
import { CODE_TRIES } from '#server/accounts/sign-in-limits.ts'

const CODE_DIGITS = 6

/** A code that is typed in. */
export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

/** What a code is for; it works for whoever of this account asked in this browser. */
interface CodeKey {
  /** What it is about. */
  subject: string
  userId: string
  /** The hash of the random text in the browser's cookie, in hexadecimal. */
  asker: string
}

const PURPOSE = 'cash order code'
const keyOf = ({ subject, asker }: CodeKey) => `${subject}.${asker}`

/** What a browser is known by where codes are stored. */
export const askerOf = (browser: string): string => hashOf(browser).toString('hex')

/** A new code, in place of the one that the same browser asked for before. Only its hash is stored. */
export async function createOrderCode(db: Db, key: CodeKey, minutes: number, payload: LinkPayload): Promise<string> {
  const { userId, asker } = key
  const code = newCode()
  const tokenHash = codeHashOf(`${userId} ${keyOf(key)}`, code)
  await upsertLink(db, {
    purpose: PURPOSE,
    key: keyOf(key),
    userId,
    tokenHash,
    minutes,
    payload: { ...payload, asker },
  })
  return code
}

/**
 * Counts a try, and uses the code up if it is the right one: of several callers one gets it. False for a wrong, ended
 * or used one.
 */
export async function takeOrderCode(db: Db, key: CodeKey, code: string): Promise<boolean> {
  const known = await countTry(db, { purpose: PURPOSE, key: keyOf(key), userId: key.userId, limit: CODE_TRIES })
  const tokenHash = codeHashOf(`${key.userId} ${keyOf(key)}`, code)
  if (!known || !timingSafeEqual(known, tokenHash)) return false
  return (await deleteLink(db, PURPOSE, tokenHash)) !== undefined
}
