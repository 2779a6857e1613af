import type { Fee } from '#contract/cart/fees.ts'
import type { Address } from '#contract/schemas/address.ts'
import type { Registration } from '#contract/tax/gst-rules.ts'
import type { DocumentLine, Sums } from '#server/documents/invoice-lines.ts'

/** The seller as a document names them; `documentSeller()` (`seller.ts`) gathers it from the settings. */
export interface DocumentSeller {
  shopName: string
  legalName: string
  /** The place of business, line by line. */
  address: string[]
  web: string
  registration: Registration
  /** Null unless registered. */
  gstin: string | null
  hsnDigits: number
  /** The code of the state that they send to, if it is that one only. */
  onlyState?: string
  series: { receipt: string; invoice: string; bill: string; creditNote: string; refundVoucher: string }
}

interface Buyer {
  name: string
  email: string
  address: Address | null
  gstin: string | null
  /** The name of the business with that GSTIN; missing on older documents. */
  firm?: string | null
}

/** What every document freezes, in the shape of `schema` 1. */
interface Frozen {
  schema: 1
  seller: DocumentSeller
  buyer: Buyer
  order: {
    id: string
    placedAt: string
    paymentId: string | null
    discountReason: string | null
    /** What of it store credit paid; missing where none did. */
    creditPaise?: number
  }
}

/** A line of a receipt, which shows what was saved. */
export interface ReceiptLine {
  name: string
  size: string
  quantity: number
  pricePaise: number
  paidPricePaise: number
  discountPaise: number
}

/** How the money of a receipt voucher is taxed. */
export interface ReceiptTaxation {
  /** The tax in the amount, by rate; null where the seller charges none. */
  tax: ({ percent: number } & Sums)[] | null
  /** Null while the address does not say it, and on receipts without tax. */
  placeOfSupply: { code: string; name: string } | null
}

export interface ReceiptContent extends Frozen {
  lines: ReceiptLine[]
  /** What was paid beside the lines; missing on receipts from before there were fees. */
  fees?: Fee[]
  tax: ReceiptTaxation['tax']
  /** Missing on receipts from before there were vouchers. */
  placeOfSupply?: ReceiptTaxation['placeOfSupply']
}

/** Which document another one answers, and why. */
interface Correction {
  number: string
  issuedAt: string
  reason: string
  /** What went back is store credit, not money. */
  isCredit?: boolean
}

/** What the receipt voucher says, with the tax of what went back. */
export interface RefundVoucherContent extends ReceiptContent {
  corrects: Correction
  refundedPaise: number
}

export interface InvoiceContent extends Frozen {
  lines: DocumentLine[]
  placeOfSupply: { code: string; name: string }
  /** Of a credit note. */
  corrects?: Correction
}
