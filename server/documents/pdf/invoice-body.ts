import type { DocumentKind } from '#contract/document-kinds.ts'
import type { InvoiceContent } from '#server/documents/document-content.ts'
import type { Cell, PdfPage } from '#server/documents/pdf/pdf-page.ts'

import { amountInWords } from '#contract/amount-in-words.ts'
import { REVERSE_CHARGE_STATEMENT, SIGNATURE_STATEMENT } from '#server/documents/pdf/legal-statements.ts'
import { figure, HALF, money, SMALL } from '#server/documents/pdf/text-formats.ts'
import { MUTED, WIDTH } from '#server/documents/pdf/pdf-page.ts'
import { sumsByRate, sumsOf, type DocumentLine } from '#server/documents/invoice-lines.ts'

interface Column {
  title: string
  width: number
  of(line: DocumentLine): string
}

const UNIT = 'pcs'
const all = (paise: (line: DocumentLine) => number) => (line: DocumentLine) => figure(line.quantity * paise(line))

const HEAD: Column[] = [
  { title: 'HSN', width: 44, of: ({ hsn }) => hsn },
  { title: 'Qty', width: 38, of: ({ quantity }) => `${quantity} ${UNIT}` },
]
const EACH: Column = { title: 'Price each (₹)', width: 70, of: ({ pricePaise }) => figure(pricePaise) }
const AMOUNT: Column = { title: 'Amount (₹)', width: 66, of: all(({ pricePaise }) => pricePaise) }
const TAXABLE: Column = { title: 'Taxable (₹)', width: 66, of: all(({ taxablePaise }) => taxablePaise) }
const rate = (title: string, part: number): Column => ({
  title,
  width: 36,
  of: ({ percent }) => `${(percent ?? 0) * part} %`,
})

/** The columns right of the description: tax within a state has two halves, and a bill of supply has none. */
function columnsOf(kind: { isTaxed: boolean; isSameState: boolean }): Column[] {
  if (!kind.isTaxed) return [...HEAD, EACH, AMOUNT]
  if (!kind.isSameState) {
    const integrated = { title: 'IGST (₹)', width: 58, of: all(({ integratedPaise }) => integratedPaise) }
    return [...HEAD, TAXABLE, rate('Rate', 1), integrated, AMOUNT]
  }
  return [
    ...HEAD,
    TAXABLE,
    rate('Rate', 1),
    { title: 'CGST (₹)', width: 52, of: all(({ centralPaise }) => centralPaise) },
    { title: 'SGST (₹)', width: 52, of: all(({ statePaise }) => statePaise) },
    AMOUNT,
  ]
}

function cellsOf(columns: readonly Column[], textOf: (column: Column) => string, style: Partial<Cell> = {}): Cell[] {
  let x = WIDTH
  return columns.toReversed().map((column) => {
    x -= column.width
    return { ...style, text: textOf(column), x, width: column.width, align: 'end' }
  })
}

/** The size, and what one piece costs where no column says it. */
function noteOf({ size, quantity, pricePaise }: DocumentLine, columns: readonly Column[]): string {
  const isEachSaid = quantity === 1 || columns.includes(EACH)
  return [size && `Size ${size}`, !isEachSaid && `${money(pricePaise)} each`].filter(Boolean).join(' · ')
}

function writeTable(page: PdfPage, lines: readonly DocumentLine[], columns: readonly Column[]): void {
  const width = WIDTH - columns.reduce((sum, column) => sum + column.width, 0) - 8
  const item = { x: 0, width }
  const head = () => {
    page.row([{ ...SMALL, ...item, text: 'Description' }, ...cellsOf(columns, ({ title }) => title, SMALL)])
    page.space(3)
    page.line()
    page.space(6)
  }
  head()
  for (const line of lines) {
    page.row(
      [
        { ...item, text: line.name, weight: 'bold', note: noteOf(line, columns) },
        ...cellsOf(columns, (column) => column.of(line)),
      ],
      head,
    )
    page.space(6)
  }
  page.line()
  page.space(8)
}

/** What is taxed and the tax of each rate, as the sums below the table name them. */
function taxRows(lines: readonly DocumentLine[], isSameState: boolean): [text: string, paise: number][] {
  const taxes = sumsByRate(lines).flatMap(({ percent, ...sums }): [string, number][] =>
    isSameState
      ? [
          [`CGST ${percent / 2} %`, sums.centralPaise],
          [`SGST ${percent / 2} %`, sums.statePaise],
        ]
      : [[`IGST ${percent} %`, sums.integratedPaise]],
  )
  return [['Taxable value', sumsOf(lines).taxablePaise], ...taxes]
}

/** Writes what an invoice, a bill or a credit note says below its head: lines with their tax, sums, and the sum in words. */
export function drawInvoiceBody(page: PdfPage, content: InvoiceContent, kind: DocumentKind): void {
  const { lines, order } = content
  const sums = sumsOf(lines)
  const isTaxed = lines.some(({ percent }) => percent !== null)
  const isSameState = content.seller.gstin?.startsWith(content.placeOfSupply.code) ?? true
  writeTable(page, lines, columnsOf({ isTaxed, isSameState }))
  page.keepTogether(180)
  const label = { x: HALF, width: HALF - 90 }
  const value = { x: WIDTH - 90, width: 90, align: 'end' } as const
  for (const [text, paise] of isTaxed ? taxRows(lines, isSameState) : []) {
    page.row([
      { ...label, text, colour: MUTED },
      { ...value, text: money(paise) },
    ])
    page.space(2)
  }
  page.space(3)
  const bold = { size: 12, weight: 'bold' } as const
  page.row([
    { ...label, ...bold, text: kind === 'credit note' ? 'Total credited' : 'Total' },
    { ...value, ...bold, text: money(sums.totalPaise) },
  ])
  page.space(8)
  page.row([{ text: amountInWords(sums.totalPaise), x: 0, width: WIDTH, weight: 'bold' }])
  page.space(6)
  const notes = [
    order.discountReason !== null && `Prices are after the discount: ${order.discountReason}.`,
    isTaxed && REVERSE_CHARGE_STATEMENT,
    SIGNATURE_STATEMENT,
  ]
  for (const text of notes) if (text !== false) page.row([{ ...SMALL, text, x: 0, width: WIDTH }])
}
