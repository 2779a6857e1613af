import type { StaffOrder } from '#contract/orders/orders.ts'

import { searchWords } from '#contract/catalogue/admin-search-words.ts'

/**
 * Nearly as the database compares texts (`plain_text`, `phone_digits`): without case, accents and the signs between
 * digits.
 */
const plain = (text: string) =>
  `${text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()} ${searchWords(text).join(' ').toLowerCase()}`

/** What an order can be found by, in the order in which it is worth showing. */
function* findableOf({ address, products, user, shipment, orderId, documents }: StaffOrder): Generator<string> {
  if (address) {
    yield address.fullName
    yield `${address.city} ${address.pincode}`
    yield address.phone
    yield address.street
    yield address.state
  }
  for (const { product, size } of products) yield [product.name, size].filter(Boolean).join(', ')
  if (user.email !== null) yield user.email
  if (shipment?.trackingNumber) yield shipment.trackingNumber
  for (const { number } of documents) yield number
  if (orderId !== null) yield orderId
}

/**
 * Why a search found an order: what has the words that the label does not show. Without it a hit by a recipient's name,
 * beside the name of an account, looks like a fault. A payment's id stands in no order, so it is shown as it was typed.
 */
export function whyFound(order: StaffOrder, typed: string, label: string): string[] {
  const shown = plain(label)
  const words = new Map(searchWords(typed).map((word) => [plain(word).trim().split(' ')[0] ?? '', word]))
  const missing = new Set([...words.keys()].filter((word) => !shown.includes(word)))
  const reasons: string[] = []
  for (const text of findableOf(order)) {
    const found = [...missing].filter((word) => plain(text).includes(word))
    if (found.length === 0) continue
    reasons.push(text)
    for (const word of found) missing.delete(word)
  }
  const ids = [...missing].filter((word) => /^(?:pay|rfnd)_/.test(word))
  return [...reasons, ...ids.map((word) => words.get(word) ?? word)]
}
