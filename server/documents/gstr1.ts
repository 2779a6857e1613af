import type { Gstr1Section } from '#contract/tax/gstr1-sections.ts'
import type { Db } from '#server/db/database.ts'

import { describeHsn } from '#contract/tax/gst-rules.ts'
import { INDIAN_STATES } from '#contract/schemas/indian-states.ts'
import { rupeesFromPaise } from '#contract/units/money.ts'
import { amountCell, escapeCell, rowsCsv, tableCsv, type CsvCells } from '#server/http/csv/csv-encoding.ts'
import {
  listIssuedNumbers,
  listSectionRows,
  sumConsumerStates,
  sumHsn,
  type DocumentRow,
  type HsnRow,
  type IssuedRow,
  type ListedSection,
  type StateRow,
  type TaxReturn,
  type TaxedRow,
} from '#server/documents/gstr1-queries.ts'
import { yieldToEventLoop } from '#server/documents/yield-to-event-loop.ts'

/** Documents that are read and written at once. */
const BATCH = 500

/** A section's documents, a batch at a time. Rows of one document are in one batch. */
async function* batchesOf(db: Db, period: TaxReturn, section: ListedSection): AsyncGenerator<DocumentRow[]> {
  for (let offset = 0; ; offset += BATCH) {
    await yieldToEventLoop()
    const rows = await listSectionRows(db, period, section, { limit: BATCH, offset })
    if (rows.length === 0) return
    yield rows
  }
}

const rupees = rupeesFromPaise

/** `23-11-2026`, as the JSON has it. */
const dashed = (day: string) => day.split('-').toReversed().join('-')

const amountsOf = (row: TaxedRow) => ({
  txval: rupees(row.taxablePaise),
  rt: row.percent,
  ...(row.isSameState
    ? { camt: rupees(row.centralPaise), samt: rupees(row.statePaise) }
    : { iamt: rupees(row.integratedPaise) }),
  csamt: 0,
})

/** One document with an item for each of its rates, numbered as the offline tool numbers them. */
function documentOf(section: ListedSection, rows: readonly DocumentRow[], first: DocumentRow) {
  const itms = rows.map((row) => ({ num: row.percent * 100 + 1, itm_det: amountsOf(row) }))
  const { number, day, totalPaise, placeOfSupply: pos } = first
  const invoice = { inum: number, idt: dashed(day), val: rupees(totalPaise) }
  const note = { ntty: 'C', nt_num: number, nt_dt: dashed(day), val: rupees(totalPaise), pos }
  switch (section) {
    case 'b2b':
      return { ...invoice, pos, rchrg: 'N', inv_typ: 'R', itms }
    case 'b2cl':
      return { ...invoice, itms }
    case 'cdnr':
      return { ...note, rchrg: 'N', inv_typ: 'R', itms }
    case 'cdnur':
      return { typ: 'B2CL', ...note, itms }
  }
}

/** What documents of a section stand under: the buyer, the place of supply, or nothing. */
function headOf(section: ListedSection, { gstin, placeOfSupply }: DocumentRow): object | undefined {
  if (section === 'cdnur') return undefined
  return section === 'b2cl' ? { pos: placeOfSupply } : { ctin: gstin }
}

/** A section with its name as JSON, a document at a time; nothing if it has no document. */
async function* sectionJson(db: Db, period: TaxReturn, section: ListedSection): AsyncGenerator<string> {
  let open: string | undefined
  let isEmpty = true
  for await (const rows of batchesOf(db, period, section)) {
    let piece = isEmpty ? `,"${section}":[` : ''
    for (const ofDocument of Map.groupBy(rows, ({ number }) => number).values()) {
      const [first] = ofDocument
      if (!first) continue
      const head = headOf(section, first)
      const key = JSON.stringify(head)
      const document = JSON.stringify(documentOf(section, ofDocument, first))
      if (key === undefined || key === open) piece += isEmpty ? document : `,${document}`
      else {
        const list = section === 'cdnr' ? 'nt' : 'inv'
        piece += `${open === undefined ? '' : ']},'}${key.slice(0, -1)},"${list}":[${document}`
        open = key
      }
      isEmpty = false
    }
    yield piece
  }
  if (!isEmpty) yield open === undefined ? ']' : ']}]'
}

const stateJson = (row: StateRow) => ({
  sply_ty: row.isSameState ? 'INTRA' : 'INTER',
  pos: row.placeOfSupply,
  typ: 'OE',
  ...amountsOf(row),
})

const hsnJson = (row: HsnRow, index: number) => ({
  num: index + 1,
  hsn_sc: row.hsn,
  desc: describeHsn(row.hsn),
  uqc: 'PCS',
  qty: row.quantity,
  rt: row.percent,
  txval: rupees(row.taxablePaise),
  iamt: rupees(row.integratedPaise),
  camt: rupees(row.centralPaise),
  samt: rupees(row.statePaise),
  csamt: 0,
})

/** The numbers and names of table 13. */
const NATURES = {
  'tax invoice': { doc_num: 1, doc_typ: 'Invoices for outward supply' },
  'credit note': { doc_num: 5, doc_typ: 'Credit Note' },
  'receipt voucher': { doc_num: 6, doc_typ: 'Receipt Voucher' },
  'refund voucher': { doc_num: 8, doc_typ: 'Refund Voucher' },
} as const

function issuedJson(rows: readonly IssuedRow[]) {
  return [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, series]) => ({
    ...NATURES[kind],
    docs: series.map(({ from, to, count, cancelled }, index) => ({
      num: index + 1,
      from,
      to,
      totnum: count,
      cancel: cancelled,
      net_issue: count - cancelled,
    })),
  }))
}

/** What the offline tool writes at the head of each file, in its release of 2025. The portal checks neither. */
const TOOL = { version: 'GST3.2.4', hash: 'hash' }

function hsnTables(rows: readonly HsnRow[]): object {
  const [business, consumers] = [rows.filter((row) => row.isBusiness), rows.filter((row) => !row.isBusiness)]
  return {
    ...(business.length > 0 ? { hsn_b2b: business.map(hsnJson) } : {}),
    ...(consumers.length > 0 ? { hsn_b2c: consumers.map(hsnJson) } : {}),
  }
}

/**
 * GSTR-1 of a month and of one GSTIN as the JSON of the GST network's offline tool, piece by piece. Amounts are in
 * rupees, the tax of each row is its taxable value times its rate, credit notes to consumers reduce the sums of their
 * state and rate, empty sections are left out. It counts tax invoices and their credit notes only.
 */
export async function* writeGstr1Json(db: Db, period: TaxReturn): AsyncGenerator<string> {
  const { gstin } = period
  const [year, month] = period.month.split('-')
  yield JSON.stringify({ gstin, fp: `${month}${year}`, ...TOOL }).slice(0, -1)
  for (const section of ['b2b', 'b2cl'] as const) yield* sectionJson(db, period, section)
  await yieldToEventLoop()
  const states = await sumConsumerStates(db, period)
  if (states.length > 0) yield `,"b2cs":${JSON.stringify(states.map(stateJson))}`
  for (const section of ['cdnr', 'cdnur'] as const) yield* sectionJson(db, period, section)
  await yieldToEventLoop()
  const issued = await listIssuedNumbers(db, period)
  if (issued.length > 0) yield `,"doc_issue":${JSON.stringify({ doc_det: issuedJson(issued) })}`
  await yieldToEventLoop()
  const hsn = await sumHsn(db, period)
  if (hsn.length > 0) yield `,"hsn":${JSON.stringify(hsnTables(hsn))}`
  yield '}'
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
/** `23-Nov-2026`, as the CSV has it. */
const named = (day: string) => {
  const [year, month, date] = day.split('-')
  return `${date}-${MONTHS[Number(month) - 1]}-${year}`
}
const place = (code: string) => `${code}-${INDIAN_STATES.find(({ gstCode }) => gstCode === code)?.name ?? ''}`

/** Only goods of a reduced rate have one. */
const REDUCED = { 'Applicable % of Tax Rate': () => '' }
const OF_RATE: CsvCells<TaxedRow> = {
  Rate: ({ percent }) => percent,
  'Taxable Value': ({ taxablePaise }) => amountCell(taxablePaise),
  'Cess Amount': () => 0,
}
const OF_NOTE: CsvCells<DocumentRow> = {
  'Note Number': ({ number }) => number,
  'Note Date': ({ day }) => named(day),
  'Note Type': () => 'C',
  'Place Of Supply': ({ placeOfSupply }) => place(placeOfSupply),
}
const OF_INVOICE: CsvCells<DocumentRow> = {
  'Invoice Number': ({ number }) => number,
  'Invoice date': ({ day }) => named(day),
  'Invoice Value': ({ totalPaise }) => amountCell(totalPaise),
  'Place Of Supply': ({ placeOfSupply }) => place(placeOfSupply),
}
const OF_BUYER: CsvCells<DocumentRow> = {
  'GSTIN/UIN of Recipient': ({ gstin }) => gstin ?? '',
  'Receiver Name': ({ buyerName }) => escapeCell(buyerName),
}
const NOTE_VALUE: CsvCells<DocumentRow> = { 'Note Value': ({ totalPaise }) => amountCell(totalPaise) }

const LISTED: Record<ListedSection, CsvCells<DocumentRow>> = {
  b2b: {
    ...OF_BUYER,
    ...OF_INVOICE,
    'Reverse Charge': () => 'N',
    ...REDUCED,
    'Invoice Type': () => 'Regular B2B',
    'E-Commerce GSTIN': () => '',
    ...OF_RATE,
  },
  b2cl: { ...OF_INVOICE, ...REDUCED, ...OF_RATE, 'E-Commerce GSTIN': () => '' },
  cdnr: {
    ...OF_BUYER,
    ...OF_NOTE,
    'Reverse Charge': () => 'N',
    'Note Supply Type': () => 'Regular B2B',
    ...NOTE_VALUE,
    ...REDUCED,
    ...OF_RATE,
  },
  cdnur: { 'UR Type': () => 'B2CL', ...OF_NOTE, ...NOTE_VALUE, ...REDUCED, ...OF_RATE },
}

const STATES: CsvCells<StateRow> = {
  Type: () => 'OE',
  'Place Of Supply': ({ placeOfSupply }) => place(placeOfSupply),
  ...REDUCED,
  ...OF_RATE,
  'E-Commerce GSTIN': () => '',
}
const HSN: CsvCells<HsnRow> = {
  HSN: ({ hsn }) => hsn,
  Description: ({ hsn }) => describeHsn(hsn),
  UQC: () => 'PCS-PIECES',
  'Total Quantity': ({ quantity }) => quantity,
  'Total Value': ({ totalPaise }) => amountCell(totalPaise),
  Rate: ({ percent }) => percent,
  'Taxable Value': ({ taxablePaise }) => amountCell(taxablePaise),
  'Integrated Tax Amount': ({ integratedPaise }) => amountCell(integratedPaise),
  'Central Tax Amount': ({ centralPaise }) => amountCell(centralPaise),
  'State/UT Tax Amount': ({ statePaise }) => amountCell(statePaise),
  'Cess Amount': () => 0,
}
const ISSUED: CsvCells<IssuedRow> = {
  'Nature of Document': ({ kind }) => NATURES[kind].doc_typ,
  'Sr. No. From': ({ from }) => from,
  'Sr. No. To': ({ to }) => to,
  'Total Number': ({ count }) => count,
  Cancelled: ({ cancelled }) => cancelled,
}

/** A section of GSTR-1 as CSV under the headings of the offline tool, piece by piece. */
export async function* writeGstr1Csv(db: Db, period: TaxReturn, section: Gstr1Section): AsyncGenerator<string> {
  if (section === 'b2cs') yield tableCsv(STATES, await sumConsumerStates(db, period))
  else if (section === 'hsn(b2b)' || section === 'hsn(b2c)') {
    const isBusiness = section === 'hsn(b2b)'
    yield tableCsv(
      HSN,
      (await sumHsn(db, period)).filter((row) => row.isBusiness === isBusiness),
    )
  } else if (section === 'docs') yield tableCsv(ISSUED, await listIssuedNumbers(db, period))
  else {
    yield tableCsv(LISTED[section], [])
    for await (const rows of batchesOf(db, period, section)) yield rowsCsv(LISTED[section], rows)
  }
}
