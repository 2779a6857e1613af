import { randomBytes } from 'node:crypto'

import type { Db } from '#server/db/database.ts'

import { openCourierSandboxDb } from '#sandbox/courier/courier-database.ts'

export const COURIER_SANDBOX_PATH = '/sandbox/shiprocket'
const EMAIL = 'shop@sandbox.localhost'
/** The emulated service knows every place where parcels are fetched. */
const PICKUP_LOCATION = 'Primary'

const newSecret = () => randomBytes(32).toString('base64url')

/**
 * How the shop reaches the emulated courier service. Its secrets are made at random when a database is first asked for
 * them, and stay.
 */
export async function openCourierSandboxSettings(shopDb: Db) {
  const db = openCourierSandboxDb(shopDb)
  await db
    .insertInto('sandboxCourierSecrets')
    .values({ password: newSecret(), webhookSecret: newSecret() })
    .onConflict((conflict) => conflict.column('onlyRow').doNothing())
    .execute()
  const { password, webhookSecret } = await db.selectFrom('sandboxCourierSecrets').selectAll().executeTakeFirstOrThrow()
  return { email: EMAIL, password, webhookSecrets: [webhookSecret], pickupLocation: PICKUP_LOCATION, isSandbox: true }
}
