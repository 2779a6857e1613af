import type { InvoiceContent, ReceiptContent } from '#server/documents/document-content.ts'
import type { Cell, PdfPage } from '#server/documents/pdf/pdf-page.ts'

import { shortIdOf } from '#contract/short-id.ts'
import { formatDay } from '#server/documents/pdf/layout-words.ts'
import { INK, MUTED, WIDTH } from '#server/documents/pdf/pdf-page.ts'

type Content = ReceiptContent | InvoiceContent

const GAP = 18
const COLUMN = (WIDTH - 2 * GAP) / 3

function sellerLines({ seller }: Content): string[] {
  const { legalName, address, gstin, web } = seller
  return [legalName, ...address, gstin === null ? web : `GSTIN ${gstin}`]
}

function buyerLines({ buyer }: Content): string[] {
  const { name, email, address, gstin } = buyer
  if (!address) return [name, email, 'No delivery address yet']
  return [
    address.fullName,
    address.street,
    `${address.city}, ${address.state} ${address.pincode}`,
    `Phone ${address.phone}`,
    ...(gstin === null ? [] : [`GSTIN ${gstin}`]),
  ]
}

function factLines(content: Content): string[] {
  const { order } = content
  const place = 'placeOfSupply' in content ? content.placeOfSupply : undefined
  const corrects = 'corrects' in content ? content.corrects : undefined
  return [
    ...(corrects ? [`${corrects.number} of ${formatDay(corrects.issuedAt)}`, `Reason: ${corrects.reason}`] : []),
    `Order #${shortIdOf(order.id)} of ${formatDay(order.placedAt)}`,
    ...(order.paymentId === null ? [] : [`Payment ${order.paymentId}`]),
    ...(place ? [`Place of supply: ${place.name} (${place.code})`] : []),
  ]
}

/** Writes side by side who sells, who buys, and what it is about. */
export function drawParties(page: PdfPage, content: Content): void {
  const columns = [
    { title: 'Sold by', lines: sellerLines(content) },
    { title: content.buyer.address ? 'Billed and delivered to' : 'Bought by', lines: buyerLines(content) },
    { title: 'corrects' in content ? 'Corrects' : 'About', lines: factLines(content) },
  ]
  const rows = Math.max(...columns.map(({ lines }) => lines.length))
  const cells = (texts: readonly (string | undefined)[], style: Partial<Cell>) =>
    texts.map((text = '', index) => ({ text, x: index * (COLUMN + GAP), width: COLUMN, ...style }))
  page.row(
    cells(
      columns.map(({ title }) => title),
      { size: 8, colour: MUTED },
    ),
  )
  page.space(2)
  for (let row = 0; row < rows; row += 1) {
    const texts = columns.map(({ lines }) => lines[row])
    page.row(
      cells(texts, { colour: INK }).map((cell, index) => ({
        ...cell,
        weight: row === 0 && index < 2 ? 'bold' : 'regular',
      })),
    )
    page.space(1)
  }
  page.space(16)
}
