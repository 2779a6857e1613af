import { HSN_DIGITS } from '#contract/tax/gst-rules.ts'

/**
 * Documents over money: a receipt at payment, which is a receipt voucher with a number of its own if the seller is
 * registered, and a refund voucher where a registered seller gives the money back before the parcel left.
 */
const MONEY_KINDS = ['receipt', 'receipt voucher', 'refund voucher'] as const
type MoneyKind = (typeof MONEY_KINDS)[number]

/**
 * Documents over what was supplied: an invoice or a bill when the order is shipped, a credit note for a refund after
 * that.
 */
export const SUPPLY_KINDS = ['tax invoice', 'bill of supply', 'credit note'] as const
export type SupplyKind = (typeof SUPPLY_KINDS)[number]

/** The documents of an order. */
export const DOCUMENT_KINDS = [...MONEY_KINDS, ...SUPPLY_KINDS] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Whether a document is over money, and not over what was supplied for it. */
export const isOverMoney = (kind: DocumentKind): kind is MoneyKind =>
  MONEY_KINDS.some((moneyKind) => moneyKind === kind)

/**
 * Whether the law wants a document at the e-invoice portal: the supply of a seller whose turnover was above the limit,
 * to a business (rule 48(4) of the CGST rules).
 */
export const wantsIrn = (document: { kind: DocumentKind; isBusiness: boolean; hsnDigits: number }): boolean =>
  document.isBusiness &&
  ['tax invoice', 'credit note'].includes(document.kind) &&
  document.hsnDigits === HSN_DIGITS['above ₹5 crore']

/** Its name as a title and on a button. */
export const documentTitle = (kind: DocumentKind): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
