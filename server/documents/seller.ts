import type { Address } from '#contract/address.ts'
import type { Settings } from '#contract/settings.ts'
import type { DocumentSeller } from '#server/documents/document-content.ts'
import type { Shop } from '#server/shop.ts'

import { HSN_DIGITS } from '#contract/gst-rules.ts'
import { placeOfSupply } from '#contract/place-of-supply.ts'
import { invalid } from '#server/errors.ts'

type Destination = Pick<Address, 'state' | 'pincode'>

const addressOf = ({ addressLines, addressCity, addressState, addressPin }: Settings): string[] =>
  [...addressLines.split('\n'), [addressCity, addressPin].filter(Boolean).join(' '), addressState]
    .map((line) => line.trim())
    .filter(Boolean)

/** The seller as the owner's settings say it now. */
export function documentSeller({ settings, publicUrl }: Pick<Shop, 'settings' | 'publicUrl'>): DocumentSeller {
  const now = settings.current()
  return {
    shopName: now.shopName,
    legalName: now.legalName || now.shopName,
    address: addressOf(now),
    web: new URL(publicUrl()).host,
    registration: now.taxRegistration,
    gstin: now.taxRegistration === 'none' ? null : now.gstin,
    hsnDigits: HSN_DIGITS[now.turnover],
    series: {
      receipt: now.receiptSeries,
      invoice: now.invoiceSeries,
      bill: now.billSeries,
      creditNote: now.creditNoteSeries,
      refundVoucher: now.refundVoucherSeries,
    },
  }
}

/** The GST code of the seller's state. */
export const stateOf = ({ gstin }: DocumentSeller): string | undefined => gstin?.slice(0, 2)

/** Why the seller cannot send to an address, and the field at fault; undefined if he can. A seller who is not registered can send anywhere. */
export function addressFault(seller: DocumentSeller, address: Destination) {
  if (seller.registration === 'none') return undefined
  const place = placeOfSupply(address)
  if ('fault' in place) return place
  if (seller.registration === 'regular' || place.code === stateOf(seller)) return undefined
  return { field: 'state' as const, fault: `This shop does not send to ${place.name}, only within its own state.` }
}

/** Throws invalid for an address whose state and PIN code contradict each other, where the seller has to know the state. */
export function checkDeliveryState(seller: DocumentSeller, address: Destination | null): void {
  const wrong = address && addressFault(seller, address)
  if (wrong) throw invalid(wrong.fault, { [wrong.field]: wrong.fault })
}

const NO_INVOICE = 'This shop issues no tax invoices. Please leave the GSTIN out.'

/** Throws invalid for the GSTIN of a buyer where the seller issues no tax invoices. */
export function checkBuyerGstin({ registration }: DocumentSeller, buyerGstin: string): void {
  if (buyerGstin !== '' && registration !== 'regular') throw invalid(NO_INVOICE, { buyerGstin: NO_INVOICE })
}
