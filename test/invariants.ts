import { expect } from 'vitest'

import type { Db } from '#server/db/database.ts'

import { listBrokenInvariants } from '#server/orders/invariant-queries.ts'

/** Expects that nothing breaks `server/orders/invariants.sql`; for the end of each test that moves money or stock. */
export async function expectInvariants(db: Db): Promise<void> {
  expect(await listBrokenInvariants(db)).toEqual([])
}
