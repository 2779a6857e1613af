import type { Db } from '#server/db/database.ts'

import { SAMPLE_PAGE } from '#test/sample-pages.ts'
import { variantId } from '#server/programs/agents/variant-id.ts'

/** The secret of the link to what a program has chosen. */
const SAMPLE_CHOSEN = 'chosen-by-a-program-0123456789ab'

/** A checkout of a program with one piece of a product without sizes. */
export async function addSampleChosen(db: Db, productId: string): Promise<void> {
  const lines = JSON.stringify([{ id: variantId({ productId, size: '' }), quantity: 1 }])
  const expiresAt = new Date(Date.now() + 3_600_000)
  await db
    .insertInto('agentChoices')
    .values({ id: 'a-choice', kind: 'checkout', token: SAMPLE_CHOSEN, lines, expiresAt })
    .execute()
}

/** The secret in the address of a call that is about no order. */
export function secretFor(path: string): string | undefined {
  if (path.startsWith('/chosen/')) return SAMPLE_CHOSEN
  return path.startsWith('/page-previews/') ? SAMPLE_PAGE.previewToken : undefined
}
