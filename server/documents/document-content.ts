import type { Address } from '#contract/address.ts'
import type { Registration } from '#contract/gst-rules.ts'
import type { DocumentLine, Sums } from '#server/documents/invoice-lines.ts'

/** The seller as a document names him. */
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
  series: { receipt: string; invoice: string; bill: string; creditNote: string }
}

interface Buyer {
  name: string
  email: string
  address: Address | null
  gstin: string | null
}

/** What every document freezes, in the shape of `schema` 1. */
interface Frozen {
  schema: 1
  seller: DocumentSeller
  buyer: Buyer
  order: { id: string; placedAt: string; paymentId: string | null; discountReason: string | null }
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

export interface ReceiptContent extends Frozen {
  lines: ReceiptLine[]
  /** The tax in the amount, by rate; null where the seller charges none. */
  tax: ({ percent: number } & Sums)[] | null
}

export interface InvoiceContent extends Frozen {
  lines: DocumentLine[]
  placeOfSupply: { code: string; name: string }
  /** Of a credit note: which document it corrects, and why. */
  corrects?: { number: string; issuedAt: string; reason: string }
}
