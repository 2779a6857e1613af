import type { User } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/db/database.ts'
import type { Network } from '#server/http/rate-limits/caller-networks.ts'

import { emailKey } from '#contract/schemas/basic-schemas.ts'
import { hashOf } from '#server/accounts/link-tokens.ts'
import { hasSignedInFrom, upsertNetwork } from '#server/accounts/sign-in-network-queries.ts'
import { rateLimited } from '#server/errors.ts'
import { countDown, countUp, deleteCounter, readCount, takeTurn } from '#server/http/rate-limits/queries.ts'
import { countCall } from '#server/http/rate-limits/service.ts'

const SIGN_IN_WINDOW_SECONDS = 15 * 60
/** Failures of one account from one caller within the window. */
const CALLER_FAILURES = 5
/**
 * Failures of one caller with all accounts together before it has to wait. A wider network may have `share` times as
 * many.
 */
const NETWORK_FAILURES = 100
/**
 * Failures of one account within a day from all networks together, except networks from which it has signed in before.
 */
const ACCOUNT_FAILURES = 10
const ACCOUNT_WINDOW_SECONDS = 24 * 60 * 60
/** After this many wrong tries a code that was sent by mail no longer works. */
export const CODE_TRIES = 5
/**
 * Wrong codes of a second factor for one account, from all networks together but for those from which it has signed in:
 * each of these counts by itself. The person who tries them knows the password already.
 */
export const SECOND_FACTOR_TRIES = [
  { limit: 5, seconds: 15 * 60 },
  { limit: 20, seconds: 24 * 3600 },
]
/** How long a network may use its attempt after its delay. */
const TURN_SECONDS = 15 * 60

/** Doubles with every failure beyond the limit, up to the whole window. */
const growingDelaySeconds = (beyond: number) => Math.min(SIGN_IN_WINDOW_SECONDS, 2 ** Math.min(beyond, 20))

/** Beyond its limit a network still gets one attempt at a time, after a growing delay. */
async function countNetworkFailure(db: Db, key: string, limit: number): Promise<number | undefined> {
  const { count } = await countUp(db, key, SIGN_IN_WINDOW_SECONDS)
  if (count <= limit) return undefined
  const wait = await countCall(db, `${key} delayed`, 1, growingDelaySeconds(count - limit))
  if (wait !== undefined) await countDown(db, key)
  return wait
}

/**
 * Beyond its limit an account accepts one attempt from each network, however large, after a delay that grows with every
 * failure. Each network has its own delay, so nobody elsewhere can use up the owner's attempt.
 */
async function countAccountFailure(db: Db, key: string, network: Network): Promise<number | undefined> {
  const failures = await readCount(db, key)
  if (failures >= ACCOUNT_FAILURES) {
    const delaySeconds = growingDelaySeconds(failures + 1 - ACCOUNT_FAILURES)
    const wait = await takeTurn(db, `${key} ${network.name}`, delaySeconds, TURN_SECONDS)
    if (wait !== undefined) return wait
  }
  const { count } = await countUp(db, key, ACCOUNT_WINDOW_SECONDS)
  if (failures >= ACCOUNT_FAILURES || count <= ACCOUNT_FAILURES) return undefined
  // Concurrent calls have used up the limit since it was read.
  await countDown(db, key)
  return growingDelaySeconds(1)
}

/** Only this hash is stored, so the table alone does not reveal where somebody was. */
const networkHashOf = (key: string, { name }: Network) => hashOf(`${key} ${name}`)

/** Whether the account with this e-mail has signed in from the caller's narrowest network within the last 90 days. */
export const isKnownNetwork = async (db: Db, key: string, [network]: readonly Network[]): Promise<boolean> =>
  network !== undefined && (await hasSignedInFrom(db, key, networkHashOf(key, network)))

/**
 * Records that the account has signed in from the caller's narrowest network. Call it once all was shown that the
 * account's strongest sign-in asks for: whoever knows the password alone must not become known.
 */
export async function rememberNetwork(db: Db, user: User, [network]: readonly Network[]): Promise<void> {
  if (network) await upsertNetwork(db, user._id, networkHashOf(emailKey(user.email), network))
}

interface SignInAttempt {
  /** Takes the count back; call it if the password was right. */
  forgive(): Promise<void>
}

/**
 * Counts an attempt to sign in by a password or code as `countAttempt` does. Failures from elsewhere do not delay an
 * account that has signed in from the caller's narrowest network within the last 90 days.
 */
export async function countSignIn(db: Db, key: string, networks: readonly Network[]): Promise<SignInAttempt> {
  return countAttempt(db, key, networks, await isKnownNetwork(db, key, networks))
}

/**
 * Counts an attempt to sign in as a failure until it is forgiven, so that concurrent attempts cannot get past the
 * limits while their passwords are being checked. `subject` is what is tried, such as an e-mail; with and without an
 * account it counts alike. `networks` are the caller's, the narrowest first; without any, nothing is counted. Failures
 * from other networks do not delay one that is known. Throws `rate_limited`.
 */
export async function countAttempt(
  db: Db,
  subject: string,
  networks: readonly Network[],
  isKnown: boolean,
): Promise<SignInAttempt> {
  const [narrowest, widest] = [networks[0], networks.at(-1)]
  if (!narrowest || !widest) return { forgive: async () => {} }
  const account = hashOf(subject).toString('base64url')
  const callerKey = `sign-in ${narrowest.name} ${account}`
  const callerWait = await countCall(db, callerKey, CALLER_FAILURES, SIGN_IN_WINDOW_SECONDS)
  if (callerWait !== undefined) throw rateLimited(callerWait)

  const counted = [callerKey]
  const refuse = async (waitSeconds: number) => {
    for (const key of counted) await countDown(db, key)
    return rateLimited(waitSeconds)
  }
  if (!isKnown) {
    const key = `sign-in account ${account}`
    const wait = await countAccountFailure(db, key, widest)
    if (wait !== undefined) throw await refuse(wait)
    counted.push(key)
  }
  for (const { name, share } of isKnown ? [narrowest] : networks) {
    const key = `sign-in ${name}`
    const wait = await countNetworkFailure(db, key, NETWORK_FAILURES * share)
    if (wait !== undefined) throw await refuse(wait)
    counted.push(key)
  }
  return {
    async forgive() {
      for (const key of counted) await countDown(db, key)
      await deleteCounter(db, callerKey)
    },
  }
}
