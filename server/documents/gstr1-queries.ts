import { inIndia } from '#server/db/india-time.ts'
import { sql, type RawBuilder } from 'kysely'

import type { Gstr1Section } from '#contract/tax/gstr1-sections.ts'
import type { Db } from '#server/db/database.ts'

import { LARGE_INVOICES, taxOfReturnRow, type PieceTax } from '#contract/tax/gst-rules.ts'
import { printedNumber } from '#server/documents/document-number-queries.ts'
import { isWithin, recipientName, type TaxPeriod } from '#server/documents/tax-month-queries.ts'

/** One return: the documents of a month that carry this GSTIN of the seller. */
export interface TaxReturn extends TaxPeriod {
  gstin: string
}

/** The amounts of one rate, in paise: the taxable value as the documents have it, and the tax that belongs to it. */
export interface TaxedRow extends PieceTax {
  percent: number
  isSameState: boolean
}

export interface StateRow extends TaxedRow {
  placeOfSupply: string
}

export interface HsnRow extends PieceTax {
  percent: number
  hsn: string
  isBusiness: boolean
  quantity: number
  totalPaise: number
}

/** A row with the tax that the portal expects in the place of what the documents add up to. */
const withReturnTax = <Row extends Omit<TaxedRow, keyof PieceTax> & { taxablePaise: number }>(
  row: Row,
): Row & PieceTax => ({
  ...row,
  ...taxOfReturnRow(row.taxablePaise, row.percent, row.isSameState),
})

/** One rate of an invoice or of a credit note. */
export interface DocumentRow extends StateRow {
  number: string
  /** As `2026-11-23`, in India. */
  day: string
  gstin: string | null
  buyerName: string
  totalPaise: number
}

/** The kinds of table 13, in its sequence. */
const ISSUED_KINDS = ['tax invoice', 'credit note', 'receipt voucher', 'refund voucher'] as const
type IssuedKind = (typeof ISSUED_KINDS)[number]

export interface IssuedRow {
  kind: IssuedKind
  from: string
  to: string
  count: number
  /** How many of these were cancelled. */
  cancelled: number
}

/** The sections that list documents one by one. */
export type ListedSection = Extract<Gstr1Section, 'b2b' | 'b2cl' | 'cdnr' | 'cdnur'>

/** Above which an invoice of this moment is large. */
const largeAbove = (at: RawBuilder<unknown>) => {
  const [first, ...later] = LARGE_INVOICES
  const cases = later
    .toReversed()
    .map(({ from, abovePaise }) => sql`when ${at} >= ${inIndia(sql`${from}::timestamp`)} then ${abovePaise}::bigint`)
  return sql`case ${sql.join(cases, sql` `)} else ${first.abovePaise}::bigint end`
}

/**
 * The tax invoices of a month and the credit notes for such invoices, each with its section. To a consumer, a note has
 * the section of its invoice: it lowers the sums of the states, unless the invoice was large.
 */
const sorted = ({ month, isSandbox, gstin }: TaxReturn) => sql`(
  select document.*, case
      when document.buyer_gstin is not null then case document.kind when 'credit note' then 'cdnr' else 'b2b' end
      when document.place_of_supply <> document.seller_state
          and coalesce(invoice.total_paise, document.total_paise) > ${largeAbove(sql`coalesce(invoice.issued_at, document.issued_at)`)}
        then case document.kind when 'credit note' then 'cdnur' else 'b2cl' end
      else 'b2cs'
    end as section,
    case when document.kind = 'credit note' then -1 else 1 end as sign,
    document.place_of_supply = document.seller_state as is_same_state,
    -- Pieces come back with a whole invoice, or by their own settlement. Another part of the money may leave them with the buyer.
    case when document.total_paise = coalesce(invoice.total_paise, document.total_paise) then 1 else 0 end as pieces
  from documents document left join documents invoice on invoice.id = document.invoice_id
  where document.kind in ('tax invoice', 'credit note') and coalesce(invoice.kind, document.kind) = 'tax invoice'
    and document.is_sandbox = ${isSandbox}::boolean and ${isWithin(sql`document.issued_at`, month)}
    and document.seller_gstin = ${gstin} and document.cancelled_at is null
)`

const TAXABLE = sql`sum(sign * quantity * line.taxable_paise)::bigint`

/** What went to consumers, by state and rate, less the credit notes. A row that these cancel out is left out. */
export async function sumConsumerStates(db: Db, period: TaxReturn): Promise<StateRow[]> {
  const { rows } = await sql<StateRow>`
    select document.place_of_supply, is_same_state, percent, ${TAXABLE} as taxable_paise
    from ${sorted(period)} document join document_lines line on line.document_id = document.id
    where section = 'b2cs' group by 1, 2, 3 having ${TAXABLE} <> 0 order by 1, 2, 3`.execute(db)
  return rows.map(withReturnTax)
}

interface HsnSums extends Omit<HsnRow, keyof PieceTax> {
  taxablePaise: number
  /** Of the taxable value, what stayed in the seller's state. */
  samePaise: number
}

/**
 * Everything less the credit notes, by HSN code and rate, for businesses and for consumers. A row that these cancel out
 * is left out.
 */
export async function sumHsn(db: Db, period: TaxReturn): Promise<HsnRow[]> {
  const { rows } = await sql<HsnSums>`
    select hsn, document.buyer_gstin is not null as is_business, percent,
      coalesce(sum(sign * quantity) filter (where fee is null and (pieces = 1 or exists (
        select from settled_pieces piece where piece.settlement_id = document.settlement_id and piece.order_line_id = line.order_line_id
      ))), 0)::integer as quantity, sum(sign * quantity * price_paise)::bigint as total_paise,
      ${TAXABLE} as taxable_paise,
      coalesce(sum(sign * quantity * line.taxable_paise) filter (where is_same_state), 0)::bigint as same_paise
    from ${sorted(period)} document join document_lines line on line.document_id = document.id
    group by 1, 2, 3 having ${TAXABLE} <> 0 order by 2 desc, 1, 3`.execute(db)
  return rows.map(({ samePaise, ...row }) => {
    const { centralPaise, statePaise } = taxOfReturnRow(samePaise, row.percent, true)
    const { integratedPaise } = taxOfReturnRow(row.taxablePaise - samePaise, row.percent, false)
    const totalPaise = row.taxablePaise + centralPaise + statePaise + integratedPaise
    return { ...row, totalPaise, centralPaise, statePaise, integratedPaise }
  })
}

/** The taxes of the documents of a return as the books have them. */
export async function sumBookTaxes(db: Db, period: TaxReturn): Promise<PieceTax> {
  const { rows } = await sql<PieceTax>`
    select coalesce(sum(sign * taxable_paise), 0)::bigint as taxable_paise,
      coalesce(sum(sign * central_paise), 0)::bigint as central_paise,
      coalesce(sum(sign * state_paise), 0)::bigint as state_paise,
      coalesce(sum(sign * integrated_paise), 0)::bigint as integrated_paise
    from ${sorted(period)} document`.execute(db)
  return rows[0] ?? { taxablePaise: 0, centralPaise: 0, statePaise: 0, integratedPaise: 0 }
}

/** The taxable values that documents which are listed one by one have at a rate, and how many have each. */
export async function countListedValues(db: Db, period: TaxReturn) {
  const { rows } = await sql<{
    sign: number
    percent: number
    isSameState: boolean
    taxablePaise: number
    count: number
  }>`
    select sign, percent, is_same_state, taxable_paise, count(*)::integer as count
    from (
      select document.id, sign, percent, is_same_state, sum(quantity * line.taxable_paise)::bigint as taxable_paise
      from ${sorted(period)} document join document_lines line on line.document_id = document.id
      where section <> 'b2cs' group by 1, 2, 3, 4
    ) listed group by 1, 2, 3, 4`.execute(db)
  return rows
}

const KINDS = sql`array[${sql.join(ISSUED_KINDS.map((kind) => sql.lit(kind)))}]`

/** Whether a document is of a seller who files GSTR-1. */
const IS_FILED = sql`data -> 'seller' ->> 'registration' = 'regular' and kind = any(${KINDS})`

/** The seller's GSTINs on what is reported of a month. */
export async function listSellerGstins(db: Db, { month, isSandbox }: TaxPeriod): Promise<string[]> {
  const { rows } = await sql<{ gstin: string }>`
    select distinct seller_gstin as gstin from documents
    where is_sandbox = ${isSandbox}::boolean and ${isWithin(sql`issued_at`, month)}
      and seller_gstin is not null and ${IS_FILED}
    order by 1`.execute(db)
  return rows.map(({ gstin }) => gstin)
}

/**
 * The first and the last number of each series in a month, how many there are, and how many of these were cancelled.
 */
export async function listIssuedNumbers(db: Db, { month, isSandbox, gstin }: TaxReturn): Promise<IssuedRow[]> {
  const { rows } = await sql<IssuedRow>`
    select kind, ${printedNumber('document', sql`min(number)`)} as from, ${printedNumber('document', sql`max(number)`)} as to, count(*)::integer as count,
      count(cancelled_at)::integer as cancelled
    from documents document
    where is_sandbox = ${isSandbox}::boolean and ${isWithin(sql`issued_at`, month)} and seller_gstin = ${gstin} and ${IS_FILED}
    group by kind, series, year order by array_position(${KINDS}, kind), series, year`.execute(db)
  return rows
}

/** A page of a section's documents, by buyer and number, each in as many rows as it has rates. */
export async function listSectionRows(
  db: Db,
  period: TaxReturn,
  section: ListedSection,
  { limit, offset }: { limit: number; offset: number },
): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    with page as (
      select *, row_number() over sequence as place from ${sorted(period)} document where section = ${section}
      window sequence as (order by buyer_gstin, place_of_supply, series, year, number)
      order by place limit ${limit} offset ${offset}
    )
    select ${printedNumber('page')} as number, to_char(${inIndia(sql`page.issued_at`)}, 'YYYY-MM-DD') as day,
      page.buyer_gstin as gstin, ${recipientName('page')} as buyer_name, page.place_of_supply, page.is_same_state,
      page.total_paise, percent, sum(quantity * line.taxable_paise)::bigint as taxable_paise
    from page join document_lines line on line.document_id = page.id
    group by page.place, 1, 2, 3, 4, 5, 6, 7, percent order by page.place, percent`.execute(db)
  return rows.map(withReturnTax)
}
