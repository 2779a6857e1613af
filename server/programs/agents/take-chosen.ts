import type { Chosen, ChosenTaken } from '#contract/programs/chosen.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { rupeesFromPaise } from '#contract/units/money.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { priceChoice, wantedIn } from '#server/programs/agents/price-choice.ts'
import { findOpenChoice, takeChoice, type Choice } from '#server/programs/agents/queries.ts'
import { addInTransaction, priceWanted, type WantedLine } from '#server/cart/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { endedLink } from '#server/errors.ts'

const ended = () => endedLink('What was chosen is in a cart already, or was too long ago.')

/** What of a choice can be had now. */
async function availableLines({ db, settings }: Pick<Shop, 'db' | 'settings'>, { lines }: Choice) {
  const priced = await priceWanted(db, wantedIn(lines), settings.current())
  return priced.lines.filter((line): line is WantedLine => line !== undefined && line.quantity > 0)
}

/** What a program has put together, for the page of its link. Throws not-found for a link that is unknown, used or too old. */
export async function getChosen(shop: Shop, token: string): Promise<Chosen> {
  const choice = await findOpenChoice(shop.db, token)
  if (!choice) throw ended()
  const lines = await availableLines(shop, choice)
  const { messages } = await priceChoice({ shop, shopUrl: shop.publicUrl() }, choice.lines)
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
    subtotal: rupeesFromPaise(lines.reduce((sum, { row, quantity }) => sum + row.paidPricePaise * quantity, 0)),
    endsAt: choice.expiresAt.toISOString(),
  }
}

/**
 * Puts what a program has chosen into a customer's cart, as far as it can be had, and ends the link. Of several callers one gets it. Throws
 * not-found for a link that is unknown, used or too old.
 */
export async function takeChosen(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  { token, userId }: { token: string; userId: string },
): Promise<ChosenTaken> {
  const notAdded = await inTransaction(db, async (db: Db) => {
    const choice = await takeChoice(db, token, userId)
    if (!choice) throw ended()
    const lines = await availableLines({ db, settings }, choice)
    const wanted = lines.map(({ row: { name, size, productSizeId }, quantity }) => ({
      name,
      size,
      productSizeId,
      quantity,
    }))
    return addInTransaction(db, userId, wanted)
  })
  return { message: WORDINGS.cart.added, notAdded: notAdded.map(({ sentence }) => sentence) }
}
