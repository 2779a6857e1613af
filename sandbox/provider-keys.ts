import { randomBytes } from 'node:crypto'

import type { Db } from '#server/db/database.ts'

import { openSandboxDb } from '#sandbox/database.ts'

export const SANDBOX_PATH = '/sandbox/razorpay'
/** Goes to every browser, and opens nothing by itself. */
export const SANDBOX_KEY_ID = 'rzp_test_SelvedgeSandbx'
/** Without an origin, so that it works under every name that a laptop goes by. */
export const SANDBOX_CHECKOUT_URL = `${SANDBOX_PATH}/checkout.js`

const newSecret = () => randomBytes(32).toString('base64url')

/**
 * How the shop reaches the sandbox instead of the real provider. Its secrets are made at random when a database is
 * first asked for them, and stay: a payment that was signed before a restart, or by another process, is recognised.
 */
export async function openSandboxSettings(shopDb: Db) {
  const db = openSandboxDb(shopDb)
  await db
    .insertInto('sandboxSecrets')
    .values({ keySecret: newSecret(), webhookSecret: newSecret() })
    .onConflict((conflict) => conflict.column('onlyRow').doNothing())
    .execute()
  const { keySecret, webhookSecret } = await db.selectFrom('sandboxSecrets').selectAll().executeTakeFirstOrThrow()
  return {
    keyId: SANDBOX_KEY_ID,
    keySecret,
    webhookSecrets: [webhookSecret],
    checkoutUrl: SANDBOX_CHECKOUT_URL,
    isSandbox: true,
  }
}
