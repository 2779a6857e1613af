import type { RemittanceColumn } from '#contract/orders/remittance-limits.ts'
import type { ColumnTable } from '#server/http/csv/csv-columns.ts'

/** The columns of couriers' remittances. */
export const REMITTANCE_COLUMNS: ColumnTable<RemittanceColumn> = {
  number: {
    headings: [
      'awb',
      'awbno',
      'awbnumber',
      'awbcode',
      'waybill',
      'trackingnumber',
      'trackingno',
      'trackingid',
      'tracking',
    ],
    has: /awb|waybill|tracking|consignment|docket/,
    hasNot: /date|status|link|url|return|count|total/,
  },
  amount: {
    headings: ['codamount', 'amountpaid', 'remittedamount', 'codremitted', 'codvalue', 'codcollected', 'amount'],
    has: /cod|remit|collect|amount|paid/,
    hasNot: /date|charge|fee|freight|deduct|tax|gst|status|ref|utr|id$|no$|mode|count|balance|code/,
  },
  reference: {
    headings: [
      'utr',
      'utrno',
      'utrnumber',
      'bankreference',
      'bankref',
      'reference',
      'referenceno',
      'transactionid',
      'crfid',
    ],
    has: /utr|bankref|transaction|neft|reference/,
    hasNot: /order|date|customer|amount|status|mode/,
  },
}
