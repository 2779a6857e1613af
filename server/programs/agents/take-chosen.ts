import type { Chosen, ChosenTaken } from '#contract/programs/agent-choice.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { discountAnswer } from '#contract/cart/offer-discount.ts'
import { rupeesFromPaise } from '#contract/units/money.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { codesIn } from '#server/programs/agents/discount-codes.ts'
import { askedIn, priceChoice } from '#server/programs/agents/price-choice.ts'
import { findOpenChoice, keepLines, takeChoice, type Choice } from '#server/programs/agents/queries.ts'
import { addInTransaction, carryCodes, priceWanted, type WantedLine } from '#server/cart/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { endedLink } from '#server/errors.ts'

const ended = () => endedLink('What was chosen is in a cart already, or was too long ago.')

/** What of a choice can be had now, and which of its lines are sizes of a product. */
async function priceAvailable({ db, settings }: Pick<Shop, 'db' | 'settings'>, choice: Choice) {
  const { lines, ...priced } = await priceWanted(db, askedIn(choice), settings.current())
  return {
    ...priced,
    lines: lines.filter((line): line is WantedLine => line !== undefined && line.quantity > 0),
    known: choice.lines.filter((_, place) => lines[place] !== undefined),
  }
}

/**
 * What a program has put together, for the page of its link. Throws not-found for a link that is unknown, used or too
 * old.
 */
export async function getChosen(shop: Shop, token: string): Promise<Chosen> {
  const choice = await findOpenChoice(shop.db, token)
  if (!choice) throw ended()
  const { lines, subtotalPaise, discount } = await priceAvailable(shop, choice)
  const { messages } = await priceChoice({ shop, shopUrl: shop.publicUrl() }, choice)
  const subtotal = rupeesFromPaise(subtotalPaise)
  return {
    lines: lines.map(({ row, image, quantity }) => ({
      productId: row.productId,
      name: row.name,
      ...(row.size !== '' && { size: row.size }),
      image,
      price: rupeesFromPaise(row.paidPricePaise),
      quantity,
    })),
    notices: messages.map(({ content }) => content),
    subtotal,
    ...(discount && { discount: { subtotal, ...discountAnswer(discount) } }),
    endsAt: choice.expiresAt.toISOString(),
  }
}

/**
 * Puts what a program has chosen into a customer's cart, as far as it can be had, with its code, and ends the link. Of
 * several callers one gets it. Throws not-found for a link that is unknown, used or too old.
 */
export async function takeChosen(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  { token, userId }: { token: string; userId: string },
): Promise<ChosenTaken> {
  const { notAdded, refusals } = await inTransaction(db, async (db: Db) => {
    const choice = await takeChoice(db, token, userId)
    if (!choice) throw ended()
    const { lines, known } = await priceAvailable({ db, settings }, choice)
    // It stays for weeks, and a program may have sent anything for an id.
    if (known.length < choice.lines.length) await keepLines(db, choice.id, known)
    const wanted = lines.map(({ row: { name, size, productSizeId }, quantity }) => ({
      name,
      size,
      productSizeId,
      quantity,
    }))
    const missing = await addInTransaction(db, userId, wanted)
    return {
      notAdded: missing,
      refusals: await carryCodes(db, { userId, codes: codesIn(choice.codes) }, settings.current()),
    }
  })
  return {
    message: [WORDINGS.cart.added, ...refusals].join(' '),
    notAdded: notAdded.map(({ sentence }) => sentence),
    isWithoutCode: refusals.length > 0,
  }
}
