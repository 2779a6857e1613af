import type { Address } from '#contract/schemas/address.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { DocumentSeller } from '#server/documents/document-content.ts'
import type { Shop } from '#server/start/shop.ts'

import { HSN_DIGITS } from '#contract/tax/gst-rules.ts'
import { stateNamed } from '#contract/schemas/state-spellings.ts'
import { placeOfSupply } from '#contract/tax/place-of-supply.ts'
import { invalid } from '#server/errors.ts'

type Destination = Pick<Address, 'state' | 'pincode'>

const addressOf = ({ addressLines, addressCity, addressState, addressPin }: Settings): string[] =>
  [...addressLines.split('\n'), [addressCity, addressPin].filter(Boolean).join(' '), addressState]
    .map((line) => line.trim())
    .filter(Boolean)

/** The state that the seller sends to if it is their own only: a composition seller’s law, or the owner’s wish. */
function onlyStateOf({ taxRegistration, gstin, addressState, sendsToOtherStates }: Settings): string | undefined {
  if (taxRegistration !== 'composition' && sendsToOtherStates) return undefined
  return taxRegistration === 'none' ? stateNamed(addressState)?.gstCode : gstin.slice(0, 2)
}

/** The seller as the owner's settings say it now. */
export function documentSeller({ settings, publicUrl }: Pick<Shop, 'settings' | 'publicUrl'>): DocumentSeller {
  const now = settings.current()
  const onlyState = onlyStateOf(now)
  return {
    shopName: now.shopName,
    legalName: now.legalName || now.shopName,
    address: addressOf(now),
    web: new URL(publicUrl()).host,
    registration: now.taxRegistration,
    gstin: now.taxRegistration === 'none' ? null : now.gstin,
    hsnDigits: HSN_DIGITS[now.turnover],
    ...(onlyState !== undefined && { onlyState }),
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

/** Why the seller cannot send to an address, and the field at fault; undefined if they can. */
export function addressFault({ registration, onlyState }: DocumentSeller, address: Destination) {
  if (registration === 'none' && onlyState === undefined) return undefined
  const place = placeOfSupply(address)
  if ('fault' in place) return place
  if (onlyState === undefined || place.code === onlyState) return undefined
  return { field: 'state' as const, fault: `This shop does not send to ${place.name}, only within its own state.` }
}

/**
 * Throws invalid for an address whose state and PIN code contradict each other, where the seller has to know the state.
 */
export function checkDeliveryState(seller: DocumentSeller, address: Destination | null): void {
  const wrong = address && addressFault(seller, address)
  if (wrong) throw invalid(wrong.fault, { [wrong.field]: wrong.fault })
}

const NO_INVOICE = 'This shop issues no tax invoices. Please leave the GSTIN out.'

const OWN_GSTIN = 'This is the shop’s own GSTIN. Please enter that of your business.'

/** The business that buys, if one does. */
interface Business {
  buyerGstin?: string | null | undefined
}

/**
 * Throws invalid for the GSTIN of a buyer where the seller issues no tax invoices, and for the seller's own. Without
 * the name of a business the invoice is made out to the person who buys, which is the legal name of a proprietor (rule
 * 46(d) of the CGST Rules).
 */
export function checkBusiness({ registration, gstin }: DocumentSeller, { buyerGstin }: Business): void {
  if (!buyerGstin) return
  if (registration !== 'regular') throw invalid(NO_INVOICE, { buyerGstin: NO_INVOICE })
  if (buyerGstin === gstin) throw invalid(OWN_GSTIN, { buyerGstin: OWN_GSTIN })
}
