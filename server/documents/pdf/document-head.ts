import type { InvoiceContent, ReceiptContent, RefundVoucherContent } from '#server/documents/document-content.ts'
import type { Cell, PdfPage } from '#server/documents/pdf/pdf-page.ts'

import { shortIdOf } from '#contract/short-id.ts'
import { formatDay, SMALL } from '#server/documents/pdf/text-formats.ts'
import { WIDTH } from '#server/documents/pdf/pdf-page.ts'

type Content = ReceiptContent | RefundVoucherContent | InvoiceContent

const GAP = 18
const COLUMN = (WIDTH - 2 * GAP) / 3

function sellerLines({ seller }: Content): string[] {
  const { legalName, address, gstin, web } = seller
  return [legalName, ...address, gstin === null ? web : `GSTIN ${gstin}`]
}

function buyerLines(page: PdfPage, { buyer }: Content): string[] {
  const { name, email, address, gstin } = buyer
  const account = page.orElse(name, email)
  if (!address) return [account, email, 'No delivery address yet']
  return [
    page.orElse(address.fullName, account),
    address.street,
    `${address.city}, ${address.state} ${address.pincode}`,
    `Phone ${address.phone}`,
    ...(gstin === null ? [] : [`GSTIN ${gstin}`]),
  ]
}

function factLines(content: Content): string[] {
  const { order } = content
  const { placeOfSupply: place } = content
  const corrects = 'corrects' in content ? content.corrects : undefined
  return [
    ...(corrects ? [`${corrects.number} of ${formatDay(corrects.issuedAt)}`, `Reason: ${corrects.reason}`] : []),
    `Order #${shortIdOf(order.id)} of ${formatDay(order.placedAt)}`,
    ...(order.paymentId === null ? [] : [`Payment ${order.paymentId}`]),
    ...(place ? [`Place of supply: ${place.name} (${place.code})`] : []),
  ]
}

function titleOfFacts(content: Content): string {
  if ('refundedPaise' in content) return 'Answers'
  return 'corrects' in content ? 'Corrects' : 'About'
}

/** Writes side by side who sells, who buys, and what it is about. */
export function drawDocumentHead(page: PdfPage, content: Content): void {
  const columns = [
    { title: 'Sold by', lines: sellerLines(content), hasName: true },
    {
      title: content.buyer.address ? 'Billed and delivered to' : 'Bought by',
      lines: buyerLines(page, content),
      hasName: true,
    },
    { title: titleOfFacts(content), lines: factLines(content), hasName: false },
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
