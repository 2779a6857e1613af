import type { InvoiceContent, ReceiptContent } from '#server/documents/document-content.ts'
import type { Cell, PdfPage } from '#server/documents/pdf/pdf-page.ts'

import { shortIdOf } from '#contract/short-id.ts'
import { formatDay, SMALL } from '#server/documents/pdf/text-formats.ts'
import { WIDTH } from '#server/documents/pdf/pdf-page.ts'

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
export function drawDocumentHead(page: PdfPage, content: Content): void {
  const columns = [
    { title: 'Sold by', lines: sellerLines(content), hasName: true },
    {
      title: content.buyer.address ? 'Billed and delivered to' : 'Bought by',
      lines: buyerLines(content),
      hasName: true,
    },
    { title: 'corrects' in content ? 'Corrects' : 'About', lines: factLines(content), hasName: false },
  ]
  page.columns(
    columns.map(({ title, lines, hasName }, index): Cell[] => {
      const place = { x: index * (COLUMN + GAP), width: COLUMN }
      const texts = lines.map((text, row): Cell => ({
        ...place,
        text,
        weight: hasName && row === 0 ? 'bold' : 'regular',
      }))
      return [{ ...place, ...SMALL, text: title }, ...texts]
    }),
  )
  page.space(18)
}
