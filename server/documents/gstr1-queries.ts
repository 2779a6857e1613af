import { sql, type RawBuilder } from 'kysely'

import type { Gstr1Section } from '#contract/gstr1-sections.ts'
import type { Db } from '#server/db/open.ts'

import { LARGE_INVOICES, type PieceTax } from '#contract/gst-rules.ts'
import { printedNumber } from '#server/documents/document-number-queries.ts'
import { isWithin, recipientName, taxesOfLines, type TaxPeriod } from '#server/documents/tax-queries.ts'

/** The amounts of one rate, in paise. */
export interface TaxedRow extends PieceTax {
  percent: number
}

export interface StateRow extends TaxedRow {
  placeOfSupply: string
  isSameState: boolean
}

export interface HsnRow extends TaxedRow {
  hsn: string
  isBusiness: boolean
  quantity: number
  totalPaise: number
}

/** One rate of an invoice or of a credit note. */
export interface DocumentRow extends StateRow {
  number: string
  /** As `2026-11-23`, in India. */
  day: string
  gstin: string | null
  buyerName: string
  totalPaise: number
}

export interface IssuedRow {
  kind: 'tax invoice' | 'credit note'
  from: string
  to: string
  count: number
}

/** The sections that list documents one by one. */
export type ListedSection = Extract<Gstr1Section, 'b2b' | 'b2cl' | 'cdnr' | 'cdnur'>

/** Above which an invoice of this moment is large. */
const largeAbove = (at: RawBuilder<unknown>) => {
  const [first, ...later] = LARGE_INVOICES
  const cases = later
    .toReversed()
    .map(
      ({ from, abovePaise }) =>
        sql`when ${at} >= ${from}::timestamp at time zone 'Asia/Kolkata' then ${abovePaise}::bigint`,
    )
  return sql`case ${sql.join(cases, sql` `)} else ${first.abovePaise}::bigint end`
}

/**
 * The tax invoices of a month and the credit notes for such invoices, each with its section. To a consumer, a note has the
 * section of its invoice: it lowers the sums of the states, unless the invoice was large.
 */
const sorted = ({ month, isSandbox }: TaxPeriod) => sql`(
  select document.*, case
      when document.buyer_gstin is not null then case document.kind when 'credit note' then 'cdnr' else 'b2b' end
      when document.place_of_supply <> document.seller_state
          and coalesce(invoice.total_paise, document.total_paise) > ${largeAbove(sql`coalesce(invoice.issued_at, document.issued_at)`)}
        then case document.kind when 'credit note' then 'cdnur' else 'b2cl' end
      else 'b2cs'
    end as section,
    case when document.kind = 'credit note' then -1 else 1 end as sign,
    document.place_of_supply = document.seller_state as is_same_state,
    -- Pieces come back with a whole invoice. A part of the money may leave them with the buyer.
    case when document.total_paise = coalesce(invoice.total_paise, document.total_paise) then 1 else 0 end as pieces
  from documents document left join documents invoice on invoice.id = document.invoice_id
  where document.kind in ('tax invoice', 'credit note') and coalesce(invoice.kind, document.kind) = 'tax invoice'
    and document.is_sandbox = ${isSandbox}::boolean and ${isWithin(sql`document.issued_at`, month)}
)`

/** What went to consumers, by state and rate, less the credit notes. */
export async function sumConsumerStates(db: Db, period: TaxPeriod): Promise<StateRow[]> {
  const { rows } = await sql<StateRow>`
    select document.place_of_supply, is_same_state, percent, ${taxesOfLines(sql`sign`)}
    from ${sorted(period)} document join document_lines line on line.document_id = document.id
    where section = 'b2cs' group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

/** Everything less the credit notes, by HSN code and rate, for businesses and for consumers. */
export async function sumHsn(db: Db, period: TaxPeriod): Promise<HsnRow[]> {
  const { rows } = await sql<HsnRow>`
    select hsn, document.buyer_gstin is not null as is_business, percent,
      sum(sign * pieces * quantity)::integer as quantity, sum(sign * quantity * price_paise)::bigint as total_paise,
      ${taxesOfLines(sql`sign`)}
    from ${sorted(period)} document join document_lines line on line.document_id = document.id
    group by 1, 2, 3 order by 2 desc, 1, 3`.execute(db)
  return rows
}

/** The first and the last number of each series in a month, and how many there are. */
export async function listIssuedNumbers(db: Db, period: TaxPeriod): Promise<IssuedRow[]> {
  const { rows } = await sql<IssuedRow>`
    select kind, ${printedNumber('document', sql`min(number)`)} as from, ${printedNumber('document', sql`max(number)`)} as to, count(*)::integer as count
    from ${sorted(period)} document group by kind, series, year order by kind desc, series, year`.execute(db)
  return rows
}

/** A page of a section's documents, by buyer and number, each in as many rows as it has rates. */
export async function listSectionRows(
  db: Db,
  period: TaxPeriod,
  section: ListedSection,
  { limit, offset }: { limit: number; offset: number },
): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    with page as (
      select *, row_number() over sequence as place from ${sorted(period)} document where section = ${section}
      window sequence as (order by buyer_gstin, place_of_supply, series, year, number)
      order by place limit ${limit} offset ${offset}
    )
    select ${printedNumber('page')} as number, to_char(page.issued_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day,
      page.buyer_gstin as gstin, ${recipientName('page')} as buyer_name, page.place_of_supply, page.is_same_state,
      page.total_paise, percent, ${taxesOfLines(sql`1`)}
    from page join document_lines line on line.document_id = page.id
    group by page.place, 1, 2, 3, 4, 5, 6, 7, percent order by page.place, percent`.execute(db)
  return rows
}
