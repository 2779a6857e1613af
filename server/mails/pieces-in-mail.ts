import type { Order, OrderLine } from '#contract/orders/orders.ts'
import type { Block, MailShop, Piece } from '#contract/words/mail-content.ts'

import { isShippedFree } from '#contract/cart/fees.ts'
import { discountText } from '#contract/cart/offer-discount.ts'
import { oneLine } from '#contract/words/mail-content.ts'
import { formatTotal, lineTotal, paidPrice } from '#contract/units/money.ts'
import { amountLeft, countLeft, creditLeft } from '#contract/orders/cancelled-items.ts'
import { counted } from '#contract/words/counted.ts'

/** Twice as wide as a mail shows it, for screens with small pixels. */
const PICTURE_WIDTH = 160

function pieceOf({ product, quantity, size, cancelled = 0 }: OrderLine, { publicUrl }: MailShop): Piece {
  const each = paidPrice(product)
  return {
    name: oneLine(product.name) + (cancelled > 0 ? ` (${cancelled} of ${quantity} cancelled)` : ''),
    size: size === undefined ? undefined : oneLine(size),
    quantity,
    amount: formatTotal(lineTotal(product, quantity)),
    each: quantity > 1 ? formatTotal(each) : undefined,
    picture: product.image === null ? undefined : `${publicUrl}${product.image}?w=${PICTURE_WIDTH}`,
  }
}

/** What the total holds. */
const inTotal = ({ fees }: Order) => `inclusive of all taxes${isShippedFree(fees) ? '; shipping is free' : ''}`

export const piecesOf = (order: Order, shop: MailShop): Block => ({
  pieces: order.products.map((line) => pieceOf(line, shop)),
  sums: [
    ...(order.discount ? [{ label: oneLine(order.discount.reason), amount: discountText(order.discount) }] : []),
    ...(order.fees ?? []).map(({ name, amount }) => ({ label: name, amount: formatTotal(amount) })),
    ...(order.cancelledAmount === undefined
      ? []
      : [{ label: 'Cancelled', amount: `−${formatTotal(order.cancelledAmount)}` }]),
    { label: 'Total', amount: formatTotal(amountLeft(order)), note: inTotal(order) },
    ...(creditLeft(order) > 0 ? [{ label: 'Paid by store credit', amount: formatTotal(creditLeft(order)) }] : []),
  ],
})

export const totalOf = (order: Order): Block => {
  const pieces = counted(countLeft(order), 'piece')
  return `${pieces}, ${formatTotal(amountLeft(order))} ${inTotal(order)}.`
}
