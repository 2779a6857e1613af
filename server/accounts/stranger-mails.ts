import type { Db } from '#server/db/database.ts'
import type { Network } from '#server/http/rate-limits/caller-networks.ts'

import { DAY_SECONDS, HOUR_SECONDS } from '#contract/units/time-units.ts'
import { STRANGER_MAILS_PER_HOUR } from '#server/accounts/mail-limits.ts'
import { countCall, forgetCalls } from '#server/http/rate-limits/service.ts'

type StrangerMailKind = 'registration' | 'link asked for' | 'new address' | 'message' | 'new password' | 'sign-in code'

/**
 * Counts a mail to an address that may be a stranger's, because anybody may register and enter any. Each kind has its
 * own limit. Returns the seconds to wait where one of the caller's networks has sent too many.
 */
export async function countStrangerMail(
  db: Db,
  kind: StrangerMailKind,
  networks: readonly Network[],
): Promise<number | undefined> {
  for (const { name, share } of networks) {
    const wait = await countCall(
      db,
      `mail to strangers, ${kind} ${name}`,
      STRANGER_MAILS_PER_HOUR * share,
      HOUR_SECONDS,
    )
    if (wait !== undefined) return wait
  }
  return undefined
}

/** A mail that is counted when it is prepared, because only then it is known whether its receiver is a stranger. */
export interface AskedMail {
  kind: StrangerMailKind
  /** Where it was asked from; empty where nothing is counted. */
  networks: readonly Network[]
  /** Names it, and the time of asking. */
  id: string
}

/** Counts a mail that was asked for as `countStrangerMail` does. One that is tried again counts once. */
export async function countAskedMail(db: Db, { kind, networks, id }: AskedMail): Promise<number | undefined> {
  if (networks.length === 0) return undefined
  const counter = `mail to strangers, ${kind} counted ${id}`
  if ((await countCall(db, counter, 1, DAY_SECONDS)) !== undefined) return undefined
  const wait = await countStrangerMail(db, kind, networks)
  if (wait !== undefined) await forgetCalls(db, counter)
  return wait
}
