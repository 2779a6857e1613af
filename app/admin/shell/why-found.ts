import type { FoundProduct } from '#contract/catalogue/admin-catalogue.ts'
import type { Contact } from '#contract/contacts/contacts.ts'
import type { StaffOrder } from '#contract/orders/orders.ts'

import { searchWords } from '#contract/catalogue/search/admin-search-words.ts'

/** A longer text is shown by the words around what was found. */
const LONG = 60
const WORDS_AROUND = 4

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
export function* findableInOrder({
  address,
  products,
  user,
  shipment,
  orderId,
  documents,
}: StaffOrder): Generator<string> {
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

/** The same of a product. */
export const findableInProduct = ({ foundCode, colour, fabric, description }: FoundProduct): string[] =>
  [foundCode, colour, fabric, description].filter((text) => text !== undefined)

/** The same of a message. */
export const findableInMessage = ({ email, contactNumber, message }: Contact): string[] => [
  email,
  contactNumber,
  message,
]

function shortened(text: string, word: string): string {
  if (text.length <= LONG) return text
  const words = text.trim().split(/\s+/)
  const at = words.findIndex((one) => plain(one).includes(word))
  const from = Math.max(0, at - WORDS_AROUND)
  const until = Math.max(0, at) + WORDS_AROUND + 1
  const part = words.slice(from, until).join(' ')
  return `${from > 0 ? '…' : ''}${part}${until < words.length ? '…' : ''}`
}

/**
 * Why a search found something: what of it has the words that its row does not show. Without it a hit by a recipient's
 * name, beside the name of an account, looks like a fault. A payment's id stands in no order, so it is shown as it was
 * typed.
 */
export function whyFound(findable: Iterable<string>, typed: string, row: string): string[] {
  const shown = plain(row)
  const words = new Map(searchWords(typed).map((word) => [plain(word).trim().split(' ')[0] ?? '', word]))
  const missing = new Set([...words.keys()].filter((word) => !shown.includes(word)))
  const reasons: string[] = []
  for (const text of findable) {
    const found = [...missing].filter((word) => plain(text).includes(word))
    const [first] = found
    if (first === undefined) continue
    reasons.push(shortened(text, first))
    for (const word of found) missing.delete(word)
  }
  const ids = [...missing].filter((word) => /^(?:pay|rfnd)_/.test(word))
  return [...reasons, ...ids.map((word) => words.get(word) ?? word)]
}
