import type { SignedIn } from '#test/purchase.ts'

import { isParcelOrigin } from '#contract/states/return-states.ts'

/** The return of a parcel that was called back, refused or lost. */
export async function returnOf(admin: SignedIn, orderId: string) {
  const { items } = await admin.api.listReturns({ search: orderId })
  const back = items.find(({ origin }) => isParcelOrigin(origin))
  if (!back) throw new Error(`No parcel of ${orderId} comes back.`)
  return back
}

/** Takes the parcel in that comes back, and finds all its pieces as new. */
export async function takeIn(admin: SignedIn, orderId: string): Promise<void> {
  const { _id, lines } = await returnOf(admin, orderId)
  await admin.api.changeReturn(_id, { to: 'received' })
  const pieces = lines.map((line) => ({ _id: line._id, quantity: line.quantity, condition: 'as new' as const }))
  await admin.api.changeReturn(_id, { to: 'inspected', pieces })
}
