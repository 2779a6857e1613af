import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

import type { FeeKind } from '#contract/cart/fees.ts'
import type { DocumentKind } from '#contract/tax/document-kinds.ts'

/** What an order has on paper. */
export interface DocumentTables {
  /** The first and the last number of each series and year; there are no gaps between them. */
  documentCounters: {
    series: string
    year: string
    first: Generated<number>
    last: number
  }

  documents: {
    id: string
    kind: DocumentKind
    /** All three are null on a receipt without a series. */
    series: string | null
    year: string | null
    number: number | null
    orderId: string
    refundId: string | null
    /** Of a credit note for pieces that came back. */
    settlementId: string | null
    invoiceId: string | null
    isSandbox: boolean
    issuedAt: Date
    /** Of an invoice, a bill or a credit note whose order had not left after all. */
    cancelledAt: Date | null
    placeOfSupply: string | null
    /** The two digits of the seller's state; null where they were not registered. */
    sellerState: GeneratedAlways<string | null>
    sellerGstin: GeneratedAlways<string | null>
    buyerGstin: string | null
    totalPaise: number
    taxablePaise: number
    centralPaise: number
    statePaise: number
    integratedPaise: number
    data: JSONColumnType<object, string, string>
  }

  /** What the e-invoice portal answered for a document, as the owner entered it. */
  eInvoices: {
    documentId: string
    irn: string
    qrText: string
    enteredAt: Generated<Date>
  }

  /** Equal pieces of an order's line; the amounts are those of one piece. */
  documentLines: {
    documentId: string
    position: number
    /** Null for a fee. */
    orderLineId: string | null
    /** Which fee of the order it is; null for pieces. */
    fee: FeeKind | null
    hsn: string
    quantity: number
    pricePaise: number
    percent: number | null
    taxablePaise: number
    centralPaise: number
    statePaise: number
    integratedPaise: number
  }

  /** One row while the ZIP of a month is being made. */
  monthArchives: {
    isRunning: Generated<boolean>
    id: string
    leaseEndsAt: Date
  }
}
