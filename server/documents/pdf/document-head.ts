import type { InvoiceContent, ReceiptContent, RefundVoucherContent } from '#server/documents/document-content.ts'
import type { Cell, PdfPage } from '#server/documents/pdf/pdf-page.ts'

import { pinOfAddress, stateOfAddress } from '#contract/tax/place-of-supply.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { formatDay, SMALL } from '#server/documents/pdf/text-formats.ts'
import { isAddressPrintable, NOT_WHOLE } from '#server/documents/pdf/printable-address.ts'
import { WIDTH } from '#server/documents/pdf/pdf-page.ts'

type Content = ReceiptContent | RefundVoucherContent | InvoiceContent

/** On a voucher for goods whose way is not known yet: rule 50 has them taxed as a supply between states. */
const UNKNOWN_PLACE = 'Place of supply: not known before the delivery address; taxed as to another state (rule 50)'
const GAP = 18
const COLUMN = (WIDTH - 2 * GAP) / 3

function sellerLines({ seller }: Content): string[] {
  const { legalName, address, gstin, web } = seller
  return [legalName, ...address, gstin === null ? web : `GSTIN ${gstin}`]
}

/** A part of a column: what it is about in small letters, and below it lines, the first one as a name. */
interface Part {
  title: string
  lines: string[]
  hasName: boolean
}

function buyerParts(page: PdfPage, { buyer }: Content): Part[] {
  const { name, email, address, gstin, firm } = buyer
  const account = page.orElse(name, email)
  const number = gstin === null ? [] : [`GSTIN ${gstin}`]
  if (!address) {
    return [
      { title: 'Bought by', lines: [firm ?? account, email, ...number, 'No delivery address yet'], hasName: true },
    ]
  }
  const place = [address.street, `${address.city}, ${stateOfAddress(address)} ${pinOfAddress(address)}`.trim()]
  if (!isAddressPrintable(address)) place.push(NOT_WHOLE)
  const person = page.orElse(address.fullName, account)
  const phone = `Phone ${address.phone}`
  if (!firm) {
    return [{ title: 'Billed and delivered to', lines: [person, ...place, phone, ...number], hasName: true }]
  }
  return [
    { title: 'Billed to', lines: [page.orElse(firm, person), ...place, ...number], hasName: true },
    { title: 'Delivered to', lines: [person, ...place, phone], hasName: true },
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
    ...(place === null && 'tax' in content && content.tax ? [UNKNOWN_PLACE] : []),
  ]
}

function titleOfFacts(content: Content): string {
  if ('refundedPaise' in content) return 'Answers'
  return 'corrects' in content ? 'Corrects' : 'About'
}

/** Writes side by side who sells, who buys, and what it is about. */
export function drawDocumentHead(page: PdfPage, content: Content): void {
  const columns: Part[][] = [
    [{ title: 'Sold by', lines: sellerLines(content), hasName: true }],
    buyerParts(page, content),
    [{ title: titleOfFacts(content), lines: factLines(content), hasName: false }],
  ]
  page.columns(
    columns.map((parts, index): (Cell | number)[] => {
      const place = { x: index * (COLUMN + GAP), width: COLUMN }
      return parts.flatMap(({ title, lines, hasName }, part) => [
        ...(part > 0 ? [6] : []),
        { ...place, ...SMALL, text: title },
        ...lines.map((text, row): Cell => ({ ...place, text, weight: hasName && row === 0 ? 'bold' : 'regular' })),
      ])
    }),
  )
  page.space(18)
}
